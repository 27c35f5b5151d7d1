package collectionscontract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A receiver of client webhook deliveries, for any server: check, verify, read, hand over, and only
 * then answer 2xx. Safe for many threads.
 */
// A lambda that fits both kinds of handlers must not compile.
@SuppressWarnings("overloads")
public final class Receiver {
  private final Callable<Secrets> secrets;
  private final PaymentHandler onPayment;
  private final Events events;
  private final DeliveryHandler onUnknown;
  private final Function<PaymentSnapshot, String> key;
  private final DuplicateStore store;
  private final int maxBodyBytes;
  private final Deadline deadline;
  private final ProblemHandler onProblem;
  private final Consumer<Accepted> onAccepted;
  private final Problems log = new Problems();
  private final Set<String> busy = ConcurrentHashMap.newKeySet();

  private Receiver(Builder builder) {
    secrets = builder.secrets;
    onPayment = builder.onPayment;
    events = builder.events;
    onUnknown = builder.onUnknown;
    key = builder.key;
    store = builder.store == null ? Problems.forOneProcess() : builder.store;
    maxBodyBytes = builder.maxBodyBytes;
    deadline = new Deadline(builder.handlerTimeout);
    onProblem = builder.onProblem == null ? log : builder.onProblem;
    onAccepted = builder.onAccepted;
  }

  /**
   * Starts a receiver with fixed secrets. A lambda needs braces, {@code { store(payment); }} or
   * {@code { return storeLater(payment); }}: without them a result that has to be awaited might be
   * dropped, so that does not compile.
   *
   * @param secrets of the webhooks that post here, one or several
   * @throws IllegalArgumentException {@code secret_empty}: there is none, or one is empty
   */
  public static Builder builder(List<String> secrets, PaymentHandler onPayment) {
    return new Builder(Secrets.fixed(Secrets.plain(secrets)), onPayment);
  }

  /** As the other {@code builder}, with a handler whose result is awaited. */
  public static Builder builder(
      List<String> secrets, EventHandler.Returning<PaymentSnapshot> onPayment) {
    Objects.requireNonNull(onPayment, "onPayment");
    return builder(secrets, (PaymentHandler) Returned.awaited(onPayment)::handle);
  }

  /**
   * Starts a receiver that asks for its secrets at every delivery, so that a secret can be replaced
   * without a restart.
   *
   * @param secrets returns the secrets; if it fails, the answer is 500
   */
  public static Builder builder(Callable<List<String>> secrets, PaymentHandler onPayment) {
    Objects.requireNonNull(secrets, "secrets");
    return new Builder(() -> Secrets.plain(secrets.call()), onPayment);
  }

  /** As the other {@code builder}, with a handler whose result is awaited. */
  public static Builder builder(
      Callable<List<String>> secrets, EventHandler.Returning<PaymentSnapshot> onPayment) {
    Objects.requireNonNull(onPayment, "onPayment");
    return builder(secrets, (PaymentHandler) Returned.awaited(onPayment)::handle);
  }

  /**
   * Starts a receiver for several customers, whose payments may have the same ids.
   *
   * @throws IllegalArgumentException {@code secret_empty}: there is none; or one label has two
   *     owners
   */
  public static Builder labelled(List<LabelledSecret> secrets, PaymentHandler onPayment) {
    return new Builder(Secrets.fixed(Secrets.labelled(secrets)), onPayment);
  }

  /** As the other {@code labelled}, with a handler whose result is awaited. */
  public static Builder labelled(
      List<LabelledSecret> secrets, EventHandler.Returning<PaymentSnapshot> onPayment) {
    Objects.requireNonNull(onPayment, "onPayment");
    return labelled(secrets, (PaymentHandler) Returned.awaited(onPayment)::handle);
  }

  /**
   * Starts a receiver for several customers that asks for their secrets at every delivery.
   *
   * @param secrets returns the secrets; if it fails, the answer is 500
   */
  public static Builder labelled(Callable<List<LabelledSecret>> secrets, PaymentHandler onPayment) {
    Objects.requireNonNull(secrets, "secrets");
    return new Builder(() -> Secrets.labelled(secrets.call()), onPayment);
  }

  /** As the other {@code labelled}, with a handler whose result is awaited. */
  public static Builder labelled(
      Callable<List<LabelledSecret>> secrets, EventHandler.Returning<PaymentSnapshot> onPayment) {
    Objects.requireNonNull(onPayment, "onPayment");
    return labelled(secrets, (PaymentHandler) Returned.awaited(onPayment)::handle);
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
      return Optional.of(refuse(405, "method_not_allowed", null));
    }
    String mediaType = contentType == null ? "" : contentType.split(";", 2)[0].strip();
    if (!mediaType.toLowerCase(Locale.ROOT).equals("application/json")) {
      return Optional.of(refuse(415, "media_type_unsupported", null));
    }
    if (contentLength > maxBodyBytes) {
      return Optional.of(refuse(413, "body_too_large", null));
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
      return CompletableFuture.completedFuture(refuse(413, "body_too_large", null));
    }
    // The server may use its array for the next request while a handler still runs.
    byte[] own = body.clone();
    AtomicBoolean isAsking = new AtomicBoolean();
    return deadline.run(
        () -> receiveOwn(own, signature, isAsking),
        () ->
            isAsking.get()
                ? refuse(500, "secrets_unavailable", new TimeoutException("no secrets in time"))
                : refuse(503, "handler_deadline", null));
  }

  private Answer receiveOwn(byte[] body, String signature, AtomicBoolean isAsking) {
    Secrets current;
    isAsking.set(true);
    try {
      current = secrets.call();
    } catch (Throwable error) {
      return refuse(500, "secrets_unavailable", error);
    }
    isAsking.set(false);
    Verdict verdict = WebhookSignature.verify(body, signature, current.values());
    if (!verdict.ok()) {
      boolean isGone = body.length == 0 && verdict.code().equals("signature_mismatch");
      return isGone ? refuse(400, "body_not_received", null) : refuse(401, verdict.code(), null);
    }
    log.verified();
    try {
      return dispatch(Json.parse(body), body, verdict.secretIndex(), current);
    } catch (CharacterCodingException error) {
      return refuse(400, "body_not_utf8", null);
    } catch (JsonProcessingException error) {
      return refuse(400, "body_not_json", null);
    } catch (PayloadException error) {
      return refuse(422, "payload_invalid", error);
    } catch (Throwable error) {
      // The function that makes keys.
      return refuse(500, "handler_failed", error);
    }
  }

  Answer refuse(int status, String code, Throwable cause) {
    Problems.pass(onProblem, code, cause);
    return new Answer(status, code);
  }

  private Answer dispatch(JsonNode payload, byte[] body, int index, Secrets current) {
    String event = AppDelivery.fromJson(payload).event();
    String label = current.label(index);
    if (event.equals(Contract.CASE_FILE_PAYMENT_CONFIRMED)) {
      PaymentSnapshot payment = PaymentSnapshot.fromJson(payload);
      String same = key.apply(payment);
      if (same == null || same.isEmpty()) {
        throw new IllegalStateException("key returned nothing, which all payments would share");
      }
      return handOver(
          new Delivery(event, same, body, index, label, current.owner(index)),
          delivery -> onPayment.handle(payment, delivery));
    }
    DeliveryHandler handler = events.handler(event, payload);
    if (handler != null) {
      String same = Events.same(event, payload, body);
      return handOver(new Delivery(event, same, body, index, label, current.owner(index)), handler);
    }
    if (onUnknown == null) {
      return accept(Accepted.As.IGNORED, event, label);
    }
    // Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
    String same = DeliveryKey.digest(body) + " " + event;
    return handOver(new Delivery(event, same, body, index, label, current.owner(index)), onUnknown);
  }

  /** A repetition must not wait for a handler that hangs: it would hold one more thread. */
  private Answer handOver(Delivery delivery, DeliveryHandler handler) {
    if (!busy.add(delivery.key())) {
      return refuse(503, "event_busy", null);
    }
    try {
      boolean isNew =
          !wasDoneBeforeOwners(delivery) && new HandOver(delivery, handler, this).within(store);
      Accepted.As as = isNew ? Accepted.As.HANDLED : Accepted.As.DUPLICATE;
      return accept(as, delivery.event(), delivery.label());
    } catch (BusyKeyException error) {
      return refuse(503, "event_busy", null);
    } catch (HandOver.HandlerFailure failure) {
      return refuse(500, "handler_failed", failure.getCause());
    } catch (Throwable error) {
      return refuse(503, "store_failed", error);
    } finally {
      busy.remove(delivery.key());
    }
  }

  private boolean wasDoneBeforeOwners(Delivery delivery) throws Exception {
    return delivery.owner() != null
        && !(store instanceof MemoryStore)
        && HandOver.wasDone(store, delivery.same());
  }

  private Answer accept(Accepted.As as, String event, String label) {
    try {
      onAccepted.accept(new Accepted(as, event, label));
    } catch (Throwable error) {
      Problems.logFailure("onAccepted", error);
    }
    return new Answer(204, null);
  }

  /** The options of a receiver. */
  public static final class Builder {
    private final Callable<Secrets> secrets;
    private final PaymentHandler onPayment;
    private final Events events = new Events();
    private DeliveryHandler onUnknown;
    private Function<PaymentSnapshot, String> key = payment -> payment.id() + " " + payment.event();
    private DuplicateStore store;
    private int maxBodyBytes = 1 << 20;
    private Duration handlerTimeout = Duration.ofSeconds(5);
    private ProblemHandler onProblem;
    private Consumer<Accepted> onAccepted = accepted -> {};

    private Builder(Callable<Secrets> secrets, PaymentHandler onPayment) {
      this.secrets = secrets;
      this.onPayment = Objects.requireNonNull(onPayment, "onPayment");
    }

    /**
     * Handles another event of the contract. A payload that the reader does not take is answered
     * 422.
     *
     * @param reader such as {@code PaymentSnapshot::fromJson}
     * @throws IllegalArgumentException if the contract has no such event, or it has a handler
     */
    public <T> Builder on(String event, Function<JsonNode, T> reader, EventHandler<T> handler) {
      events.add(event, reader, handler);
      return this;
    }

    /** As the other {@code on}, with a handler whose result is awaited. */
    public <T> Builder on(
        String event, Function<JsonNode, T> reader, EventHandler.Returning<T> handler) {
      return on(event, reader, Returned.awaited(Objects.requireNonNull(handler, "handler")));
    }

    /** Takes verified deliveries of events without a handler. Default: they are acknowledged. */
    public Builder onUnknown(DeliveryHandler onUnknown) {
      this.onUnknown = Objects.requireNonNull(onUnknown, "onUnknown");
      return this;
    }

    /** As the other {@code onUnknown}, with a handler whose result is awaited. */
    public Builder onUnknown(DeliveryHandler.Returning onUnknown) {
      return onUnknown(Returned.awaited(Objects.requireNonNull(onUnknown, "onUnknown")));
    }

    /**
     * Says what makes two payments of one owner the same. Default: id and event. The key of the
     * store holds the owner, too.
     */
    public Builder key(Function<PaymentSnapshot, String> key) {
      this.key = Objects.requireNonNull(key, "key");
      return this;
    }

    /** Remembers handed-over deliveries by key. Default: a memory store, which is logged. */
    public Builder store(DuplicateStore store) {
      this.store = Objects.requireNonNull(store, "store");
      return this;
    }

    /** Limits a body in bytes, from 1. Default: 1 MiB. */
    public Builder maxBodyBytes(int maxBodyBytes) {
      if (maxBodyBytes < 1 || maxBodyBytes == Integer.MAX_VALUE) {
        throw new IllegalArgumentException("maxBodyBytes must be from 1 to 2^31 - 2");
      }
      this.maxBodyBytes = maxBodyBytes;
      return this;
    }

    /**
     * Limits the time for secrets, store and handler together, above 0. Default: 5 seconds. Then
     * the answer is 503, and what has begun goes on: a repetition is answered 503 until it ends.
     * The handler runs on a thread of the receiver.
     */
    public Builder handlerTimeout(Duration handlerTimeout) {
      if (handlerTimeout.isNegative() || handlerTimeout.isZero()) {
        throw new IllegalArgumentException("handlerTimeout must be above 0");
      }
      this.handlerTimeout = handlerTimeout;
      return this;
    }

    /** Learns of every answer that is 2xx, before it is sent. It must be quick. */
    public Builder onAccepted(Consumer<Accepted> onAccepted) {
      this.onAccepted = Objects.requireNonNull(onAccepted, "onAccepted");
      return this;
    }

    /**
     * Learns of every answer that is not 2xx. Default: failures on this side are logged with their
     * trace, and signatures that do not match with advice.
     */
    public Builder onProblem(ProblemHandler onProblem) {
      this.onProblem = Objects.requireNonNull(onProblem, "onProblem");
      return this;
    }

    /** Returns the receiver. */
    public Receiver build() {
      return new Receiver(this);
    }
  }
}
