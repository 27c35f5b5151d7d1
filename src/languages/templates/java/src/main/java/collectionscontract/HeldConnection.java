package collectionscontract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

/**
 * What a handler gets: a connection whose transaction the store ends, and statements that lead back
 * to it. A handler that ends it, by a method or as SQL, is refused, and has failed even if it caught
 * that: what it does next may be in no transaction, or not be done at all.
 */
final class HeldConnection {
  private static final String REFUSED =
      "The store ends its transaction: call neither commit, rollback nor setAutoCommit(true)";

  /** A text, behind a semicolon: one of its statements ends the transaction. */
  private static final Pattern END =
      before(
          "(?:commit|end|abort|prepare\\s+transaction"
              + "|rollback(?!(?:\\s+(?:work|transaction))?\\s+to\\b))\\b");

  /** A text has several statements, of which the driver of SQLite runs the first one. */
  private static final Pattern SEVERAL = before("\\S");

  private static final String ONE =
      "SQLite's driver would run only the first of several statements: call executeUpdate(sql)";

  /** A text may write. */
  private static final Pattern WRITES =
      Pattern.compile(
          "\\b(?:insert|update|delete|replace\\s+into|merge|call|copy|execute|do)\\b",
          Pattern.CASE_INSENSITIVE);

  /** Those that have a getConnection. */
  private static final Set<Class<?>> LEADING_BACK =
      Set.of(
          Statement.class, PreparedStatement.class, CallableStatement.class, DatabaseMetaData.class);

  private final Connection connection;
  private final boolean isSqlite;
  private final Queue<Statement> statements = new ConcurrentLinkedQueue<>();

  /** Statements with values or a batch that were not executed. */
  private final Set<Object> unexecuted =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  private volatile boolean hasPreparedWrite;
  private volatile boolean hasRun;
  private volatile String refused;

  HeldConnection(Connection connection, boolean isSqlite) {
    this.connection = connection;
    this.isSqlite = isSqlite;
  }

  /** Leads to a semicolon in front of such a statement, outside of the body of a trigger. */
  private static Pattern before(String statement) {
    String comment = "--[^\\n]*+|/\\*.*?\\*/";
    String quoted = "'[^']*+'|\"[^\"]*+\"|" + comment;
    String space = "(?:\\s|" + comment + ")*+";
    String end = ";" + space + "end\\b";
    return Pattern.compile(
        "(?:(?:\\A|;)"
            + (space + "create\\s+(?:\\w+\\s+)*?(?:trigger|function|procedure)\\b")
            + ("(?:" + quoted + "|(?!\\bbegin\\b)[^;'\"$])*+begin\\b")
            + ("(?:" + quoted + "|(?!" + end + ")[^'\"$])*+" + end)
            + ("|[^;'\"$/-]++|(?<=\\bE)'(?:\\\\.|[^'\\\\])*+'|" + quoted)
            + ("|\\$(\\w*)\\$.*?\\$\\1\\$|;(?!" + space + statement + ")|[^;])*+;"),
        Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  }

  /**
   * Runs a task on it, and closes the statements that the task left open: SQLite ends no transaction
   * beside an INSERT whose rows are not read. Throws if the task asked for the end, or did not
   * execute what it gave to a statement.
   */
  void lend(DuplicateStore.Task task) throws Exception {
    try {
      task.run(held(Connection.class, connection, ""));
    } finally {
      for (Statement statement : statements) {
        statement.close();
      }
    }
    if (refused != null) {
      throw new SQLException(refused);
    }
    if (!unexecuted.isEmpty()) {
      throw new SQLException("The handler gave values or a batch to a statement that never ran.");
    }
    if (hasPreparedWrite && !hasRun) {
      throw new SQLException("The handler prepared a statement that writes, and ran nothing behind it.");
    }
  }

  private Object held(Class<?> type, Object target, String prepared) {
    return Proxy.newProxyInstance(
        Connection.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          String name = method.getName();
          if (name.equals("equals")) {
            return proxy == arguments[0];
          }
          // As that of a pool within a transaction: many close whatever they are lent.
          if (type == Connection.class && name.equals("close")) {
            return null;
          }
          String sql = sql(name, arguments, prepared);
          String refusal = refusal(name, arguments, sql);
          if (refusal != null) {
            refused = refusal + ". It called " + name + ".";
            throw new SQLException(refused);
          }
          note(target, name, arguments, sql);
          Object result = call(target, method, arguments);
          if (method.getReturnType() == Connection.class) {
            return held(Connection.class, connection, "");
          }
          if (type == Connection.class && result instanceof Statement statement) {
            statements.add(statement);
          }
          return LEADING_BACK.contains(method.getReturnType())
              ? held(method.getReturnType(), result, sql)
              : result;
        });
  }

  /** What a call gives as a text, or the text that its statement was prepared with. */
  private static String sql(String name, Object[] arguments, String prepared) {
    boolean isSql =
        (name.startsWith("prepare") || name.startsWith("execute") || name.equals("addBatch"))
            && arguments != null
            && arguments[0] instanceof String;
    return isSql ? (String) arguments[0] : prepared;
  }

  /** A setter of a value has the value's position, too. A batch may be one of texts. */
  private void note(Object target, String name, Object[] arguments, String sql) {
    if (name.startsWith("prepare")) {
      if (!hasPreparedWrite && WRITES.matcher(sql).find()) {
        hasPreparedWrite = true;
        hasRun = false;
      }
    } else if (name.equals("addBatch")
        || target instanceof Statement && name.startsWith("set") && arguments.length > 1) {
      unexecuted.add(target);
    } else if (name.startsWith("execute") || name.equals("clearBatch")) {
      hasRun = true;
      hasPreparedWrite = hasPreparedWrite || WRITES.matcher(sql).find();
      unexecuted.remove(target);
    }
  }

  /** Why a call is refused, or null. */
  private String refusal(String name, Object[] arguments, String sql) {
    boolean isEnd =
        switch (name) {
          case "commit", "abort" -> true;
          case "rollback" -> arguments == null;
          case "setAutoCommit" -> (boolean) arguments[0];
          default -> END.matcher(";" + sql).lookingAt();
        };
    if (isEnd) {
      return REFUSED;
    }
    boolean runsAll = !isSqlite || name.endsWith("Update");
    return !runsAll && SEVERAL.matcher(sql).lookingAt() ? ONE : null;
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException error) {
      throw error.getCause();
    }
  }
}
