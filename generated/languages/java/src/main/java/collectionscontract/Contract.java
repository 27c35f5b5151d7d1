// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

import java.util.List;

/** What the documents state, as values. */
public final class Contract {
  /** The version of the documents. */
  public static final String VERSION = "0.1.0";

  /** Carries the signature of a delivery. */
  public static final String SIGNATURE_HEADER = "X-Service-Signature";

  public static final String CASE_FILE_PAYMENT_CONFIRMED = "case_file.payment.confirmed";

  /** The events that are delivered today. More may come. */
  public static final List<String> EVENT_NAMES = List.of(CASE_FILE_PAYMENT_CONFIRMED);

  /** The HTTP status of the answer is ignored. */
  public static final long FIRE_AND_FORGET = 1;

  /** A delivery whose answer is not 2xx is retried. */
  public static final long WAIT_FOR_SUCCESSFUL_RESPONSE = 2;

  static final String SIGNATURE_PREFIX = "sha256=";
  static final String TOKEN_HEADER = "Authorization";
  static final String TOKEN_PREFIX = "Bearer ";
  static final String GRANT_TYPE = "authorization_code";
  static final int APP_WEBHOOK_EVENTS_MIN = 1;
  static final int APP_WEBHOOK_EVENTS_MAX = 100;

  private Contract() {}
}
