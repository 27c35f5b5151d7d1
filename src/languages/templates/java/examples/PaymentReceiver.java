import collectionscontract.JdbcStore;
import collectionscontract.Receiver;
import collectionscontract.ReceiverServer;
import collectionscontract.Secrets;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.sqlite.SQLiteDataSource;

/**
 * Receives confirmed payments behind Undertow. Each becomes a row of the SQLite database PROCESSED,
 * together with the key by which duplicates are known: on disk before the answer is sent, for all
 * processes of one machine.
 *
 * <pre>
 * WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.db \
 *     java -cp 'target/classes:target/dependency/*' examples/PaymentReceiver.java
 * </pre>
 */
public final class PaymentReceiver {
  private PaymentReceiver() {}

  public static void main(String[] args) throws SQLException {
    Map<String, String> env = System.getenv();
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + env.getOrDefault("PROCESSED", "payments.db"));
    JdbcStore store = new JdbcStore(source);
    store.migrate("CREATE TABLE IF NOT EXISTS payment (id INTEGER, event TEXT)");
    Receiver receiver =
        Receiver.builder(
                Secrets.of(env.get("WEBHOOK_SECRET")),
                (payment, delivery) -> {
                  Connection connection = delivery.transaction(Connection.class);
                  String insert = "INSERT INTO payment VALUES (?, ?)";
                  try (PreparedStatement statement = connection.prepareStatement(insert)) {
                    statement.setLong(1, payment.id());
                    statement.setString(2, payment.event());
                    statement.executeUpdate();
                  }
                })
            .store(store)
            .build();
    int port = Integer.parseInt(env.getOrDefault("PORT", "8080"));
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
    ReceiverServer server = ReceiverServer.start(address, receiver, Duration.ofSeconds(10));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  receiver.close();
                }));
    System.err.println("listening on http://127.0.0.1:" + server.port());
  }
}
