package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The handlers of a receiver for events other than confirmed payments. */
final class Events {
  private final Map<String, Function<JsonNode, DeliveryHandler>> byName = new ConcurrentHashMap<>();

  /** Refuses what no delivery would ever reach. */
  <T> void add(String event, Function<JsonNode, T> reader, EventHandler<T> handler) {
    Objects.requireNonNull(reader, "reader");
    if (event.equals(Contract.CASE_FILE_PAYMENT_CONFIRMED)) {
      throw new IllegalArgumentException(event + " is what the handler of payments is for");
    }
    if (!Contract.EVENT_NAMES.contains(event)) {
      throw new IllegalArgumentException(event + " is not an event of this contract");
    }
    Function<JsonNode, DeliveryHandler> of =
        json -> {
          T payload = reader.apply(json);
          return delivery -> handler.handle(payload, delivery);
        };
    if (byName.putIfAbsent(event, of) != null) {
      throw new IllegalArgumentException(event + " has a handler already");
    }
  }

  boolean has(String event) {
    return byName.containsKey(event);
  }

  /** The event has a handler. */
  DeliveryHandler handler(String event, JsonNode payload) {
    return byName.get(event).apply(payload);
  }

  /**
   * Tells deliveries apart by id and event, as those of payments; by the bytes if there is no id.
   */
  static String same(String event, JsonNode payload, byte[] body) {
    JsonNode id = payload.path("id");
    if (id.isTextual()) {
      return id.textValue() + " " + event;
    }
    try {
      return Members.integer(id) + " " + event;
    } catch (PayloadException error) {
      return DeliveryKey.digest(body) + " " + event;
    }
  }
}
