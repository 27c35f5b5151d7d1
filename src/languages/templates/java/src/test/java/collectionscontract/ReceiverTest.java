package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The receiver over real HTTP: what is handed over, what is refused, what is answered when. */
class ReceiverTest {
  private static final String SECRET = "<WEBHOOK_SECRET>";

  private final List<Long> handled = new CopyOnWriteArrayList<>();
  private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private ReceiverServer server;

  @BeforeEach
  void start() {
    start(Duration.ofSeconds(30));
  }

  private void start(Duration timeout) {
    Receiver receiver =
        Receiver.builder(List.of("<OLD_SECRET>", SECRET), this::handle)
            .maxBodyBytes(2000)
            .onProblem((code, cause) -> problems.add(code))
            .build();
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", 0);
    server = ReceiverServer.start(address, receiver, timeout);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void handle(PaymentSnapshot payment, Delivery delivery) throws Exception {
    // Long enough for a second delivery to arrive meanwhile.
    Thread.sleep(20);
    if (failures.getAndDecrement() > 0) {
      throw new IOException("disk full");
    }
    handled.add(payment.id());
    deliveries.add(delivery);
  }

  @Test
  void handsAPaymentOverOnce() {
    var pending =
        Stream.generate(
                () -> http.sendAsync(post(payment("1")), HttpResponse.BodyHandlers.discarding()))
            .limit(50)
            .toList();
    List<Integer> answers =
        pending.stream()
            .map(CompletableFuture::join)
            .map(HttpResponse::statusCode)
            .distinct()
            .sorted()
            .toList();
    // While the first one is handled, the service is asked to come again.
    assertEquals(List.of(204, 503), answers);
    assertEquals(List.of(1L), handled);
  }

  @Test
  void takesChunksAndUnknownMembers() throws Exception {
    byte[] body = payment("2,\"x-later\":[1]");
    var chunks = HttpRequest.BodyPublishers.ofByteArrays(List.of(bytes(""), body));
    var answer =
        http.send(signed(body).POST(chunks).build(), HttpResponse.BodyHandlers.discarding());
    assertEquals(204, answer.statusCode());
    // The server closes the connection, and has to say so.
    assertEquals(List.of("close"), answer.headers().allValues("connection"));
    byte[] marked = bytes("\uFEFF" + new String(payment("3"), StandardCharsets.UTF_8));
    assertEquals(204, send(post(marked)));
    assertEquals(List.of(2L, 3L), handled);
  }

  @Test
  void refusesOverHttp() throws Exception {
    byte[] body = payment("5");
    String twice = WebhookSignature.sign(body, SECRET);
    String header = Contract.SIGNATURE_HEADER;
    assertEquals(401, send(signed(body).header(header, twice).POST(of(body)).build()));
    assertEquals(405, send(signed(body).PUT(of(body)).build()));
    byte[] large = bytes(" ".repeat(2001));
    assertEquals(413, send(post(large)));
    var chunks = HttpRequest.BodyPublishers.ofByteArrays(List.of(large));
    assertEquals(413, send(signed(large).POST(chunks).build()));
    assertEquals(List.of(), handled);
  }

  @Test
  void closesSlowConnectionsAndRefusesAmbiguousHeads() throws Exception {
    stop();
    start(Duration.ofMillis(500));
    String head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    assertEquals("", talk(head + "Content-Length: 900\r\n\r\n{"));
    assertEquals("", talk(head));
    assertEquals("", talk(head + "Transfer-Encoding: chunked\r\n\r\n0"));
    assertTrue(talk(head + "Content-Length: -1\r\n\r\n{}").startsWith("HTTP/1.1 400"));
    String both = "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    assertTrue(talk(head + both).startsWith("HTTP/1.1 400"));
    assertTrue(problems.contains("body_timeout"), problems.toString());
    assertEquals(List.of(), handled);
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
  void saysWhyInTheAnswer() throws Exception {
    var answer = http.send(post(bytes("{")), HttpResponse.BodyHandlers.ofString());
    assertEquals("{\"code\":\"body_not_json\"}", answer.body());
    assertEquals("application/json", answer.headers().firstValue("Content-Type").orElseThrow());
  }

  @Test
  void takesAnOwnKeyAndAStoreWithATransaction() {
    List<String> log = new CopyOnWriteArrayList<>();
    DuplicateStore store =
        (key, task) -> {
          task.run("connection");
          log.add("commit " + key);
        };
    Receiver receiver =
        Receiver.builder(List.of(SECRET), this::handle)
            .key(payment -> "payment " + payment.id())
            .store(store)
            .build();
    failures.set(1);
    assertEquals(500, receive(receiver, payment("1")).status());
    assertEquals(204, receive(receiver, payment("1")).status());
    assertEquals(List.of("commit payment 1"), log);
    assertEquals("connection", deliveries.get(0).transaction(String.class));
  }

  private Answer receive(Receiver receiver, byte[] body) {
    return receiver.receive(body, WebhookSignature.sign(body, SECRET));
  }

  private int send(HttpRequest request) throws Exception {
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private HttpRequest post(byte[] body) {
    return signed(body).POST(of(body)).build();
  }

  private HttpRequest.Builder signed(byte[] body) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/hooks"))
        .timeout(Duration.ofSeconds(10))
        .header("Content-Type", "application/json; charset=utf-8")
        .header(Contract.SIGNATURE_HEADER, WebhookSignature.sign(body, SECRET));
  }

  /** All that is answered until the connection is closed. */
  private String talk(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(bytes(request));
      InputStream answer = socket.getInputStream();
      return new String(answer.readNBytes(12), StandardCharsets.UTF_8);
    }
  }

  private static HttpRequest.BodyPublisher of(byte[] body) {
    return HttpRequest.BodyPublishers.ofByteArray(body);
  }

  private static byte[] payment(String id) {
    return bytes("{\"@event\":\"" + Contract.CASE_FILE_PAYMENT_CONFIRMED + "\",\"id\":" + id + "}");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
