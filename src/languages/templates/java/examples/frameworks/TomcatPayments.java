package payments;

import collectionscontract.Delivery;
import collectionscontract.JdbcStore;
import collectionscontract.PaymentSnapshot;
import collectionscontract.Receiver;
import collectionscontract.ReceiverServlet;
import collectionscontract.Secrets;
import java.sql.Connection;
import java.sql.SQLException;
import org.apache.catalina.startup.Tomcat;
import org.postgresql.ds.PGSimpleDataSource;

final class TomcatPayments {
  public static void main(String[] args) throws Exception {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(System.getenv("DATABASE_URL"));
    JdbcStore store = new JdbcStore(source);
    store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)");
    Secrets secrets = Secrets.of(System.getenv("WEBHOOK_SECRET"));
    Receiver receiver = Receiver.builder(secrets, TomcatPayments::book).store(store).build();
    Tomcat tomcat = new Tomcat();
    tomcat.setPort(Integer.parseInt(System.getenv("PORT")));
    Tomcat.addServlet(tomcat.addContext("", null), "payments", new ReceiverServlet(receiver))
        .addMapping("/hooks/payments");
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.start();
    tomcat.getServer().await();
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
