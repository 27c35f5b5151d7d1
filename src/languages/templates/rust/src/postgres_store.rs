//! A store in a table of PostgreSQL.

use std::fmt;
use std::time::Duration;

use postgres::error::SqlState;
use postgres::{Client, Error};

use crate::sql::{COMMIT, HANDLED_DELIVERY, INSERT, MARK};
use crate::store::{DuplicateStore, HandOver, HandlerError, KeyBusy};

/// For one transaction. A client that is gone without a word would keep its payment busy: PostgreSQL
/// looks after it, and ends a transaction that waits for it for ten minutes. What was committed is on
/// the disk, also where the database has switched synchronous commits off. It reads a held cursor at a
/// commit, which fails as this one cannot be read.
const LIMITS: &str = "{{postgresLimits}}";

/// Behind a handler, which it fails if that ended the transaction: what a handler sets for its session
/// would reach another payment over a pooler.
const SETTINGS: &str = "{{postgresSettings}}; ";

/// Remembers deliveries in a table of PostgreSQL, for all processes. The transaction of a delivery is a
/// `postgres::Client`; the store ends it.
pub struct PostgresStore {
    connect: Box<dyn Fn() -> Result<Client, Error> + Send + Sync>,
    timeout: Duration,
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Calls `connect` for each delivery. After `timeout` of waiting for another process that handles
    /// the same payment, the answer is 503: two seconds, say. Give the
    /// connection time-outs, such as `connect_timeout=5 keepalives_idle=10 tcp_user_timeout=25000`, since
    /// a server that is gone without a word would hold a thread.
    pub fn new(connect: impl Fn() -> Result<Client, Error> + Send + Sync + 'static, timeout: Duration) -> Self {
        let connect = Box::new(connect);
        Self { connect, timeout }
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
        Ok((self.connect)()?.batch_execute(&all)?)
    }
}

impl DuplicateStore for PostgresStore {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        // Closed before its COMMIT, a connection takes back what it did.
        let mut client = (self.connect)()?;
        client.batch_execute(&limited(self.timeout))?;
        let rows = client.execute(INSERT, &[&key]).map_err(busy)?;
        if rows == 1 {
            client.batch_execute(MARK)?;
            return hand_over(&mut client)
                .and_then(|()| Ok(client.batch_execute(&[SETTINGS, COMMIT].concat())?))
                // For a pooler, which lends the connection to others.
                .inspect_err(|_| drop(client.batch_execute("ROLLBACK; RESET default_transaction_read_only")));
        }
        Ok(client.batch_execute(&[SETTINGS, "COMMIT"].concat())?)
    }
}

/// Begins a transaction, behind whose rollback the connection takes no writes: they would be stored
/// without the key.
fn limited(timeout: Duration) -> String {
    // PostgreSQL waits without an end at 0.
    let milliseconds = timeout.as_millis().max(1);
    let limits = LIMITS.replace("%d", &milliseconds.to_string());
    format!(
        "BEGIN; SET SESSION default_transaction_read_only = on; COMMIT; BEGIN READ WRITE; \
         RESET default_transaction_read_only; {limits}"
    )
}

fn busy(error: Error) -> HandlerError {
    if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) {
        return KeyBusy.into();
    }
    error.into()
}
