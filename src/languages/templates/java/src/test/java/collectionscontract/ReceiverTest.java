package collectionscontract;

import static collectionscontract.Deliveries.SECRET;
import static collectionscontract.Deliveries.bytes;
import static collectionscontract.Deliveries.deliver;
import static collectionscontract.Deliveries.payment;
import static collectionscontract.Deliveries.post;
import static collectionscontract.Deliveries.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The receiver over real HTTP, and what vectors/receiver.json does not say of it. */
class ReceiverTest {
  private final List<Long> handled = new CopyOnWriteArrayList<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private ReceiverServer server;

  @BeforeEach
  void start() {
    Receiver receiver =
        Receiver.builder(Secrets.of(SECRET), (payment, delivery) -> handled.add(payment.id()))
            .maxBodyBytes(2000)
            .onProblem(problem -> problems.add(problem.code()))
            .build();
    server = Deliveries.start(receiver, Duration.ofSeconds(1));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void refusesLargeBodies() throws Exception {
    byte[] large = bytes(" ".repeat(2001));
    assertEquals(413, post(server.port(), large).join());
    var chunks = HttpRequest.BodyPublishers.ofByteArrays(List.of(large));
    assertEquals(413, send(Deliveries.signed(server.port(), large).POST(chunks)).join());
    assertEquals(List.of(), handled);
  }

  @Test
  void tellsOfABodyThatDoesNotEnd() throws Exception {
    String head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(bytes(head + "Content-Length: 900\r\n\r\n{"));
      assertEquals(-1, socket.getInputStream().read());
    }
    assertEquals(List.of("body_timeout"), problems);
    assertEquals(List.of(), handled);
  }

  @Test
  void makesNeitherJsonNorTextOfAnAnswer() {
    Answer refusal = new Answer(500, "handler_failed");
    assertThrows(Exception.class, () -> new ObjectMapper().writeValueAsString(refusal));
    assertThrows(IllegalStateException.class, refusal::toString);
  }

  @Test
  void forgetsTheOldestKeys() throws Exception {
    MemoryStore store = new MemoryStore(2);
    AtomicInteger runs = new AtomicInteger();
    for (String key : List.of("a", "a", "b", "c", "b", "a")) {
      store.once(key, transaction -> runs.incrementAndGet());
    }
    assertEquals(4, runs.get());
  }

  @Test
  void passesTheTransactionOfTheStoreOn() {
    EventHandler<PaymentSnapshot> handler =
        (payment, delivery) -> problems.add(delivery.transaction(String.class));
    ReceiverBuilder builder =
        Receiver.builder(Secrets.of(SECRET), handler)
            .onProblem(problem -> problems.add(problem.cause().getMessage()));
    assertEquals(204, deliver(builder.store((key, task) -> task.run("a")).build(), 1).status());
    assertEquals(500, deliver(builder.store(new MemoryStore()).build(), 1).status());
    String said = "The store of this receiver has no transaction that is a java.lang.String";
    assertEquals(List.of("a", said), problems);
  }

  @Test
  void refusesOwnersThatAreNotTextAndPrintsNoSecret() {
    Secret secret = new Secret("secret-a");
    for (String owner : new String[] {"\uD800", null}) {
      assertThrows(
          IllegalArgumentException.class, () -> new LabelledSecret("a", secret, owner), owner);
    }
    assertThrows(IllegalArgumentException.class, () -> Secrets.of(SECRET, null));
    assertFalse(List.of(new LabelledSecret("a", secret)).toString().contains("secret-a"));
  }
}
