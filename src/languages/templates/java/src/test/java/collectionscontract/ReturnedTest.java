package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.vavr.control.Either;
import io.vavr.control.Option;
import io.vavr.control.Try;
import io.vavr.control.Validation;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import kotlin.LazyKt;
import kotlin.Metadata;
import kotlin.Result;
import kotlin.ResultKt;
import kotlin.jvm.functions.Function0;
import org.junit.jupiter.api.Test;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What a handler returns is awaited, or refused; nothing is dropped. */
class ReturnedTest {
  private final CompletableFuture<Void> work = new CompletableFuture<>();
  private final CountDownLatch begun = new CountDownLatch(1);

  private CompletionStage<Void> store(PaymentSnapshot payment, Delivery delivery) {
    begun.countDown();
    return work;
  }

  @Test
  void theAnswerWaitsForAFuture() throws Exception {
    byte[] body = Deliveries.payment(1);
    var answer = receiver(this::store).receiveLater(body, Deliveries.signature(body));
    assertTrue(begun.await(20, TimeUnit.SECONDS));
    assertFalse(answer.isDone());
    work.complete(null);
    assertEquals(204, answer.get(20, TimeUnit.SECONDS).status());
  }

  @Test
  void workThatRunsOnlyLaterIsAnswered500() {
    try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>()) {
      Runnable runnable = () -> {};
      Callable<String> callable = () -> "";
      Supplier<String> supplier = () -> "";
      Function0<String> ofKotlin = () -> "";
      List<Object> all =
          List.of(
              publisher,
              Flux.just(1),
              Mono.never().subscribe(),
              runnable,
              callable,
              supplier,
              Stream.of(1),
              new SingleOfAnother(),
              ofKotlin,
              LazyKt.lazy(ofKotlin));
      for (Object returned : all) {
        EventHandler.Returning<PaymentSnapshot> handler = (payment, delivery) -> returned;
        assertEquals("handler_failed", post(receiver(handler)), returned.getClass().getName());
      }
    }
  }

  @Test
  void aFailureThatIsReturnedIsAnswered500() throws Exception {
    Exception failure = new Exception("away");
    Object ofKotlin = result(ResultKt.createFailure(failure));
    Object failed = CompletableFuture.completedFuture(failure);
    Object later = CompletableFuture.failedFuture(failure);
    List<Throwable> told = new ArrayList<>();
    for (Object returned :
        List.of(
            later,
            failure,
            new AssertionError(),
            new Throwable(),
            ofKotlin,
            CompletableFuture.completedFuture(ofKotlin),
            Try.failure(failure),
            Either.left("away"),
            Validation.invalid("away"),
            ProblemDetail.forStatus(500),
            new AnswerOfAnother(500),
            new Sent(1, List.of()),
            new Sent(0, List.of("1")),
            Mono.error(failure),
            Mono.just(Mono.error(failure)),
            failed,
            List.of(later),
            Optional.of(later),
            new Object[] {later},
            Map.of("stored", later),
            ResponseEntity.status(302).build(),
            ResponseEntity.status(503).build(),
            CompletableFuture.completedFuture(ResponseEntity.badRequest().build()))) {
      EventHandler.Returning<PaymentSnapshot> handler = (payment, delivery) -> returned;
      ReceiverBuilder builder = Receiver.builder(Secrets.of(Deliveries.SECRET), handler);
      builder.store(new MemoryStore()).onProblem(problem -> told.add(problem.cause()));
      assertEquals("handler_failed", post(builder.build()), returned.toString());
    }
    assertEquals(failure, told.get(0));
  }

  @Test
  void anAnswerOfAnotherServerIsLookedAt() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/200", exchange -> exchange.sendResponseHeaders(200, -1));
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    HttpClient client = HttpClient.newHttpClient();
    for (String path : List.of("/200", "/404")) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
      EventHandler.Returning<PaymentSnapshot> handler =
          (payment, delivery) -> client.sendAsync(request, BodyHandlers.discarding());
      assertEquals(path.equals("/200") ? null : "handler_failed", post(receiver(handler)));
    }
    server.stop(0);
  }

  @Test
  void valuesAreFine() throws Exception {
    Object answer = ResponseEntity.noContent().build();
    for (Object returned :
        Arrays.asList(
            null,
            1,
            "text",
            List.of(1),
            answer,
            new Subscription(),
            new Booking(500),
            new AnswerOfAnother(200),
            new Sent(0, List.of()),
            Mono.empty(),
            Mono.just("stored"),
            new OfAClosedSession(),
            result("stored"),
            Try.success(1),
            Either.right(1),
            Option.none())) {
      EventHandler.Returning<PaymentSnapshot> handler = (payment, delivery) -> returned;
      assertEquals(null, post(receiver(handler)));
    }
  }

  @Test
  void aLambdaThatCouldDropItsResultIsAwaited() {
    work.completeExceptionally(new Exception("away"));
    Secrets secrets = Secrets.of(Deliveries.SECRET);
    List<ReceiverBuilder> awaited =
        List.of(
            Receiver.builder(secrets, (payment, delivery) -> work),
            Receiver.builder(secrets, (payment, delivery) -> store(payment, delivery)),
            Receiver.builder(secrets, this::store));
    for (ReceiverBuilder builder : awaited) {
      builder.onUnknown(delivery -> work);
      assertEquals("handler_failed", post(builder.onProblem(problem -> {}).build()));
    }
    ReceiverBuilder dropped =
        Receiver.builder(
            secrets,
            (payment, delivery) -> {
              store(payment, delivery);
            });
    assertEquals(null, post(dropped.onUnknown(delivery -> {}).build()));
  }

  @Test
  void aLambdaOfKotlinThatDropsItsResultIsRefused() {
    Secrets secrets = Secrets.of(Deliveries.SECRET);
    var error =
        assertThrows(
            IllegalArgumentException.class, () -> Receiver.builder(secrets, OfKotlin.BARE));
    assertTrue(error.getMessage().contains("EventHandler.Returning"), error.getMessage());
    assertEquals(null, post(Receiver.builder(secrets, OfKotlin.RETURNING).build()));
  }

  /** As RxJava has it: neither a Publisher nor a Future. */
  public static final class SingleOfAnother {
    public void subscribe(Object observer) {}
  }

  /** As OkHttp has it. */
  record AnswerOfAnother(int code) {
    public String headers() {
      return "";
    }
  }

  /** As AWS has it. */
  record Sent(int failedEntryCount, List<String> failed) {}

  /** An entity of the user's own, whose code is not that of an answer. */
  record Booking(int code) {
    public boolean isLeft(int room) {
      return true;
    }
  }

  /** As a Kotlin function returns it where any object may stand. */
  private static Object result(Object value) throws ReflectiveOperationException {
    return Result.class.getMethod("box-impl", Object.class).invoke(null, value);
  }

  /** An entity of the user's own: nothing is still to be done. */
  public static final class Subscription {
    public void subscribe(String plan) {}

    public void subscribe() {}
  }

  /** As Hibernate has it: it throws when anybody asks for its items. */
  public static final class OfAClosedSession extends AbstractList<Object> {
    @Override
    public Object get(int index) {
      throw new IllegalStateException("no session");
    }

    @Override
    public int size() {
      throw new IllegalStateException("no session");
    }
  }

  private static Receiver receiver(EventHandler.Returning<PaymentSnapshot> handler) {
    return Receiver.builder(Secrets.of(Deliveries.SECRET), handler)
        .store(new MemoryStore())
        .onProblem(problem -> {})
        .build();
  }

  private static String post(Receiver receiver) {
    return Deliveries.deliver(receiver, 1).code();
  }
}

/** As Kotlin marks each of its classes. */
@Metadata
final class OfKotlin {
  static final EventHandler<PaymentSnapshot> BARE = (payment, delivery) -> {};
  static final EventHandler.Returning<PaymentSnapshot> RETURNING = (payment, delivery) -> payment;

  private OfKotlin() {}
}
