package collectionscontract;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** What makes two deliveries the same, within their owner. */
final class DeliveryKey {
  private static final String UNRESERVED = "-_.!~*'()";

  /** Keys that are longer, in characters, are stored as a digest: with an owner, and without. */
  private static final int OWNED_MAX = 100;

  private static final int MAX = 255;

  private DeliveryKey() {}

  /**
   * Puts the owner in front. Of a key that not every store can hold, the digest behind a slash. An
   * encoded owner holds neither a slash nor a blank, so two owners never share a key.
   *
   * @param owner null if there is none
   */
  static String within(String owner, String same) {
    String encoded = owner == null ? "" : encoded(owner);
    String key = owner == null ? same : encoded + "/" + same;
    if (key.length() <= (owner == null ? MAX : OWNED_MAX) && key.indexOf('\0') < 0) {
      return key;
    }
    byte[] bytes = (encoded + " " + same).getBytes(StandardCharsets.UTF_8);
    return "/" + Base64.getEncoder().encodeToString(sha256(bytes));
  }

  static String digest(byte[] body) {
    return HexFormat.of().formatHex(sha256(body));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException error) {
      throw new IllegalStateException("every Java has SHA-256", error);
    }
  }

  private static String encoded(String owner) {
    StringBuilder text = new StringBuilder();
    for (byte one : owner.getBytes(StandardCharsets.UTF_8)) {
      char letter = (char) (one & 0xFF);
      boolean isPlain = letter < 0x80 && Character.isLetterOrDigit(letter);
      if (isPlain || UNRESERVED.indexOf(letter) >= 0) {
        text.append(letter);
      } else {
        text.append(String.format("%%%02X", (int) letter));
      }
    }
    return text.toString();
  }
}
