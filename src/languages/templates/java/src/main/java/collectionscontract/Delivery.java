package collectionscontract;

/** A verified delivery, as handlers get it. */
public final class Delivery {
  private final String event;
  private final String same;
  private final byte[] body;
  private final int secretIndex;
  private final String label;
  private final String owner;
  private final Object transaction;

  Delivery(
      String event,
      String same,
      byte[] body,
      int secretIndex,
      String label,
      String owner,
      Object transaction) {
    this.event = event;
    this.same = same;
    this.body = body;
    this.secretIndex = secretIndex;
    this.label = label;
    this.owner = owner;
    this.transaction = transaction;
  }

  /** Returns the name of the event. */
  public String event() {
    return event;
  }

  /** Returns what makes two deliveries the same. The store remembers it. */
  public String key() {
    return DeliveryKey.within(owner, same);
  }

  /** The key without the owner, as it was stored before there were owners. */
  String earlierKey() {
    return DeliveryKey.within(null, same);
  }

  /** Returns a copy of the bytes that were signed. */
  public byte[] body() {
    return body.clone();
  }

  /** Returns the position of the secret that matched. A secret that no longer matches can go. */
  public int secretIndex() {
    return secretIndex;
  }

  /** Returns the label of the secret that matched; null if it has none. */
  public String label() {
    return label;
  }

  /** Returns the customer whose payment it is; null where secrets have no labels. */
  public String owner() {
    return owner;
  }

  /**
   * Returns what the store passed to its task, such as a connection.
   *
   * @throws IllegalStateException if the store has no transaction of this type
   */
  public <T> T transaction(Class<T> type) {
    if (type.isInstance(transaction)) {
      return type.cast(transaction);
    }
    throw new IllegalStateException(
        "The store of this receiver has no transaction that is a " + type.getName());
  }

  Delivery within(Object transaction) {
    return new Delivery(event, same, body, secretIndex, label, owner, transaction);
  }

  /** Names the event and the key, without the body. */
  @Override
  public String toString() {
    return "Delivery[event=" + event + ", key=" + key() + ", secretIndex=" + secretIndex + "]";
  }
}
