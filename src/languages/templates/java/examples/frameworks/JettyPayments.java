package payments;

import collectionscontract.Delivery;
import collectionscontract.JdbcStore;
import collectionscontract.PaymentSnapshot;
import collectionscontract.Receiver;
import collectionscontract.ReceiverServlet;
import collectionscontract.Secrets;
import java.sql.Connection;
import java.sql.SQLException;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.postgresql.ds.PGSimpleDataSource;

final class JettyPayments {
  public static void main(String[] args) throws Exception {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(System.getenv("DATABASE_URL"));
    JdbcStore store = new JdbcStore(source);
    store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)");
    Secrets secrets = Secrets.of(System.getenv("WEBHOOK_SECRET"));
    Receiver receiver = Receiver.builder(secrets, JettyPayments::book).store(store).build();
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(System.getenv("PORT")));
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    context.addServlet(new ServletHolder(new ReceiverServlet(receiver)), "/hooks/payments");
    server.setHandler(context);
    server.start();
  }

  static void book(PaymentSnapshot payment, Delivery delivery) throws SQLException {
    String sql = "INSERT INTO payment VALUES (?, ?)";
    try (var insert = delivery.transaction(Connection.class).prepareStatement(sql)) {
      insert.setObject(1, payment.id());
      insert.setObject(2, payment.amount());
      insert.executeUpdate();
    }
  }
}
