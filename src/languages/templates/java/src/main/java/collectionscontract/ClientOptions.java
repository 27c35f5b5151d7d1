package collectionscontract;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;

/**
 * How calls are made.
 *
 * @param timeout for a whole call, the body of its answer included
 * @param maxResponseBytes of a body
 * @param allowInsecureLoopback whether plain http to this machine is allowed, for tests
 * @param tokenHeader the header for the access token{{N-5-03?, which is not stated|}}
 * @param tokenPrefix what stands before the token in that header
 * @param http sends the requests, with its own proxy, certificates and time to connect; must not
 *     follow redirects
 */
public record ClientOptions(
    Duration timeout,
    int maxResponseBytes,
    boolean allowInsecureLoopback,
    String tokenHeader,
    String tokenPrefix,
    HttpClient http) {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /**
   * Shared, because each has a thread. The version that every service and proxy takes; no attempt
   * to upgrade a connection.
   */
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(TIMEOUT)
          .build();

  public ClientOptions {
    Objects.requireNonNull(timeout, "timeout");
    Objects.requireNonNull(tokenHeader, "tokenHeader");
    Objects.requireNonNull(tokenPrefix, "tokenPrefix");
    if (timeout.isNegative() || timeout.isZero() || maxResponseBytes < 1) {
      throw new IllegalArgumentException("timeout and maxResponseBytes must be above 0");
    }
    if (http.followRedirects() != HttpClient.Redirect.NEVER) {
      throw new IllegalArgumentException("a redirect would carry the token to another place");
    }
  }

  /** 10 seconds, 1 MiB, https alone, the token in {@code {{tokenHeader}}}. */
  public static ClientOptions defaults() {
    return new ClientOptions(
        TIMEOUT, 1 << 20, false, Contract.TOKEN_HEADER, Contract.TOKEN_PREFIX, HTTP);
  }

  /** With another time for a whole call. */
  public ClientOptions withTimeout(Duration timeout) {
    return new ClientOptions(
        timeout, maxResponseBytes, allowInsecureLoopback, tokenHeader, tokenPrefix, http);
  }

  /** With another limit for bodies. */
  public ClientOptions withMaxResponseBytes(int maxResponseBytes) {
    return new ClientOptions(
        timeout, maxResponseBytes, allowInsecureLoopback, tokenHeader, tokenPrefix, http);
  }

  /** With or without plain http to this machine. */
  public ClientOptions withAllowInsecureLoopback(boolean allowInsecureLoopback) {
    return new ClientOptions(
        timeout, maxResponseBytes, allowInsecureLoopback, tokenHeader, tokenPrefix, http);
  }

  /** With another header for the access token. */
  public ClientOptions withTokenHeader(String tokenHeader, String tokenPrefix) {
    return new ClientOptions(
        timeout, maxResponseBytes, allowInsecureLoopback, tokenHeader, tokenPrefix, http);
  }

  /** With an HTTP client of yours, for a proxy or other certificates. */
  public ClientOptions withHttp(HttpClient http) {
    return new ClientOptions(
        timeout, maxResponseBytes, allowInsecureLoopback, tokenHeader, tokenPrefix, http);
  }
}
