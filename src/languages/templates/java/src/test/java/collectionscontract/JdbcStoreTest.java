package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A connection that breaks: databases that do not run elsewhere. */
class JdbcStoreTest {
  private final List<String> calls = new ArrayList<>();

  /** To switch it on commits what is left of a transaction, the key without the payment. */
  @Test
  void leavesAutoCommitOffWhereTheRollbackFailed() {
    SQLException error = failureOf("setAutoCommit", "close");
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
  void saysWhichDatabasesItIsForWhereItsStatementsAreNotUnderstood() {
    SQLException error = failureOf("setAutoCommit", "close", "setNetworkTimeout", "rollback");
    String said = "JdbcStore is for SQLite and PostgreSQL, not for this database.";
    assertEquals(said, error.getMessage());
    assertEquals("broken: createStatement", error.getCause().getMessage());
  }

  /** Such as the rest of one that is executed at every fiftieth row. */
  @Test
  void refusesABatchOrValuesThatWereNotExecuted() throws Exception {
    var statement = proxy(PreparedStatement.class, (self, method, values) -> calls.size());
    Connection connection = proxy(Connection.class, (self, method, values) -> statement);
    HeldConnection held = new HeldConnection(connection, false);
    DuplicateStore.Task adds = lent -> ((Connection) lent).createStatement().addBatch("INSERT");
    assertThrows(SQLException.class, () -> held.lend(adds));
    held.lend(lent -> ((Connection) lent).createStatement().clearBatch());
    DuplicateStore.Task sets = lent -> ((Connection) lent).prepareStatement("SELECT").setInt(1, 2);
    assertThrows(SQLException.class, () -> held.lend(sets));
  }

  /** Of a connection on which these methods of all that return nothing work. */
  private SQLException failureOf(String... working) {
    DatabaseMetaData metaData = proxy(DatabaseMetaData.class, (self, method, values) -> "Postgres");
    Map<String, Object> known =
        Map.of(
            "getAutoCommit", true, "isClosed", true, "isValid", true, "getNetworkTimeout", 0,
            "getMetaData", metaData);
    Connection connection =
        proxy(
            Connection.class,
            (self, method, values) -> {
              String name = method.getName();
              calls.add(name);
              if (known.containsKey(name) || List.of(working).contains(name)) {
                return known.get(name);
              }
              throw new SQLException("broken: " + name);
            });
    DataSource source = proxy(DataSource.class, (self, method, values) -> connection);
    JdbcStore store = new JdbcStore(source);
    return assertThrows(SQLException.class, () -> store.once("key", task -> {}));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
