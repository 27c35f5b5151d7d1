package collectionscontract;

import java.nio.charset.StandardCharsets;

/**
 * What to answer. It has neither JSON nor a text: a framework that makes one of what a method
 * returned would send a refusal with 200.
 */
public final class Answer {
  private final int status;
  private final String code;

  /** Gson and Moshi write what is in fields, but no class. */
  @SuppressWarnings("unused")
  private final Class<?> type = Answer.class;

  /** Makes an answer; the code is null for 2xx. */
  public Answer(int status, String code) {
    this.status = status;
    this.code = code;
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns why it is not 2xx, safe to show to anyone; null if it is. */
  public String code() {
    return code;
  }

  /** Returns the body: JSON with the code, or nothing. */
  public byte[] body() {
    String text = code == null ? "" : "{\"code\":\"" + code + "\"}";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Throws, for Jackson, JSON-B and others that ask the getters. */
  public String getJson() {
    return toString();
  }

  /** Throws, for Quarkus and others that send a text where they have no JSON. */
  @Override
  public String toString() {
    throw new IllegalStateException("Send status() and body() of an answer, not its JSON or text");
  }
}
