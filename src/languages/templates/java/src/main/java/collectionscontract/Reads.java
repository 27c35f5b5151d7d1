package collectionscontract;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;

/**
 * Ends reads of a connection whose server is gone without a word, which would hold their thread for
 * ever. A limit of the user's own stays.
 */
final class Reads implements AutoCloseable {
  private final Connection connection;
  private final boolean isEndless;

  /** Whether this is SQLite, asked once: it has no reads to end. */
  final boolean isSqlite;

  Reads(Connection connection) throws SQLException {
    this.connection = connection;
    isSqlite = connection.getMetaData().getDatabaseProductName().equals("SQLite");
    isEndless = !isSqlite && isEndless(connection);
  }

  private static boolean isEndless(Connection connection) throws SQLException {
    try {
      return connection.getNetworkTimeout() == 0;
    } catch (SQLFeatureNotSupportedException error) {
      return false;
    }
  }

  void limit(Duration limit) throws SQLException {
    if (isEndless) {
      connection.setNetworkTimeout(Runnable::run, Math.toIntExact(limit.toMillis()));
    }
  }

  /** Gives the connection back as it was. */
  @Override
  public void close() throws SQLException {
    if (!connection.isClosed()) {
      limit(Duration.ZERO);
    }
  }
}
