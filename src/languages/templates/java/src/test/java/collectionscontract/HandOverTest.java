package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Handlers and stores that fail, hang or lie: never a 2xx, never a request without an answer. */
class HandOverTest {
  private static final String SECRET = "<WEBHOOK_SECRET>";

  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<Throwable> causes = new CopyOnWriteArrayList<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Receiver.Builder receiver(PaymentHandler handler) {
    return Receiver.builder(List.of(SECRET), handler).onProblem(this::note);
  }

  private void note(String code, Throwable cause) {
    problems.add(code);
    if (cause != null) {
      causes.add(cause);
    }
  }

  @Test
  void answersWhateverAHandlerThrows() throws Exception {
    for (Throwable error :
        List.of(
            new NoClassDefFoundError("x"),
            new StackOverflowError(),
            new AssertionError(),
            new OutOfMemoryError(),
            new InterruptedException(),
            new RuntimeException())) {
      Receiver receiver = receiver((payment, delivery) -> sneak(error)).build();
      assertEquals(List.of(500), posts(receiver, List.of(1)));
      assertEquals("handler_failed", problems.get(problems.size() - 1));
      assertEquals(error, causes.get(causes.size() - 1));
    }
  }

  @Test
  void answersWhateverTheOtherFunctionsThrow() throws Exception {
    Error error = new NoClassDefFoundError("x");
    PaymentHandler good = (payment, delivery) -> {};
    Receiver key = receiver(good).key(payment -> sneak(error)).build();
    Receiver store = receiver(good).store((name, task) -> sneak(error)).build();
    Receiver secrets = Receiver.builder(() -> sneak(error), good).onProblem(this::note).build();
    Receiver problem = receiver((payment, delivery) -> sneak(error)).onProblem(this::bad).build();
    Receiver accepted = receiver(good).onAccepted(one -> sneak(error)).build();
    assertEquals(List.of(500), posts(key, List.of(1)));
    assertEquals(List.of(503), posts(store, List.of(1)));
    assertEquals(List.of(500), posts(secrets, List.of(1)));
    assertEquals(List.of(500), posts(problem, List.of(1)));
    assertEquals(List.of(204), posts(accepted, List.of(1)));
    assertEquals(List.of("handler_failed", "store_failed", "secrets_unavailable"), problems);
  }

  @Test
  void answersOthersWhileHandlersHang() throws Exception {
    Receiver receiver =
        receiver(
                (payment, delivery) -> {
                  if (payment.id() < 60) {
                    released.await();
                  }
                })
            .handlerTimeout(Duration.ofMinutes(1))
            .build();
    try (ReceiverServer server = start(receiver)) {
      var hanging = Stream.iterate(1, id -> id + 1).limit(59).map(id -> post(server, id)).toList();
      var again = Stream.generate(() -> post(server, 1)).limit(100).toList();
      assertEquals(204, post(server, 60).join());
      // Whichever of them came first hangs; the others are answered while it does.
      while (again.stream().filter(CompletableFuture::isDone).count() < 99) {
        Thread.sleep(10);
      }
      assertTrue(problems.stream().allMatch("event_busy"::equals), problems.toString());
      released.countDown();
      List<Integer> all = statuses(Stream.concat(hanging.stream(), again.stream()).toList());
      assertEquals(59, all.stream().filter(status -> status == 204).count());
      assertEquals(100, all.stream().filter(status -> status == 503).count());
    }
  }

  @Test
  void answersWhileTheStoreOrTheSecretsHang() throws Exception {
    PaymentHandler good = (payment, delivery) -> {};
    Duration shortly = Duration.ofMillis(100);
    Receiver store =
        receiver(good).store((key, task) -> released.await()).handlerTimeout(shortly).build();
    Receiver secrets =
        Receiver.builder(
                () -> {
                  released.await();
                  return List.of(SECRET);
                },
                good)
            .onProblem(this::note)
            .handlerTimeout(shortly)
            .build();
    Receiver handler =
        receiver((payment, delivery) -> released.await()).handlerTimeout(shortly).build();
    assertEquals(List.of(503), posts(store, List.of(1)));
    assertEquals(List.of(500), posts(secrets, List.of(1)));
    assertEquals(List.of(503), posts(handler, List.of(1)));
    var expected = List.of("handler_deadline", "secrets_unavailable", "handler_deadline");
    assertEquals(expected, problems);
    released.countDown();
  }

  @Test
  void dropsWhatCouldNotBegin() throws Exception {
    List<Long> handled = new CopyOnWriteArrayList<>();
    Receiver receiver =
        receiver(
                (payment, delivery) -> {
                  handled.add(payment.id());
                  released.await();
                })
            .handlerTimeout(Duration.ofMillis(500))
            .build();
    List<Integer> ids = Stream.iterate(1, id -> id + 1).limit(100).toList();
    assertEquals(Set.of(503), new HashSet<>(posts(receiver, ids)));
    released.countDown();
    // The threads are free again; what was not begun is handled when it comes again.
    assertTrue(handled.size() < 100);
    try (ReceiverServer server = start(receiver)) {
      for (int id : ids) {
        assertEquals(204, eventually(server, id));
      }
    }
    assertEquals(100, new HashSet<>(handled).size());
    assertEquals(100, handled.size());
  }

  @Test
  void takesTheLastTimeWhereAStoreTriesAgain() throws Exception {
    List<Long> handled = new ArrayList<>();
    DuplicateStore twice =
        (key, task) -> {
          assertThrows(Exception.class, () -> task.run(null));
          task.run(null);
        };
    Receiver patient =
        receiver(
                (payment, delivery) -> {
                  handled.add(payment.id());
                  if (handled.size() == 1) {
                    throw new Exception("conflict");
                  }
                })
            .store(twice)
            .build();
    assertEquals(List.of(204), posts(patient, List.of(1)));
  }

  @Test
  void refusesATaskThatIsRunTooLate() throws Exception {
    List<DuplicateStore.Task> tasks = new ArrayList<>();
    List<Long> handled = new ArrayList<>();
    Receiver receiver =
        receiver((payment, delivery) -> handled.add(payment.id()))
            .store((key, task) -> tasks.add(task))
            .build();
    posts(receiver, List.of(1));
    assertThrows(IllegalStateException.class, () -> tasks.get(0).run(null));
    assertEquals(List.of("store_failed"), problems);
    assertEquals(List.of(), handled);
  }

  @Test
  void neverConfirmsAnAnswerThatWasBegunBefore() throws Exception {
    Receiver receiver = receiver((payment, delivery) -> sneak(new RuntimeException())).build();
    ReceiverHandler own = new ReceiverHandler(receiver, Duration.ofSeconds(5));
    HttpHandler early =
        exchange -> {
          exchange.setStatusCode(200);
          own.handleRequest(exchange);
        };
    Undertow server = Undertow.builder().addHttpListener(0, "127.0.0.1", early).build();
    server.start();
    try {
      int port = ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
      assertEquals(500, post(port, 1).join());
    } finally {
      server.stop();
    }
  }

  private void bad(String code, Throwable cause) {
    throw new IllegalStateException();
  }

  private List<Integer> posts(Receiver receiver, List<Integer> ids) throws Exception {
    try (ReceiverServer server = start(receiver)) {
      return statuses(ids.stream().map(id -> post(server, id)).toList());
    }
  }

  /** A handler that hung has to be left before its payment can be handled. */
  private int eventually(ReceiverServer server, int id) throws InterruptedException {
    int status = post(server, id).join();
    for (int i = 0; status == 503 && i < 1000; i++) {
      Thread.sleep(20);
      status = post(server, id).join();
    }
    return status;
  }

  private static List<Integer> statuses(List<CompletableFuture<Integer>> pending) {
    return pending.stream().map(CompletableFuture::join).toList();
  }

  private static ReceiverServer start(Receiver receiver) {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", 0);
    return ReceiverServer.start(address, receiver, Duration.ofSeconds(10));
  }

  private CompletableFuture<Integer> post(ReceiverServer server, int id) {
    return post(server.port(), id);
  }

  private CompletableFuture<Integer> post(int port, int id) {
    String text = "{\"@event\":\"" + Contract.CASE_FILE_PAYMENT_CONFIRMED + "\",\"id\":" + id + "}";
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hooks"))
            .timeout(Duration.ofMinutes(1))
            .header("Content-Type", "application/json")
            .header(Contract.SIGNATURE_HEADER, WebhookSignature.sign(body, SECRET))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    return http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
        .thenApply(HttpResponse::statusCode);
  }

  /** Throws anything, checked or not. */
  @SuppressWarnings("unchecked")
  private static <T, E extends Throwable> T sneak(Throwable error) throws E {
    throw (E) error;
  }
}
