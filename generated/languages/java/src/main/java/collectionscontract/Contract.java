// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

import java.util.List;

/** What the documents state, as values. */
public final class Contract {
  /** The version of the documents. */
  public static final String VERSION = "0.1.0";

  /** The header that carries the signature of a delivery. */
  public static final String SIGNATURE_HEADER = "X-Service-Signature";

  /** What stands before the digits of a signature. */
  public static final String SIGNATURE_PREFIX = "sha256=";

  /** The header that carries the access token of a call, by default. */
  public static final String TOKEN_HEADER = "Authorization";

  /** What stands before the token in that header. */
  public static final String TOKEN_PREFIX = "Bearer ";

  /** An event. */
  public static final String CASE_FILE_PAYMENT_CONFIRMED = "case_file.payment.confirmed";

  /** The HTTP status of the answer is ignored. */
  public static final long FIRE_AND_FORGET = 1;

  /** A delivery whose answer is not 2xx is retried. */
  public static final long WAIT_FOR_SUCCESSFUL_RESPONSE = 2;

  /** The grant of the token request. */
  public static final String GRANT_TYPE = "authorization_code";

  /** The fewest events that an app webhook may list. */
  public static final int APP_WEBHOOK_EVENTS_MIN = 1;

  /** The most events that an app webhook may list. */
  public static final int APP_WEBHOOK_EVENTS_MAX = 100;

  /** The events that are delivered today. More may come. */
  public static final List<String> EVENT_NAMES = List.of(CASE_FILE_PAYMENT_CONFIRMED);

  private Contract() {}
}
