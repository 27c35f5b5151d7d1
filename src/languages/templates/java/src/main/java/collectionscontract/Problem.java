package collectionscontract;

/**
 * A delivery that was not acknowledged, or a duplicate that may be another customer's payment
 * ({@link #OWNER_UNKNOWN}). Holds no payload, no key and no secret.
 *
 * @param status of the answer
 * @param code one of the constants, or {@code signature_...}; safe to log
 * @param event null if the event has no handler of its own, or no payload of it was read
 * @param label of the secret that verified the delivery; null if none did, or it has none
 * @param owner of that secret: the customer whose delivery it is; null as the label
 * @param cause what was thrown; null if there is nothing
 */
public record Problem(
    int status, String code, String event, String label, String owner, Throwable cause) {
  public static final String METHOD_NOT_ALLOWED = "method_not_allowed";
  public static final String MEDIA_TYPE_UNSUPPORTED = "media_type_unsupported";
  public static final String BODY_TOO_LARGE = "body_too_large";
  public static final String BODY_TIMEOUT = "body_timeout";
  public static final String BODY_INCOMPLETE = "body_incomplete";
  public static final String BODY_NOT_RECEIVED = "body_not_received";
  public static final String BODY_NOT_UTF8 = "body_not_utf8";
  public static final String BODY_NOT_JSON = "body_not_json";
  public static final String PAYLOAD_INVALID = "payload_invalid";
  public static final String EVENT_BUSY = "event_busy";
  public static final String HANDLER_FAILED = "handler_failed";
  public static final String HANDLER_DEADLINE = "handler_deadline";
  public static final String STORE_FAILED = "store_failed";
  public static final String SECRETS_UNAVAILABLE = "secrets_unavailable";

  /** Beside a 204: a duplicate of a payment that was handled before keys had an owner. */
  public static final String OWNER_UNKNOWN = "owner_unknown";
}
