//! Stores in a table: the key and what the handler writes are committed together, or not at all.

use std::fmt;
#[cfg(feature = "sqlite")]
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use std::time::Duration;

#[cfg(feature = "sqlite")]
use rusqlite::{
    hooks::{AuthAction, AuthContext, Authorization, TransactionOperation},
    trace::{TraceEvent, TraceEventCodes},
};

#[cfg(feature = "postgres")]
use crate::store::KeyBusy;
use crate::store::{DuplicateStore, HandOver, HandlerError};

/// Makes the table of a [`SqliteStore`] or [`PostgresStore`], for your migrations. Rows that are older
/// than any retry may be deleted. A table with `key` alone is as good.
pub const HANDLED_DELIVERY: &str = "CREATE TABLE IF NOT EXISTS handled_delivery \
    (key VARCHAR(255) PRIMARY KEY, handled_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)";

const INSERT: &str = "INSERT INTO handled_delivery (key) VALUES ($1) ON CONFLICT DO NOTHING";
const MARK: &str = "SAVEPOINT before_handler; ";

/// Fails if the handler, or a failed statement that it ignored, ended the transaction.
const COMMIT: &str = "RELEASE SAVEPOINT before_handler; COMMIT";

/// PostgreSQL reads a held cursor at a commit, which fails as this one cannot be read.
#[cfg(feature = "postgres")]
const HOLD: &str = "DECLARE \"what only the store commits\" CURSOR WITH HOLD FOR SELECT \
    ('the store ends its transaction: a handler neither commits it nor rolls it back' || random())::int; ";

/// Fails if the handler ended the transaction.
#[cfg(feature = "postgres")]
const UNHOLD: &str = "CLOSE \"what only the store commits\"; ";

struct Connect<C>(Box<dyn Fn() -> Result<C, HandlerError> + Send + Sync>);

impl<C> fmt::Debug for Connect<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[function]")
    }
}

/// Remembers deliveries in a table of SQLite, for all processes of one machine. The transaction of a
/// delivery is a `rusqlite::Connection`; the store ends it. SQLite has one writer at a time: further
/// payments wait.
#[cfg(feature = "sqlite")]
#[derive(Debug)]
pub struct SqliteStore {
    connect: Connect<rusqlite::Connection>,
}

#[cfg(feature = "sqlite")]
impl SqliteStore {
    /// Opens a connection for each delivery. After `timeout` of waiting for another payment, the answer
    /// is 503: two seconds, say.
    pub fn new(path: impl Into<std::path::PathBuf>, timeout: Duration) -> Self {
        let path = path.into();
        let connect = move || {
            let connection = rusqlite::Connection::open(&path)?;
            connection.busy_timeout(timeout)?;
            // With less, what was committed can be lost with the power.
            connection.execute_batch("PRAGMA synchronous = EXTRA")?;
            Ok(connection)
        };
        Self {
            connect: Connect(Box::new(connect)),
        }
    }

    /// Makes the table if it is not there, and runs statements of your own, such as for a table of
    /// payments.
    ///
    /// # Errors
    ///
    /// That of the database.
    pub fn migrate(&self, statements: &str) -> Result<(), HandlerError> {
        let all = format!("BEGIN IMMEDIATE; {HANDLED_DELIVERY}; {statements}; COMMIT");
        Ok((self.connect.0)()?.execute_batch(&all)?)
    }
}

#[cfg(feature = "sqlite")]
impl DuplicateStore for SqliteStore {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        // Dropped before its COMMIT, a connection takes back what it did.
        let mut connection = (self.connect.0)()?;
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
#[cfg(feature = "sqlite")]
static RUN: AtomicUsize = AtomicUsize::new(1);

/// Refuses an end until the authorizer is taken away: what a handler wrote after a rollback would be
/// stored without the key. Returns what takes it away, and fails if the handler was refused, or left a
/// statement that writes.
#[cfg(feature = "sqlite")]
fn watch(connection: &rusqlite::Connection) -> impl Fn(&rusqlite::Connection) -> Result<(), HandlerError> + use<> {
    let end = Arc::new(AtomicBool::new(false));
    // `RUN` when a statement that writes was prepared first.
    let prepared = Arc::new(AtomicUsize::new(0));
    let seen = (Arc::clone(&end), Arc::clone(&prepared));
    connection.authorizer(Some(move |context: AuthContext<'_>| match context.action {
        AuthAction::Transaction { operation } if operation != TransactionOperation::Begin => {
            seen.0.store(true, Ordering::Relaxed);
            Authorization::Deny
        }
        AuthAction::Insert { .. } | AuthAction::Update { .. } | AuthAction::Delete { .. } => {
            let run = RUN.load(Ordering::Relaxed);
            _ = seen.1.compare_exchange(0, run, Ordering::Relaxed, Ordering::Relaxed);
            Authorization::Allow
        }
        _ => Authorization::Allow,
    }));
    let ran: fn(TraceEvent<'_>) = |_| _ = RUN.fetch_add(1, Ordering::Relaxed);
    connection.trace_v2(TraceEventCodes::SQLITE_TRACE_PROFILE, Some(ran));
    move |connection| {
        connection.authorizer(None::<fn(AuthContext<'_>) -> Authorization>);
        if end.load(Ordering::Relaxed) {
            return Err("the store ends its transaction: a handler neither commits it nor rolls it back".into());
        }
        let run = RUN.load(Ordering::Relaxed);
        // Counts, unless the handler traces statements itself.
        connection.execute_batch("SELECT 1")?;
        if prepared.load(Ordering::Relaxed) == run && RUN.load(Ordering::Relaxed) != run {
            return Err(
                "a handler prepared a statement that writes and did not run it: read the rows of a query".into(),
            );
        }
        Ok(())
    }
}

/// Remembers deliveries in a table of PostgreSQL, for all processes. The transaction of a delivery is a
/// `postgres::Client`; the store ends it.
#[cfg(feature = "postgres")]
#[derive(Debug)]
pub struct PostgresStore {
    connect: Connect<postgres::Client>,
    timeout: Duration,
}

#[cfg(feature = "postgres")]
impl PostgresStore {
    /// Calls `connect` for each delivery. After `timeout` of waiting for another process that handles
    /// the same payment, the answer is 503: two seconds, say. Give the
    /// connection time-outs, such as `connect_timeout=5 keepalives_idle=10 tcp_user_timeout=25000`, since
    /// a server that is gone without a word would hold a thread.
    pub fn new(
        connect: impl Fn() -> Result<postgres::Client, postgres::Error> + Send + Sync + 'static,
        timeout: Duration,
    ) -> Self {
        Self {
            connect: Connect(Box::new(move || Ok(connect()?))),
            timeout,
        }
    }

    /// Makes the table if it is not there, and runs statements of your own, such as for a table of
    /// payments.
    ///
    /// # Errors
    ///
    /// That of the database.
    pub fn migrate(&self, statements: &str) -> Result<(), HandlerError> {
        // Two processes that make one table at once get in each other's way.
        let lock = "SELECT pg_advisory_xact_lock(4711)";
        let all = format!("BEGIN; {lock}; {HANDLED_DELIVERY}; {statements}; COMMIT");
        Ok((self.connect.0)()?.batch_execute(&all)?)
    }
}

#[cfg(feature = "postgres")]
impl DuplicateStore for PostgresStore {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        // Closed before its COMMIT, a connection takes back what it did.
        let mut client = (self.connect.0)()?;
        client.batch_execute(&limited(self.timeout))?;
        let rows = client.execute(INSERT, &[&key]).map_err(busy)?;
        if rows == 1 {
            client.batch_execute(&[HOLD, MARK].concat())?;
            return hand_over(&mut client)
                .and_then(|()| Ok(client.batch_execute(&[SETTINGS, UNHOLD, COMMIT].concat())?))
                // For a pooler, which lends the connection to others.
                .inspect_err(|_| drop(client.batch_execute("ROLLBACK; RESET default_transaction_read_only")));
        }
        Ok(client.batch_execute("COMMIT")?)
    }
}

/// Begins a transaction, behind whose rollback the connection takes no writes: they would be stored
/// without the key. A client that is gone without a word would keep its payment busy: PostgreSQL looks
/// after it, and ends a transaction that waits for it for ten minutes. What was committed is on the
/// disk, also where the database has switched synchronous commits off.
#[cfg(feature = "postgres")]
fn limited(timeout: Duration) -> String {
    // PostgreSQL waits without an end at 0.
    let milliseconds = timeout.as_millis().max(1);
    format!(
        "BEGIN; SET SESSION default_transaction_read_only = on; COMMIT; BEGIN READ WRITE; \
         RESET default_transaction_read_only; SELECT set_config('lock_timeout', '{milliseconds}', true), \
         set_config('tcp_keepalives_idle', '10', true), set_config('tcp_keepalives_interval', '5', true), \
         set_config('tcp_keepalives_count', '3', true), set_config('tcp_user_timeout', '25000', true), \
         set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true), \
         set_config('idle_in_transaction_session_timeout', \
         coalesce(nullif(current_setting('idle_in_transaction_session_timeout'), '0'), '10min'), true), \
         set_config('handled_delivery.settings', (SELECT json_object_agg(name, current_setting(name))::text \
         FROM unnest(string_to_array('search_path role statement_timeout TimeZone DateStyle IntervalStyle \
         client_encoding default_transaction_isolation default_transaction_read_only lc_monetary lc_numeric \
         row_security session_replication_role standard_conforming_strings transform_null_equals', ' ')) name), true)"
    )
}

/// What a handler sets for its session would reach another payment over a pooler.
#[cfg(feature = "postgres")]
const SETTINGS: &str = "SELECT set_config(key, value, false) \
    FROM json_each_text(nullif(current_setting('handled_delivery.settings'), '')::json) \
    WHERE current_setting(key) <> value; ";

#[cfg(feature = "postgres")]
fn busy(error: postgres::Error) -> HandlerError {
    if error.code() == Some(&postgres::error::SqlState::LOCK_NOT_AVAILABLE) {
        return KeyBusy.into();
    }
    error.into()
}
