package collectionscontract;

import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;

/**
 * What to answer.
 *
 * @param status the HTTP status
 * @param code why it is not 2xx, safe to show to anyone; null if it is
 */
public record Answer(int status, String code) {
  /** Returns the body: JSON with the code, or nothing. */
  public byte[] body() {
    String text = code == null ? "" : "{\"code\":\"" + code + "\"}";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A framework that makes JSON of what a method returned would send a refusal with 200. */
  @JsonValue
  private String asJson() {
    throw new IllegalStateException("Send status() and body() of an answer, not its JSON");
  }
}
