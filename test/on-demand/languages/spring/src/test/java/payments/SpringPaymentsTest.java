package payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import collectionscontract.Answer;
import collectionscontract.Contract;
import collectionscontract.Receiver;
import collectionscontract.Secrets;
import collectionscontract.SpringStore;
import collectionscontract.WebhookSignature;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.filter.OncePerRequestFilter;

/** The recipe in Tomcat, behind Spring Security, with a database. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "webhook.secret=<WEBHOOK_SECRET>",
      "server.tomcat.connection-timeout=2s",
      "spring.datasource.url=jdbc:sqlite:target/payments.db"
    })
class SpringPaymentsTest {
  @Value("${local.server.port}")
  private int port;

  @Autowired private JdbcTemplate sql;
  @Autowired private DataSource source;
  @Autowired private PlatformTransactionManager manager;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @SpringBootApplication
  static class Application {
    /** What other filters do to a request. */
    @Bean
    OncePerRequestFilter filter() {
      return new OncePerRequestFilter() {
        @Override
        protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
          switch (String.valueOf(request.getHeader("X-Filter"))) {
            case "reads" -> request.getInputStream().readAllBytes();
            case "asks for a reader" -> request.getReader();
            case "sets a status" -> response.setStatus(200);
            default -> {}
          }
          chain.doFilter(request, response);
        }
      };
    }
  }

  @Test
  void handlesAPaymentOnce() throws Exception {
    assertEquals("204 ", send("1", "", false));
    assertEquals("204 ", send("1", "", false));
    assertEquals("204 ", send("2", "", true));
    assertEquals(1, count(1));
    assertEquals(1, count(2));
  }

  @Test
  void leavesOtherPathsToTheSecurityOfSpringBoot() throws Exception {
    for (String path : List.of("/", "/admin", "/hooks", "/hooks/payments/1")) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .header("Accept", "application/json")
              .build();
      assertEquals(401, http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
    }
  }

  @Test
  void rollsBackWhatFailed() throws Exception {
    sql.execute(
        "CREATE TRIGGER away BEFORE INSERT ON payment WHEN NEW.id < 0"
            + " BEGIN SELECT RAISE(ABORT, 'away'); END");
    assertEquals("500 {\"code\":\"handler_failed\"}", send("-1", "", false));
    assertEquals(0, keys("-1 %"));
    assertEquals("500 {\"code\":\"handler_failed\"}", send("-1", "", false));
  }

  @Test
  void acknowledgesNothingThatAnInnerTransactionRolledBackOrLeftOpen() throws Exception {
    var inner = new TransactionTemplate(manager);
    Runnable undoes = () -> inner.executeWithoutResult(TransactionStatus::setRollbackOnly);
    assertEquals(503, receive(receiver(source, manager, undoes), -2).status());
    inner.setPropagationBehaviorName("PROPAGATION_REQUIRES_NEW");
    Runnable leavesOpen = () -> manager.getTransaction(inner);
    assertEquals(503, receive(receiver(source, manager, leavesOpen), -2).status());
    assertEquals(0, keys("-2 %"));
  }

  @Test
  void refusesTheTransactionsOfAnotherDataSource() throws Exception {
    var other =
        new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:sqlite::memory:"));
    assertThrows(IllegalArgumentException.class, () -> new SpringStore(source, other));
    for (boolean isAutomatic : new boolean[] {true, false}) {
      try (var pool = new HikariDataSource()) {
        pool.setDataSource(source);
        pool.setAutoCommit(isAutomatic);
        var proxy = new DelegatingDataSource(pool);
        assertEquals("store_failed", receive(receiver(proxy, other, () -> {}), -3).code());
      }
      assertEquals(0, keys("-3 %"));
    }
    assertEquals(204, receive(receiver(source, manager, () -> {}), -3).status());
    assertEquals(1, keys("-3 %"));
  }

  private Receiver receiver(DataSource source, PlatformTransactionManager of, Runnable handler) {
    return Receiver.builder(
            Secrets.of("s"),
            (payment, delivery) -> {
              handler.run();
            })
        .store(new SpringStore(source, of))
        .build();
  }

  private static Answer receive(Receiver receiver, int id) {
    String text = "{\"@event\":\"" + Contract.CASE_FILE_PAYMENT_CONFIRMED + "\",\"id\":" + id + "}";
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    return receiver.receive(body, WebhookSignature.sign(body, "s"));
  }

  private int keys(String like) {
    return sql.queryForList("SELECT * FROM handled_delivery WHERE key LIKE ?", like).size();
  }

  @Test
  void saysWhatFiltersDidToTheBody() throws Exception {
    for (String filter : new String[] {"reads", "asks for a reader"}) {
      assertEquals("400 {\"code\":\"body_not_received\"}", send("3", filter, false));
      assertEquals("400 {\"code\":\"body_not_received\"}", send("3", filter, true));
    }
    assertEquals(0, count(3));
  }

  @Test
  void confirmsNoForgeryThroughAnAnswerThatAFilterBegan() throws Exception {
    String forged =
        "POST /hooks/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    assertTrue(
        talk(forged + "X-Filter: sets a status\r\nContent-Length: 2\r\n\r\n{}").contains(" 401"));
  }

  @Test
  void refusesBodiesThatDoNotEnd() throws Exception {
    String head = "POST /hooks/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    String answer = talk(head + "Content-Length: 9\r\n\r\n{");
    // Whether it is 400 or 408 is up to the version of Tomcat.
    assertTrue(answer.startsWith("HTTP/1.1 4"), answer);
  }

  private int count(long id) {
    return sql.queryForList("SELECT * FROM payment WHERE id = ?", id).size();
  }

  private String send(String id, String filter, boolean isChunked) throws Exception {
    String text = "{\"@event\":\"" + Contract.CASE_FILE_PAYMENT_CONFIRMED + "\",\"id\":" + id + "}";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    BodyPublisher body =
        isChunked
            ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))
            : BodyPublishers.ofByteArray(bytes);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hooks/payments"))
            .header("Content-Type", "application/json")
            .header("X-Filter", filter)
            .header(Contract.SIGNATURE_HEADER, WebhookSignature.sign(bytes, "<WEBHOOK_SECRET>"))
            .POST(body)
            .build();
    var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }

  /** All that is answered until the connection is closed, or half a second passes. */
  private String talk(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.setSoTimeout(10_000);
      byte[] bytes = new byte[10_000];
      int length = 0;
      for (int n; (n = socket.getInputStream().read(bytes, length, 5_000)) > 0; ) {
        length += n;
        if (new String(bytes, 0, length, StandardCharsets.UTF_8).contains("}")) {
          break;
        }
      }
      return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
  }
}
