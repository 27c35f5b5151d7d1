package collectionscontract;

/**
 * A store throws it for a key that is being handed over elsewhere. The answer is 503, and the
 * service retries.
 */
public final class BusyKeyException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says that a key is busy. */
  public BusyKeyException() {
    super("event_busy: the same payment is being handed over at this moment");
  }
}
