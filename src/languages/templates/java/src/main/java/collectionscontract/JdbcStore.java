package collectionscontract;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * Remembers deliveries in the table {@code handled_delivery} of SQLite or PostgreSQL, for all
 * processes. {@link Delivery#transaction} is the connection: the key and what the handler writes
 * with it are committed together, or not at all.
 */
public final class JdbcStore implements DuplicateStore {
  /**
   * For your migrations. Rows that are older than any retry may be deleted. A table with {@code
   * key} alone is as good.
   */
  public static final String TABLE =
      "CREATE TABLE IF NOT EXISTS handled_delivery "
          + "(key VARCHAR(255) PRIMARY KEY, handled_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)";

  /**
   * A client that is gone without a word would keep its payment busy: PostgreSQL looks after it, and
   * ends a transaction that waits for it for ten minutes. What was committed is on the disk, also
   * where the database has switched synchronous commits off.
   */
  private static final String LIMITS = """
{{postgresLimits}}""";

  /** Ends what a handler set for its session, which has a pool. What commits before it fails. */
  private static final String SETTINGS = """
{{postgresSettings}}""";

  private static final Duration OWN_READ = Duration.ofSeconds(10);

  /** As long as PostgreSQL waits for a client. */
  private static final Duration HANDLER_READ = Duration.ofMinutes(10);

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final DataSource source;
  private final Duration timeout;

  /** Waits two seconds. */
  public JdbcStore(DataSource source) {
    this(source, Duration.ofSeconds(2));
  }

  /**
   * Uses one connection of the source for each delivery. Give the source a time-out for logging
   * in, since a server that is gone without a word would hold a thread for ever.
   *
   * @param timeout to wait for another process that handles the same payment; then the answer is
   *     503. SQLite has one writer at a time: any payment waits for it
   */
  public JdbcStore(DataSource source, Duration timeout) {
    this.source = Objects.requireNonNull(source, "source");
    this.timeout = Objects.requireNonNull(timeout, "timeout");
    if (timeout.toMillis() < 1) {
      throw new IllegalArgumentException("timeout must be at least a millisecond");
    }
  }

  /**
   * Makes the table if it is not there, and runs statements of your own, such as for a table of
   * payments.
   */
  public void migrate(String... statements) throws SQLException {
    List<String> all = new ArrayList<>(List.of(TABLE));
    all.addAll(List.of(statements));
    try (Connection connection = source.getConnection();
        Reads reads = new Reads(connection)) {
      // Two processes that start at once wait for each other: SQLite before each statement outside
      // of a transaction.
      if (reads.isSqlite) {
        setTimeout(connection, reads);
        boolean isAutomatic = connection.getAutoCommit();
        connection.setAutoCommit(true);
        runAll(connection, all);
        connection.setAutoCommit(isAutomatic);
        return;
      }
    }
    all.add(0, "SELECT pg_advisory_xact_lock(4711)");
    all.add(SETTINGS);
    inTransaction(
        (connection, reads) -> {
          setTimeout(connection, reads);
          runAll(connection, all);
        });
  }

  @Override
  public void once(String key, Task task) throws Exception {
    inTransaction((connection, reads) -> insertAndRun(connection, reads, key, task));
  }

  /** Takes part in a transaction of others, who end it. */
  void once(Connection connection, String key, Task task) throws Exception {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException("The transaction is not one of this data source.");
    }
    try (Reads reads = new Reads(connection)) {
      insertAndRun(connection, reads, key, task);
    }
  }

  private void insertAndRun(Connection connection, Reads reads, String key, Task task)
      throws Exception {
    reads.limit(timeout.plus(OWN_READ));
    setTimeout(connection, reads);
    if (insert(connection, key)) {
      Savepoint savepoint = connection.setSavepoint("before_handler");
      reads.limit(HANDLER_READ);
      try {
        new HeldConnection(connection, reads.isSqlite).lend(task);
        reads.limit(timeout.plus(OWN_READ));
        release(connection, savepoint, key);
      } catch (Throwable error) {
        beginAgain(connection, reads, error);
        throw error;
      }
    }
    if (!reads.isSqlite) {
      runAll(connection, List.of(SETTINGS));
    }
  }

  /**
   * Fails if the handler, or a failed statement that it caught, ended the transaction unseen. Where
   * that kept the key, the payment is not delivered again: what the handler wrote since is kept, too.
   */
  private static void release(Connection connection, Savepoint before, String key)
      throws Exception {
    Savepoint after = connection.setSavepoint("after_handler");
    try {
      connection.releaseSavepoint(before);
    } catch (SQLException ended) {
      connection.rollback(after);
      if (!insert(connection, key)) {
        connection.commit();
      }
      throw ended;
    }
  }

  /**
   * A COMMIT as SQL ends a transaction of SQLite unseen by its driver, whose rollback then fails and
   * leaves a connection that begins no more: a pool would lend it as it is.
   */
  private static void beginAgain(Connection connection, Reads reads, Throwable error) {
    try {
      if (reads.isSqlite) {
        connection.setSavepoint();
      }
    } catch (SQLException second) {
      error.addSuppressed(second);
    }
  }

  private static boolean insert(Connection connection, String key) throws Exception {
    String sql = "INSERT INTO handled_delivery (key) VALUES (?) ON CONFLICT DO NOTHING";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, key);
      return insert.executeUpdate() == 1;
    } catch (SQLException error) {
      throw LOCK_NOT_AVAILABLE.equals(error.getSQLState()) ? new BusyKeyException() : error;
    }
  }

  private <E extends Exception> void inTransaction(Work<E> work) throws E, SQLException {
    try (Connection connection = source.getConnection();
        Reads reads = new Reads(connection)) {
      boolean isAutomatic = connection.getAutoCommit();
      if (reads.isSqlite) {
        // With less, what was committed can be lost with the power. Not within a transaction, so a
        // SpringStore leaves this to its data source. It stays so.
        connection.setAutoCommit(true);
        runAll(connection, List.of("PRAGMA synchronous = EXTRA"));
      }
      connection.setAutoCommit(false);
      try {
        work.run(connection, reads);
        connection.commit();
        connection.setAutoCommit(isAutomatic);
      } catch (Throwable error) {
        undo(connection, isAutomatic, error);
        throw error;
      }
    }
  }

  /**
   * What failed before is what matters. Where the rollback failed, setAutoCommit would commit what
   * is left.
   */
  private static void undo(Connection connection, boolean isAutomatic, Throwable error) {
    try {
      connection.rollback();
      connection.setAutoCommit(isAutomatic);
    } catch (SQLException second) {
      error.addSuppressed(second);
    }
  }

  /** Products that are PostgreSQL have other names, so what a database understands counts. */
  private void setTimeout(Connection connection, Reads reads) throws SQLException {
    String limits = reads.isSqlite ? "PRAGMA busy_timeout = %d" : LIMITS;
    try {
      runAll(connection, List.of(String.format(limits, timeout.toMillis())));
    } catch (SQLException error) {
      throw connection.isValid(1)
          ? new SQLException("JdbcStore is for SQLite and PostgreSQL, not for this database.", error)
          : error;
    }
  }

  private static void runAll(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private interface Work<E extends Exception> {
    void run(Connection connection, Reads reads) throws E, SQLException;
  }
}
