package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** The options of a receiver. */
public final class ReceiverBuilder {
  final Secrets secrets;
  final EventHandler<PaymentSnapshot> onPayment;
  final Events events = new Events();
  DeliveryHandler onUnknown;
  Function<PaymentSnapshot, String> key;
  DuplicateStore store;
  int maxBodyBytes = 1 << 20;
  Duration handlerTimeout = Duration.ofSeconds(5);
  Consumer<Problem> onProblem;
  Consumer<Accepted> onAccepted = accepted -> {};

  ReceiverBuilder(Secrets secrets, EventHandler<PaymentSnapshot> onPayment) {
    this.secrets = Objects.requireNonNull(secrets, "secrets");
    this.onPayment = Returned.required(onPayment, "onPayment");
  }

  /**
   * Handles another event of the contract. A payload that the reader does not take is answered 422.
   *
   * @param reader such as {@code PaymentSnapshot::fromJson}
   * @throws IllegalArgumentException if the contract has no such event, or it has a handler
   */
  public <T, H extends EventHandler<T>> ReceiverBuilder on(
      String event, Function<JsonNode, T> reader, H handler) {
    events.add(event, reader, Returned.required(handler, "handler"));
    return this;
  }

  /** As the other {@code on}, with a handler whose result is awaited. */
  public <T> ReceiverBuilder on(
      String event, Function<JsonNode, T> reader, EventHandler.Returning<T> handler) {
    return on(event, reader, (EventHandler<T>) handler);
  }

  /** Takes verified deliveries of events without a handler. Default: they are acknowledged. */
  public <H extends DeliveryHandler> ReceiverBuilder onUnknown(H onUnknown) {
    this.onUnknown = Returned.required(onUnknown, "onUnknown");
    return this;
  }

  /** As the other {@code onUnknown}, with a handler whose result is awaited. */
  public ReceiverBuilder onUnknown(DeliveryHandler.Returning onUnknown) {
    return onUnknown((DeliveryHandler) onUnknown);
  }

  /**
   * Says what makes two payments of one owner the same. Default: id and event. The key of the store
   * holds the owner, too. It is asked twice, for the payment and for one with other values: if it
   * returns the same, the answer is 500.
   */
  public ReceiverBuilder key(Function<PaymentSnapshot, String> key) {
    this.key = Objects.requireNonNull(key, "key");
    return this;
  }

  /** Remembers handed-over deliveries by key. Default: a memory store, which is logged. */
  public ReceiverBuilder store(DuplicateStore store) {
    this.store = Objects.requireNonNull(store, "store");
    return this;
  }

  /** Limits a body in bytes, from 1. Default: 1 MiB. */
  public ReceiverBuilder maxBodyBytes(int maxBodyBytes) {
    if (maxBodyBytes < 1 || maxBodyBytes == Integer.MAX_VALUE) {
      throw new IllegalArgumentException("maxBodyBytes must be from 1 to 2^31 - 2");
    }
    this.maxBodyBytes = maxBodyBytes;
    return this;
  }

  /**
   * Limits the time for secrets, store and handler together, above 0. Default: 5 seconds. Then the
   * answer is 503, and what has begun goes on: a repetition is answered 503 until it ends, at most
   * twelve times as long. Then the store decides. The handler runs on a thread of the receiver.
   */
  public ReceiverBuilder handlerTimeout(Duration handlerTimeout) {
    if (handlerTimeout.isNegative() || handlerTimeout.isZero()) {
      throw new IllegalArgumentException("handlerTimeout must be above 0");
    }
    this.handlerTimeout = handlerTimeout;
    return this;
  }

  /** Learns of every answer that is 2xx, before it is sent. It must be quick. */
  public ReceiverBuilder onAccepted(Consumer<Accepted> onAccepted) {
    this.onAccepted = Objects.requireNonNull(onAccepted, "onAccepted");
    return this;
  }

  /**
   * Learns of every answer that is not 2xx. Default: failures on this side are logged with their
   * trace, and signatures that do not match with advice.
   */
  public ReceiverBuilder onProblem(Consumer<Problem> onProblem) {
    this.onProblem = Objects.requireNonNull(onProblem, "onProblem");
    return this;
  }

  /** Returns the receiver. */
  public Receiver build() {
    return new Receiver(this);
  }
}
