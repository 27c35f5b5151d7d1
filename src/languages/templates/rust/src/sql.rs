//! What stores in a table share: the key and what the handler writes are committed together, or not at all.

/// Makes the table of a `SqliteStore` or `PostgresStore`, for your migrations. Rows that are older
/// than any retry may be deleted. A table with `key` alone is as good.
pub const HANDLED_DELIVERY: &str = "CREATE TABLE IF NOT EXISTS handled_delivery \
    (key VARCHAR(255) PRIMARY KEY, handled_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)";

pub(crate) const INSERT: &str = "INSERT INTO handled_delivery (key) VALUES ($1) ON CONFLICT DO NOTHING";
pub(crate) const MARK: &str = "SAVEPOINT before_handler";

/// Fails if the handler, or a failed statement that it ignored, ended the transaction.
pub(crate) const COMMIT: &str = "RELEASE SAVEPOINT before_handler; COMMIT";
