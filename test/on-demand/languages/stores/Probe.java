import collectionscontract.Delivery;
import collectionscontract.DuplicateStore;
import collectionscontract.JdbcStore;
import collectionscontract.Json;
import collectionscontract.LabelledSecret;
import collectionscontract.PaymentSnapshot;
import collectionscontract.Receiver;
import collectionscontract.ReceiverBuilder;
import collectionscontract.Secret;
import collectionscontract.Secrets;
import collectionscontract.SpringStore;
import collectionscontract.WebhookSignature;
import com.fasterxml.jackson.databind.JsonNode;
import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.sqlite.SQLiteDataSource;

/** Answers deliveries through the store of the package; see stores.test.ts. The argument: a port or a file. */
public final class Probe {
  private static final String LIMITS =
      "INSERT INTO payment SELECT extract(epoch FROM current_setting(name)::interval) FROM pg_settings "
          + "WHERE name ~ '^(lock_timeout|tcp_|idle_in_transaction_s)'";

  private static Duration timeout = Duration.ofSeconds(5);
  private static JsonNode asked;
  private static TransactionTemplate inner;
  private static JdbcTemplate spring;

  public static void main(String[] args) throws Exception {
    if (args.length > 2) {
      timeout = Duration.ofMillis(Long.parseLong(args[2]));
    }
    DuplicateStore store = store(source(args[0]), args[1]);
    Receiver plain = built(Receiver.builder(Secrets.of("s3cret"), Probe::handle), store);
    Secrets owners =
        Secrets.labelled(
            new LabelledSecret("acme", new Secret("s-acme")), new LabelledSecret("bolt", new Secret("s-bolt")));
    Receiver owned = built(Receiver.builder(owners, Probe::handle), store);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      asked = Json.parse(line);
      String text = "{\"@event\":\"case_file.payment.confirmed\",\"id\":" + asked.get("id") + "}";
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      String secret = asked.has("owner") ? "s-" + asked.get("owner").textValue() : "s3cret";
      var answer = (asked.has("owner") ? owned : plain).receive(body, WebhookSignature.sign(body, secret));
      System.out.println(answer.status() + " " + answer.code());
    }
    System.exit(0);
  }

  private static Receiver built(ReceiverBuilder builder, DuplicateStore store) {
    return builder.store(store).onProblem(problem -> {}).handlerTimeout(timeout).build();
  }

  private static DuplicateStore store(DataSource source, String way) throws SQLException {
    String payment = "CREATE TABLE IF NOT EXISTS payment (id BIGINT)";
    if (way.equals("JDBC")) {
      JdbcStore store = new JdbcStore(source);
      store.migrate(payment);
      return store;
    }
    // What is not given back is missed at once.
    HikariDataSource pool = new HikariDataSource();
    pool.setDataSource(source);
    pool.setMaximumPoolSize(1);
    pool.setConnectionTimeout(3_000);
    pool.setAutoCommit(false);
    if (way.equals("HikariCP")) {
      return store(pool, "JDBC");
    }
    var manager = new DataSourceTransactionManager(pool);
    inner = new TransactionTemplate(manager);
    spring = new JdbcTemplate(pool);
    SpringStore store = new SpringStore(pool, manager);
    store.migrate(payment);
    return store;
  }

  private static DataSource source(String place) {
    if (!place.chars().allMatch(Character::isDigit)) {
      SQLiteDataSource file = new SQLiteDataSource();
      file.setUrl("jdbc:sqlite:" + place);
      return file;
    }
    PGSimpleDataSource server = new PGSimpleDataSource();
    server.setUrl("jdbc:postgresql://127.0.0.1:" + place + "/postgres?user=inbox&loginTimeout=5");
    return server;
  }

  private static void handle(PaymentSnapshot payment, Delivery delivery) throws Exception {
    Connection connection = delivery.transaction(Connection.class);
    try (Statement statement = connection.createStatement()) {
      String handler = asked.get("handler").textValue();
      String write = "INSERT INTO payment VALUES (" + payment.id() + ")";
      switch (handler) {
        case "commit, write" -> ignoring(() -> statement.getConnection().commit());
        case "rollback, write" -> ignoring(connection::rollback);
        case "COMMIT, write" -> ignoring(() -> run(statement, "COMMIT"));
        case "ROLLBACK, write" -> ignoring(() -> run(statement, "-- by hand\n/* of mine */ ROLLBACK"));
        default -> {}
      }
      if (handler.matches("(?i)(commit|rollback), write")) {
        ignoring(() -> statement.execute(write));
        return;
      }
      if (handler.matches("unread|query")) {
        String sql = asked.path("sql").asText(write + " RETURNING id");
        connection.createStatement().executeQuery(sql);
        connection.close();
        return;
      }
      if (handler.startsWith("prepare")) {
        connection.prepareStatement(write);
      }
      if (handler.equals("prepare")) {
        return;
      }
      run(statement, handler.equals("limits") ? LIMITS : asked.path("sql").asText(write));
      switch (handler) {
        case "hang" -> {
          System.out.println("inside");
          Thread.sleep(1_000_000);
        }
        case "fail" -> throw new IOException("away");
        case "commit" -> run(statement, "COMMIT");
        case "commit, fail" -> {
          run(statement, "COMMIT");
          throw new IOException("away");
        }
        case "undo" -> connection.rollback();
        case "mark" -> inner.executeWithoutResult(TransactionStatus::setRollbackOnly);
        case "lose", "lose, write" -> {
          ignoring(() -> statement.execute("SELECT pg_terminate_backend(pg_backend_pid())"));
          if (!handler.equals("lose")) {
            connection.createStatement().execute(write);
          }
        }
        case "slip" -> ignoring(() -> statement.execute("SELECT * FROM no_such_table"));
        default -> {}
      }
    }
  }

  /** In Spring with a template of its own, which knows the transaction of the store. */
  private static void run(Statement statement, String sql) throws SQLException {
    if (spring == null) {
      statement.execute(sql);
    } else {
      spring.execute(sql);
    }
  }

  private interface Work {
    void run() throws SQLException;
  }

  /** As a handler does that means well. */
  private static void ignoring(Work work) {
    try {
      work.run();
    } catch (SQLException | DataAccessException ignored) {
      // It does not notice.
    }
  }
}
