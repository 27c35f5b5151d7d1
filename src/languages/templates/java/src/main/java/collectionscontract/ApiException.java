package collectionscontract;

import java.net.ConnectException;
import java.net.http.HttpHeaders;
import java.net.http.HttpTimeoutException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * A call that did not succeed. Its message has method and URL. What the service sent can hold
 * secrets, so it is in no message: ask for {@link #headers} and {@link #body} by name.
 */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String operation;
  private final transient ApiAnswer answer;

  /** Nothing was sent. */
  ApiException(String code, String operation) {
    this(code, operation, "", null, null);
  }

  ApiException(String code, String operation, ApiAnswer answer) {
    this(code, operation, ", " + answer.call() + " was answered " + answer.status(), null, answer);
  }

  /** Names what kept the answer away: a closed port, a name, a certificate. */
  ApiException(String code, String operation, String call, Throwable reason) {
    this(
        code,
        operation,
        ", " + call + " (" + reason.getClass().getSimpleName() + ")",
        safe(reason),
        null);
  }

  private ApiException(
      String code, String operation, String more, Throwable cause, ApiAnswer answer) {
    super(code + ": " + operation + more, cause);
    this.code = code;
    this.operation = operation;
    this.answer = answer;
  }

  /** Messages of other exceptions may show what the service sent. */
  private static Throwable safe(Throwable reason) {
    boolean isSafe =
        reason instanceof ConnectException
            || reason instanceof SSLException
            || reason instanceof HttpTimeoutException;
    return isSafe ? reason : null;
  }

  /**
   * Why. Before anything is sent: {@code base_url_invalid}, {@code insecure_url}, {@code
   * token_invalid}, {@code credentials_missing}, {@code request_invalid}. Without an answer: {@code
   * unreachable}, {@code timeout}, {@code interrupted}. From the answer: {@code redirect_refused},
   * {@code response_too_large}, {@code response_not_json}, {@code response_invalid}, {@code
   * request_rejected}, {@code service_failed}; of tokens {@code token_refused}, {@code
   * token_endpoint_failed}, {@code token_response_invalid}.
   */
  public String code() {
    return code;
  }

  /** For example {@code createClientWebhook}. */
  public String operation() {
    return operation;
  }

  /** 0 if no answer arrived. */
  public int status() {
    return answer == null ? 0 : answer.status();
  }

  /** Of the answer, if one arrived. */
  public Optional<HttpHeaders> headers() {
    return Optional.ofNullable(answer).map(ApiAnswer::headers);
  }

  /** Of the answer, cut off at the limit for responses; empty if none arrived. */
  public byte[] body() {
    return answer == null ? new byte[0] : answer.body().clone();
  }
}
