package collectionscontract;

import static collectionscontract.Deliveries.SECRET;
import static collectionscontract.Deliveries.deliver;
import static collectionscontract.Deliveries.payment;
import static collectionscontract.Deliveries.sneak;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Handlers and stores that fail, hang or lie: never a 2xx, never a request without an answer. */
class HandOverTest {
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<Throwable> causes = new CopyOnWriteArrayList<>();

  private ReceiverBuilder receiver(EventHandler<PaymentSnapshot> handler) {
    return Receiver.builder(Secrets.of(SECRET), handler).onProblem(this::note);
  }

  private void note(Problem problem) {
    problems.add(problem.code());
    if (problem.cause() != null) {
      causes.add(problem.cause());
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
            new Throwable(),
            new RuntimeException())) {
      Receiver receiver = receiver((payment, delivery) -> sneak(error)).build();
      assertEquals(500, deliver(receiver, 1).status());
      assertEquals("handler_failed", problems.get(problems.size() - 1));
      assertEquals(error, causes.get(causes.size() - 1));
    }
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
    assertEquals(204, deliver(patient, 1).status());
  }

  @Test
  void refusesATaskThatIsRunTooLate() throws Exception {
    List<DuplicateStore.Task> tasks = new ArrayList<>();
    List<Long> handled = new ArrayList<>();
    Receiver receiver =
        receiver((payment, delivery) -> handled.add(payment.id()))
            .store((key, task) -> tasks.add(task))
            .build();
    deliver(receiver, 1);
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
      assertEquals(500, Deliveries.post(port, payment(1)).join());
    } finally {
      server.stop();
    }
  }
}
