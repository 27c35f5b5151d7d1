package collectionscontract;

import java.util.Objects;

/**
 * Text that is not printed by accident: a token, or the key of signatures.
 *
 * @param value the text itself
 */
public record Secret(String value) {
  public Secret {
    Objects.requireNonNull(value, "value");
  }

  /** Hides the value. */
  @Override
  public String toString() {
    return "[hidden]";
  }
}
