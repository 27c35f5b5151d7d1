package collectionscontract;

import java.util.Objects;

/** A verified delivery, as handlers get it. */
public final class Delivery {
  private final String event;
  private final String key;
  private final byte[] body;
  private final int secretIndex;
  private final Object transaction;

  Delivery(String event, String key, byte[] body, int secretIndex, Object transaction) {
    this.event = event;
    this.key = Objects.requireNonNull(key, "key");
    this.body = body;
    this.secretIndex = secretIndex;
    this.transaction = transaction;
  }

  /** Returns the name of the event. */
  public String event() {
    return event;
  }

  /** Returns what makes two deliveries the same. The store remembers it. */
  public String key() {
    return key;
  }

  /** Returns a copy of the bytes that were signed. */
  public byte[] body() {
    return body.clone();
  }

  /** Returns the position of the secret that matched. A secret that no longer matches can go. */
  public int secretIndex() {
    return secretIndex;
  }

  /**
   * Returns what the store passed to its task, such as a connection.
   *
   * @throws ClassCastException if that is of another type
   */
  public <T> T transaction(Class<T> type) {
    return type.cast(transaction);
  }

  Delivery within(Object transaction) {
    return new Delivery(event, key, body, secretIndex, transaction);
  }

  /** Names the event and the key, without the body. */
  @Override
  public String toString() {
    return "Delivery[event=" + event + ", key=" + key + ", secretIndex=" + secretIndex + "]";
  }
}
