package collectionscontract;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a handler gets: a connection whose transaction the store ends. A handler that ends it is
 * refused, and has failed even if it caught that: what it does next may be in no transaction, or
 * not be done at all.
 */
final class HeldConnection implements InvocationHandler {
  private static final String REFUSED =
      "The store ends its transaction: call neither commit, rollback, close nor setAutoCommit(true)";

  private final Connection connection;
  private volatile String refused;

  HeldConnection(Connection connection) {
    this.connection = connection;
  }

  Connection asConnection() {
    Class<?>[] types = {Connection.class};
    return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(), types, this);
  }

  /** Throws if the handler asked for the end. */
  void requireUntouched() throws SQLException {
    if (refused != null) {
      throw new SQLException(REFUSED + ". It called " + refused + ".");
    }
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    boolean ends =
        switch (method.getName()) {
          case "commit", "close", "abort" -> true;
          case "rollback" -> arguments == null;
          case "setAutoCommit" -> (boolean) arguments[0];
          default -> false;
        };
    if (ends) {
      refused = method.getName();
      throw new SQLException(REFUSED + ".");
    }
    if (method.getName().equals("equals")) {
      return proxy == arguments[0];
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException error) {
      throw error.getCause();
    }
  }
}
