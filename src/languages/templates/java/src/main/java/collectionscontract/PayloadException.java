package collectionscontract;

/** A payload that does not fit its model. Says where and what is expected, never a value. */
public final class PayloadException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String expected;

  PayloadException(String path, String expected) {
    super("payload_invalid: " + (path.isEmpty() ? "/" : path) + " must be " + expected);
    this.path = path;
    this.expected = expected;
  }

  /** The same, one level further out. */
  PayloadException below(String segment) {
    return new PayloadException("/" + segment + path, expected);
  }

  /** A JSON Pointer such as {@code /caseFile/id}; empty for the whole payload. */
  public String path() {
    return path;
  }

  /** For example {@code an integer of at most 64 bits}. */
  public String expected() {
    return expected;
  }
}
