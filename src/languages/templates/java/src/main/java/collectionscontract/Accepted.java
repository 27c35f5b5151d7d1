package collectionscontract;

/**
 * A delivery that was acknowledged, for counting.
 *
 * @param as whether a handler ran for this delivery
 * @param event the name of the event
 * @param label of the secret that matched; null if it has none
 * @param owner of that secret: the customer whose delivery it is; null as the label
 */
public record Accepted(As as, String event, String label, String owner) {
  /** What became of a delivery. */
  public enum As {
    /** A handler ran. */
    HANDLED,
    /** It was handed over before. */
    DUPLICATE,
    /** Nobody takes this event. */
    IGNORED
  }
}
