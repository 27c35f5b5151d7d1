package collectionscontract;

import java.nio.charset.StandardCharsets;

/**
 * A secret that says whose payments it signs, where several customers post to one receiver.
 *
 * @param label names the secret, for logs and metrics
 * @param secret the key of signatures
 * @param owner the customer whose payments it signs: payments of two owners are never the same.
 *     Several secrets may have one owner
 */
public record LabelledSecret(String label, Secret secret, String owner) {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException {@code secret_empty}, or a label or an owner that is empty or
   *     not Unicode
   */
  public LabelledSecret {
    if (secret.value().isEmpty()) {
      throw new IllegalArgumentException("secret_empty: anyone can sign with an empty key");
    }
    for (String name : new String[] {label, owner}) {
      if (name == null || name.isEmpty() || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
        throw new IllegalArgumentException("a label and an owner must be text, not empty");
      }
    }
  }

  /** Takes the label as the owner. */
  public LabelledSecret(String label, Secret secret) {
    this(label, secret, label);
  }
}
