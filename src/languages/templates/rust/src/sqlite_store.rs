//! A store in a table of SQLite.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization, TransactionOperation};
use rusqlite::trace::{TraceEvent, TraceEventCodes};

use crate::sql::{COMMIT, HANDLED_DELIVERY, INSERT, MARK};
use crate::store::{DuplicateStore, HandOver, HandlerError};

/// Remembers deliveries in a table of SQLite, for all processes of one machine. The transaction of a
/// delivery is a `rusqlite::Connection`; the store ends it. SQLite has one writer at a time: further
/// payments wait.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    timeout: Duration,
}

impl SqliteStore {
    /// Opens a connection for each delivery. After `timeout` of waiting for another payment, the answer
    /// is 503: two seconds, say.
    pub fn new(path: impl Into<PathBuf>, timeout: Duration) -> Self {
        let path = path.into();
        Self { path, timeout }
    }

    fn connect(&self) -> rusqlite::Result<Connection> {
        let connection = Connection::open(&self.path)?;
        connection.busy_timeout(self.timeout)?;
        // With less, what was committed can be lost with the power.
        connection.execute_batch("PRAGMA synchronous = EXTRA")?;
        Ok(connection)
    }

    /// Makes the table if it is not there, and runs statements of your own, such as for a table of
    /// payments.
    ///
    /// # Errors
    ///
    /// That of the database.
    pub fn migrate(&self, statements: &str) -> Result<(), HandlerError> {
        let all = format!("BEGIN IMMEDIATE; {HANDLED_DELIVERY}; {statements}; COMMIT");
        Ok(self.connect()?.execute_batch(&all)?)
    }
}

impl DuplicateStore for SqliteStore {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        // Dropped before its COMMIT, a connection takes back what it did.
        let mut connection = self.connect()?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        if connection.execute(INSERT, [key])? == 1 {
            connection.execute_batch(MARK)?;
            let check = watch(&connection);
            hand_over(&mut connection)?;
            check(&connection)?;
            connection.execute_batch(COMMIT)?;
        }
        Ok(())
    }
}

/// How many statements of handlers have run: SQLite's trace takes no closure. That of another thread may hide
/// one that did not.
static RUN: AtomicUsize = AtomicUsize::new(1);

/// What a handler did with its connection.
#[derive(Default)]
struct Seen {
    has_ended: bool,
    /// `RUN` when a statement that writes was prepared first.
    prepared: Option<usize>,
    /// Rows that were written, and those of them that were not taken back. SQLite tells them of tables with row ids.
    written: u64,
    kept: u64,
    savepoints: Vec<Savepoint>,
    has_dropped: bool,
}

/// One that is open: what was kept before it, whether more was taken back, and how often that was asked for.
#[derive(Default)]
struct Savepoint {
    kept: u64,
    has_lost: bool,
    rollbacks: usize,
}

impl Seen {
    /// `rusqlite` rolls a savepoint back once when it is dropped, and once more if the handler asked for it.
    fn see(&mut self, operation: TransactionOperation) {
        if operation == TransactionOperation::Begin {
            let kept = self.kept;
            self.savepoints.push(Savepoint {
                kept,
                ..Savepoint::default()
            });
        } else if operation == TransactionOperation::Release {
            let ended = self.savepoints.pop();
            self.has_dropped |= ended.is_some_and(|one| one.has_lost && one.rollbacks == 1);
        } else if let Some(open) = self.savepoints.last_mut() {
            open.rollbacks += 1;
            open.has_lost |= open.kept < self.kept;
            self.kept = open.kept;
        }
    }
}

/// Refuses an end until the authorizer is taken away: what a handler wrote after a rollback would be
/// stored without the key. Returns what takes it away, and fails if nothing of a write is left.
fn watch(connection: &Connection) -> impl Fn(&Connection) -> Result<(), HandlerError> + use<> {
    let seen = Arc::<Mutex<Seen>>::default();
    let (asked, counted) = (Arc::clone(&seen), Arc::clone(&seen));
    let before = connection.total_changes();
    connection.update_hook(Some(move |_, _: &str, _: &str, _| {
        let mut seen = locked(&counted);
        seen.written += 1;
        seen.kept += 1;
    }));
    connection.authorizer(Some(move |context: AuthContext<'_>| {
        let seen = &mut *locked(&asked);
        match context.action {
            AuthAction::Transaction { operation } if operation != TransactionOperation::Begin => {
                seen.has_ended = true;
                return Authorization::Deny;
            }
            AuthAction::Insert { .. } | AuthAction::Update { .. } | AuthAction::Delete { .. } => {
                seen.prepared.get_or_insert(RUN.load(Ordering::Relaxed));
            }
            AuthAction::Savepoint { operation, .. } => seen.see(operation),
            _ => {}
        }
        Authorization::Allow
    }));
    let ran: fn(TraceEvent<'_>) = |_| _ = RUN.fetch_add(1, Ordering::Relaxed);
    connection.trace_v2(TraceEventCodes::SQLITE_TRACE_PROFILE, Some(ran));
    move |connection| {
        connection.authorizer(None::<fn(AuthContext<'_>) -> Authorization>);
        let (run, seen) = (RUN.load(Ordering::Relaxed), locked(&seen));
        if seen.has_ended {
            return Err("the store ends its transaction: a handler neither commits it nor rolls it back".into());
        }
        if seen.has_dropped && seen.kept == 0 && connection.total_changes() - before == seen.written {
            return Err("a handler dropped a savepoint with all that it wrote: commit it, or roll it back".into());
        }
        // Counts, unless the handler traces statements itself.
        connection.execute_batch("SELECT 1")?;
        if seen.prepared == Some(run) && RUN.load(Ordering::Relaxed) != run {
            return Err(
                "a handler prepared a statement that writes and did not run it: read the rows of a query".into(),
            );
        }
        Ok(())
    }
}

/// A panic leaves nothing half done here.
fn locked(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}
