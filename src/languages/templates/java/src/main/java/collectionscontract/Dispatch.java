package collectionscontract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.CharacterCodingException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** Verifies and reads a delivery, and hands it over to the handler of its event. */
final class Dispatch {
  private final Callable<Secrets> secrets;
  private final PaymentHandler onPayment;
  private final Events events;
  private final DeliveryHandler onUnknown;
  private final Function<PaymentSnapshot, String> key;
  private final DuplicateStore store;
  private final Consumer<Accepted> onAccepted;
  private final Refusal refusal;
  private final Runnable verified;
  private final Set<String> busy = ConcurrentHashMap.newKeySet();

  Dispatch(ReceiverBuilder builder, Refusal refusal, Runnable verified) {
    secrets = builder.secrets;
    onPayment = builder.onPayment;
    events = builder.events;
    onUnknown = builder.onUnknown;
    key = builder.key;
    store = builder.store == null ? Problems.forOneProcess() : builder.store;
    onAccepted = builder.onAccepted;
    this.refusal = refusal;
    this.verified = verified;
  }

  /** Returns the answer to a body; {@code isAsking} says whether the secrets are awaited. */
  Answer answer(byte[] body, String signature, AtomicBoolean isAsking) {
    Secrets current;
    isAsking.set(true);
    try {
      current = secrets.call();
    } catch (Throwable error) {
      return refusal.of(500, "secrets_unavailable", error);
    }
    isAsking.set(false);
    Verdict verdict = WebhookSignature.verify(body, signature, current.values());
    if (!verdict.ok()) {
      boolean isGone = body.length == 0 && verdict.code().equals("signature_mismatch");
      return isGone
          ? refusal.of(400, "body_not_received", null)
          : refusal.of(401, verdict.code(), null);
    }
    verified.run();
    try {
      return dispatched(Json.parse(body), body, verdict.secretIndex(), current);
    } catch (CharacterCodingException error) {
      return refusal.of(400, "body_not_utf8", null);
    } catch (JsonProcessingException error) {
      return refusal.of(400, "body_not_json", null);
    } catch (PayloadException error) {
      return refusal.of(422, "payload_invalid", error);
    } catch (Throwable error) {
      // The function that makes keys.
      return refusal.of(500, "handler_failed", error);
    }
  }

  private Answer dispatched(JsonNode payload, byte[] body, int index, Secrets current) {
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
      return refusal.of(503, "event_busy", null);
    }
    try {
      boolean isNew =
          !wasDoneBeforeOwners(delivery) && new HandOver(delivery, handler, refusal).within(store);
      Accepted.As as = isNew ? Accepted.As.HANDLED : Accepted.As.DUPLICATE;
      return accept(as, delivery.event(), delivery.label());
    } catch (BusyKeyException error) {
      return refusal.of(503, "event_busy", null);
    } catch (HandOver.HandlerFailure failure) {
      return refusal.of(500, "handler_failed", failure.getCause());
    } catch (Throwable error) {
      return refusal.of(503, "store_failed", error);
    } finally {
      busy.remove(delivery.key());
    }
  }

  private boolean wasDoneBeforeOwners(Delivery delivery) throws Exception {
    return delivery.owner() != null
        && !(store instanceof MemoryStore)
        && HandOver.wasDone(store, delivery.earlierKey());
  }

  private Answer accept(Accepted.As as, String event, String label) {
    try {
      onAccepted.accept(new Accepted(as, event, label));
    } catch (Throwable error) {
      Problems.logFailure("onAccepted", error);
    }
    return new Answer(204, null);
  }

  /** Reports a problem and answers it. */
  interface Refusal {
    Answer of(int status, String code, Throwable cause);
  }
}
