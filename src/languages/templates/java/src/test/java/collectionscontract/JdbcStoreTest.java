package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A connection that breaks: databases that do not run elsewhere. */
class JdbcStoreTest {
  private final List<String> calls = new ArrayList<>();

  /** To switch it on commits what is left of a transaction, the key without the payment. */
  @Test
  void leavesAutoCommitOffWhereTheRollbackFailed() {
    DatabaseMetaData metaData =
        proxy(DatabaseMetaData.class, (self, method, values) -> "PostgreSQL");
    Connection broken =
        proxy(
            Connection.class,
            (self, method, values) -> {
              calls.add(method.getName());
              return switch (method.getName()) {
                case "getAutoCommit" -> true;
                case "setAutoCommit", "close" -> null;
                case "isClosed" -> true;
                case "getMetaData" -> metaData;
                case "getNetworkTimeout" -> 0;
                default -> throw new SQLException("broken: " + method.getName());
              };
            });
    DataSource source = proxy(DataSource.class, (self, method, values) -> broken);
    SQLException error =
        assertThrows(SQLException.class, () -> new JdbcStore(source).once("key", task -> {}));
    assertEquals("broken: setNetworkTimeout", error.getMessage());
    assertEquals("broken: rollback", error.getSuppressed()[0].getMessage());
    assertEquals(
        List.of(
            "getMetaData",
            "getNetworkTimeout",
            "getAutoCommit",
            "setAutoCommit",
            "setNetworkTimeout",
            "rollback",
            "isClosed",
            "close"),
        calls);
  }

  @Test
  void saysWhichDatabasesItIsFor() {
    DatabaseMetaData metaData = proxy(DatabaseMetaData.class, (self, method, values) -> "MariaDB");
    Connection other =
        proxy(
            Connection.class,
            (self, method, values) -> method.getName().equals("getMetaData") ? metaData : null);
    JdbcStore store = new JdbcStore(proxy(DataSource.class, (self, method, values) -> other));
    String said = assertThrows(SQLException.class, store::migrate).getMessage();
    assertEquals("JdbcStore is for SQLite and PostgreSQL, not for MariaDB.", said);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
