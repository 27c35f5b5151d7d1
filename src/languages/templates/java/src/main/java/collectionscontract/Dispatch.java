package collectionscontract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Verifies and reads a delivery, and hands it over to the handler of its event. */
final class Dispatch {
  /** How many times the time for handlers one that hangs keeps its payment from others. */
  private static final int PATIENCE = 12;

  private final Secrets secrets;
  private final EventHandler<PaymentSnapshot> onPayment;
  private final Events events;
  private final DeliveryHandler onUnknown;
  private final Function<PaymentSnapshot, String> key;
  private final DuplicateStore store;
  private final Consumer<Accepted> onAccepted;
  private final Runnable verified;
  private final Duration patience;
  private final Map<String, Arrival> busy = new ConcurrentHashMap<>();

  Dispatch(ReceiverBuilder builder, Runnable verified) {
    secrets = builder.secrets;
    onPayment = builder.onPayment;
    events = builder.events;
    onUnknown = builder.onUnknown;
    key = builder.key;
    store = builder.store == null ? Problems.forOneProcess() : builder.store;
    onAccepted = builder.onAccepted;
    this.verified = verified;
    patience = builder.handlerTimeout.multipliedBy(PATIENCE);
  }

  /** Returns the answer to a body. */
  Answer answer(byte[] body, String signature, Arrival arrival) {
    Secrets current;
    arrival.asks(true);
    try {
      current = secrets.current();
    } catch (Throwable error) {
      return arrival.refuse(500, Problem.SECRETS_UNAVAILABLE, error);
    }
    arrival.asks(false);
    Verdict verdict = WebhookSignature.verify(body, signature, current.values());
    if (!verdict.ok()) {
      boolean isGone = body.length == 0 && verdict.code().equals("signature_mismatch");
      return isGone
          ? arrival.refuse(400, Problem.BODY_NOT_RECEIVED, null)
          : arrival.refuse(401, verdict.code(), null);
    }
    verified.run();
    int index = verdict.secretIndex();
    arrival.verified(current.label(index), current.owner(index));
    try {
      return dispatched(Json.parse(body), body, index, current, arrival);
    } catch (CharacterCodingException error) {
      return arrival.refuse(400, Problem.BODY_NOT_UTF8, null);
    } catch (JsonProcessingException error) {
      return arrival.refuse(400, Problem.BODY_NOT_JSON, null);
    } catch (PayloadException error) {
      return arrival.refuse(422, Problem.PAYLOAD_INVALID, error);
    } catch (Throwable error) {
      // The function that makes keys.
      return arrival.refuse(500, Problem.HANDLER_FAILED, error);
    }
  }

  private Answer dispatched(
      JsonNode payload, byte[] body, int index, Secrets current, Arrival arrival) {
    String event = AppDelivery.fromJson(payload).event();
    DeliveryHandler handler;
    String same;
    if (event.equals(Contract.CASE_FILE_PAYMENT_CONFIRMED)) {
      PaymentSnapshot payment = PaymentSnapshot.fromJson(payload);
      arrival.read(event);
      handler = delivery -> onPayment.handle(payment, delivery);
      same = key == null ? payment.id() + " " + event : DeliveryKey.asked(key, payment, payload);
    } else if (events.has(event)) {
      handler = events.handler(event, payload);
      arrival.read(event);
      same = Events.same(event, payload, body);
    } else {
      handler = onUnknown;
      // Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
      same = DeliveryKey.digest(body) + " " + event;
    }
    var delivery =
        new Delivery(event, same, body, index, current.label(index), current.owner(index), null);
    return handler == null
        ? accept(Accepted.As.IGNORED, delivery)
        : handOver(delivery, handler, arrival);
  }

  /**
   * A repetition must not wait for a handler that hangs: it would hold one more thread. After the
   * patience, only the store knows whether the payment is still under way.
   */
  private Answer handOver(Delivery delivery, DeliveryHandler handler, Arrival arrival) {
    if (busy.merge(delivery.key(), arrival, this::holder) != arrival) {
      return arrival.refuse(503, Problem.EVENT_BUSY, null);
    }
    try {
      if (wasDoneBeforeOwners(delivery)) {
        arrival.refuse(204, Problem.OWNER_UNKNOWN, null);
        return accept(Accepted.As.DUPLICATE, delivery);
      }
      boolean isNew = new HandOver(delivery, handler, arrival).within(store);
      return accept(isNew ? Accepted.As.HANDLED : Accepted.As.DUPLICATE, delivery);
    } catch (BusyKeyException error) {
      return arrival.refuse(503, Problem.EVENT_BUSY, null);
    } catch (HandOver.HandlerFailure failure) {
      return arrival.refuse(500, Problem.HANDLER_FAILED, failure.getCause());
    } catch (Throwable error) {
      return arrival.refuse(503, Problem.STORE_FAILED, error);
    } finally {
      busy.remove(delivery.key(), arrival);
    }
  }

  private Arrival holder(Arrival first, Arrival next) {
    Duration between = Duration.ofNanos(next.since - first.since);
    return between.compareTo(patience) < 0 ? first : next;
  }

  private boolean wasDoneBeforeOwners(Delivery delivery) throws Exception {
    return delivery.owner() != null
        && !(store instanceof MemoryStore)
        && HandOver.wasDone(store, delivery.earlierKey());
  }

  private Answer accept(Accepted.As as, Delivery delivery) {
    try {
      onAccepted.accept(new Accepted(as, delivery.event(), delivery.label(), delivery.owner()));
    } catch (Throwable error) {
      Problems.logFailure("onAccepted", error);
    }
    return new Answer(204, null);
  }
}
