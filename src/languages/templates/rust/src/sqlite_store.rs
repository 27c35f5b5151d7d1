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
    /// Rows that were written and not taken back, and how many they were at each open savepoint.
    rows: usize,
    savepoints: Vec<usize>,
    has_taken_back: bool,
}

/// Refuses an end until the authorizer is taken away: what a handler wrote after a rollback would be
/// stored without the key. Returns what takes it away, and fails if nothing of a write is left.
fn watch(connection: &Connection) -> impl Fn(&Connection) -> Result<(), HandlerError> + use<> {
    use TransactionOperation::{Begin, Release, Rollback};
    let seen = Arc::<Mutex<Seen>>::default();
    let (asked, written) = (Arc::clone(&seen), Arc::clone(&seen));
    connection.update_hook(Some(move |_, _: &str, _: &str, _| locked(&written).rows += 1));
    connection.authorizer(Some(move |context: AuthContext<'_>| {
        let mut seen = locked(&asked);
        let (rows, before) = (seen.rows, seen.savepoints.last().copied());
        match context.action {
            AuthAction::Transaction { operation } if operation != Begin => {
                seen.has_ended = true;
                return Authorization::Deny;
            }
            AuthAction::Insert { .. } | AuthAction::Update { .. } | AuthAction::Delete { .. } => {
                seen.prepared.get_or_insert(RUN.load(Ordering::Relaxed));
            }
            AuthAction::Savepoint { operation: Begin, .. } => seen.savepoints.push(rows),
            AuthAction::Savepoint { operation: Release, .. } => drop(seen.savepoints.pop()),
            AuthAction::Savepoint {
                operation: Rollback, ..
            } => {
                seen.rows = before.unwrap_or(rows);
                seen.has_taken_back |= seen.rows < rows;
            }
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
        if seen.has_taken_back && seen.rows == 0 {
            return Err("a handler took back all that it wrote: commit a savepoint before it is dropped".into());
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
