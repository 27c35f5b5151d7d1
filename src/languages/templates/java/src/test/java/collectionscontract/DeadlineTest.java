package collectionscontract;

import static collectionscontract.Deliveries.SECRET;
import static collectionscontract.Deliveries.deliver;
import static collectionscontract.Deliveries.payment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Handlers, stores and secrets that hang: others are answered, and so are these, in time. */
class DeadlineTest {
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final CountDownLatch released = new CountDownLatch(1);

  private ReceiverBuilder receiver(EventHandler<PaymentSnapshot> handler) {
    return Receiver.builder(Secrets.of(SECRET), handler)
        .onProblem(problem -> problems.add(problem.code()));
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
      var hanging = IntStream.range(1, 60).mapToObj(id -> post(server, id)).toList();
      assertEquals(204, post(server, 60).join());
      released.countDown();
      assertEquals(Set.of(204), new HashSet<>(statuses(hanging)));
    }
  }

  @Test
  void answersWhileTheStoreOrTheSecretsHang() throws Exception {
    EventHandler<PaymentSnapshot> good = (payment, delivery) -> {};
    Duration shortly = Duration.ofMillis(100);
    Receiver store =
        receiver(good).store((key, task) -> released.await()).handlerTimeout(shortly).build();
    Receiver secrets =
        Receiver.builder(
                Secrets.asked(
                    () -> {
                      released.await();
                      return Secrets.of(SECRET);
                    }),
                good)
            .onProblem(problem -> problems.add(problem.code()))
            .handlerTimeout(shortly)
            .build();
    assertEquals(503, deliver(store, 1).status());
    assertEquals(500, deliver(secrets, 1).status());
    assertEquals(List.of("handler_deadline", "secrets_unavailable"), problems);
    released.countDown();
  }

  @Test
  void leavesAPaymentToTheStoreAfterAWhile() throws Exception {
    AtomicBoolean hasHung = new AtomicBoolean();
    Receiver receiver =
        receiver(
                (payment, delivery) -> {
                  if (!hasHung.getAndSet(true)) {
                    released.await();
                  }
                })
            .store((key, task) -> task.run(null))
            .handlerTimeout(Duration.ofMillis(100))
            .build();
    long begun = System.nanoTime();
    while (deliver(receiver, 1).status() == 503) {
      Thread.sleep(10);
    }
    assertTrue(System.nanoTime() - begun >= 1_200_000_000);
    assertEquals(204, deliver(receiver, 1).status());
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
    List<Integer> ids = IntStream.range(0, 100).boxed().toList();
    try (ReceiverServer server = start(receiver)) {
      var late = ids.stream().map(id -> post(server, id)).toList();
      assertEquals(Set.of(503), new HashSet<>(statuses(late)));
      released.countDown();
      // The threads are free again; what was not begun is handled when it comes again.
      assertTrue(handled.size() < 100);
      for (int id : ids) {
        assertEquals(204, eventually(server, id));
      }
    }
    assertEquals(100, new HashSet<>(handled).size());
    assertEquals(100, handled.size());
  }

  @Test
  void completesNothingOnTheCommonPool() throws Exception {
    CompletableFuture<String> told = new CompletableFuture<>();
    Receiver receiver =
        receiver((payment, delivery) -> released.await())
            .onProblem(problem -> told.complete(Thread.currentThread().getName()))
            .handlerTimeout(Duration.ofMillis(50))
            .build();
    assertEquals(503, deliver(receiver, 1).status());
    assertEquals("webhook-deadline", told.get());
    released.countDown();
    Receiver patient =
        receiver((payment, delivery) -> Thread.sleep(500))
            .handlerTimeout(Duration.ofMinutes(1))
            .build();
    byte[] body = payment(2);
    String thread =
        patient
            .receiveLater(body, Deliveries.signature(body))
            .thenApply(answer -> Thread.currentThread().getName())
            .get(20, TimeUnit.SECONDS);
    assertEquals("webhook-receiver", thread);
  }

  @Test
  void waitsForHandlersWhenItIsClosed() throws Exception {
    AtomicBoolean isDone = new AtomicBoolean();
    Receiver receiver =
        receiver(
                (payment, delivery) -> {
                  Thread.sleep(300);
                  isDone.set(true);
                })
            .handlerTimeout(Duration.ofMillis(50))
            .build();
    assertEquals(503, deliver(receiver, 1).status());
    receiver.close();
    assertTrue(isDone.get());
    assertEquals(503, deliver(receiver, 2).status());
    assertEquals(List.of("handler_deadline", "handler_deadline"), problems);
  }

  /** A handler that hung has to be left before its payment can be handled. */
  private static int eventually(ReceiverServer server, int id) throws InterruptedException {
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
    return Deliveries.start(receiver, Duration.ofSeconds(10));
  }

  private static CompletableFuture<Integer> post(ReceiverServer server, int id) {
    return Deliveries.post(server.port(), payment(id));
  }
}
