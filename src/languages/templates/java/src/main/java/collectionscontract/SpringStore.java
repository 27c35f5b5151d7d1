package collectionscontract;

import java.lang.reflect.UndeclaredThrowableException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A {@link JdbcStore} in Spring's transactions: what the handler writes with Spring JDBC or JPA is
 * committed together with the key, or not at all.
 */
public final class SpringStore implements DuplicateStore {
  private final DataSource source;
  private final JdbcStore store;
  private final JdbcTemplate sql;
  private final TransactionTemplate transactions;

  /**
   * Waits two seconds for another process that handles the same payment.
   *
   * @throws IllegalArgumentException for a manager of another data source
   */
  public SpringStore(DataSource source, PlatformTransactionManager manager) {
    // A manager takes the source inside of a proxy for its own.
    if (manager instanceof ResourceTransactionManager of
        && of.getResourceFactory() instanceof DataSource other
        && !(other == source || source instanceof DelegatingDataSource)) {
      throw new IllegalArgumentException("The manager is one of another data source.");
    }
    this.source = source;
    store = new JdbcStore(source);
    sql = new JdbcTemplate(source);
    transactions = new TransactionTemplate(manager);
  }

  /** As {@link JdbcStore#migrate}. */
  public void migrate(String... statements) throws SQLException {
    store.migrate(statements);
  }

  @Override
  public void once(String key, Task task) throws Exception {
    try {
      transactions.executeWithoutResult(
          status -> {
            sql.execute((ConnectionCallback<Void>) connection -> once(connection, key, task));
            if (status.isRollbackOnly()) {
              throw new IllegalStateException("The handler rolled back.");
            }
          });
    } catch (UndeclaredThrowableException error) {
      throw error.getCause() instanceof Exception cause ? cause : error;
    }
    // A manager of another data source commits nothing of this one, and says nothing.
    if (sql.queryForList("SELECT key FROM handled_delivery WHERE key = ?", key).isEmpty()) {
      throw new IllegalStateException("The transaction is not one of this data source.");
    }
  }

  private Void once(Connection connection, String key, Task task) {
    try {
      store.once(connection, key, held -> lend((Connection) held, task));
      return null;
    } catch (RuntimeException error) {
      throw error;
    } catch (Exception error) {
      throw new UndeclaredThrowableException(error);
    }
  }

  /** Spring JDBC runs on the connection that refuses an end, as long as the handler does. */
  private void lend(Connection held, Task task) throws Exception {
    var own = (ConnectionHolder) TransactionSynchronizationManager.unbindResource(source);
    var lent = new ConnectionHolder(held, true);
    lent.setSynchronizedWithTransaction(true);
    if (own.hasTimeout()) {
      lent.setTimeoutInMillis(own.getTimeToLiveInMillis());
    }
    TransactionSynchronizationManager.bindResource(source, lent);
    Object left;
    try {
      task.run(held);
    } finally {
      left = TransactionSynchronizationManager.unbindResource(source);
      TransactionSynchronizationManager.bindResource(source, own);
      if (lent.isRollbackOnly()) {
        own.setRollbackOnly();
      }
    }
    if (left != lent) {
      throw new IllegalStateException("The handler began a transaction, and did not end it.");
    }
  }
}
