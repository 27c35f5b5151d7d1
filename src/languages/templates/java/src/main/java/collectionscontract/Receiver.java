package collectionscontract;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A receiver of client webhook deliveries, for any server: check, verify, read, hand over, and only
 * then answer 2xx. Safe for many threads.
 */
public final class Receiver implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Pattern JSON = Pattern.compile("(?is)[ \t]*application/json[ \t]*(;.*)?");

  private final int maxBodyBytes;
  private final Deadline deadline;
  private final Consumer<Problem> onProblem;
  private final Dispatch dispatch;

  Receiver(ReceiverBuilder builder) {
    Problems log = new Problems();
    maxBodyBytes = builder.maxBodyBytes;
    deadline = new Deadline(builder.handlerTimeout);
    onProblem = builder.onProblem == null ? log : builder.onProblem;
    dispatch = new Dispatch(builder, log::verified);
  }

  /**
   * Starts a receiver. In Java, a lambda without a result needs braces, {@code { store(payment);
   * }}. Its type is a parameter, so that Kotlin takes the other {@code builder} for each lambda.
   */
  public static <H extends EventHandler<PaymentSnapshot>> ReceiverBuilder builder(
      Secrets secrets, H onPayment) {
    return new ReceiverBuilder(secrets, onPayment);
  }

  /** As the other {@code builder}, with a handler whose result is awaited. */
  public static ReceiverBuilder builder(
      Secrets secrets, EventHandler.Returning<PaymentSnapshot> onPayment) {
    return new ReceiverBuilder(secrets, onPayment);
  }

  /** Returns the size of the largest body in bytes. */
  public int maxBodyBytes() {
    return maxBodyBytes;
  }

  /**
   * Returns the refusal that needs no byte of the body.
   *
   * @param contentType as it arrived, null if there was none
   * @param contentLength in bytes, -1 if it is not known
   */
  public Optional<Answer> refuseHead(String method, String contentType, long contentLength) {
    if (!method.equals("POST")) {
      return Optional.of(refuse(405, Problem.METHOD_NOT_ALLOWED, null));
    }
    if (contentType == null || !JSON.matcher(contentType).matches()) {
      return Optional.of(refuse(415, Problem.MEDIA_TYPE_UNSUPPORTED, null));
    }
    if (contentLength > maxBodyBytes) {
      return Optional.of(refuse(413, Problem.BODY_TOO_LARGE, null));
    }
    return Optional.empty();
  }

  /**
   * Takes a delivery and returns the answer to it, at the latest after the time for handlers.
   *
   * @param body the bytes as they arrived
   * @param signature the value of the signature header, null if there was none; join several of the
   *     same name with a comma
   */
  public Answer receive(byte[] body, String signature) {
    return receiveLater(body, signature).join();
  }

  /**
   * Takes a delivery without holding the thread of the caller. The result never fails.
   *
   * @param body as for {@link #receive}
   * @param signature as for {@link #receive}
   */
  public CompletableFuture<Answer> receiveLater(byte[] body, String signature) {
    if (body.length > maxBodyBytes) {
      return CompletableFuture.completedFuture(refuse(413, Problem.BODY_TOO_LARGE, null));
    }
    // The server may use its array for the next request while a handler still runs.
    byte[] own = body.clone();
    Arrival arrival = new Arrival(onProblem);
    String value = signature == null ? null : signature.replaceAll("^[ \t]+|(?<![ \t])[ \t]+$", "");
    return deadline.run(() -> dispatch.answer(own, value, arrival), arrival::late);
  }

  /**
   * Hands nothing more over, and waits ten seconds for handlers that have begun, also for those
   * that are late. Deliveries are answered 503 from now on. Close the server first.
   */
  @Override
  public void close() {
    deadline.end(PATIENCE);
  }

  Answer refuse(int status, String code, Throwable cause) {
    return new Arrival(onProblem).refuse(status, code, cause);
  }
}
