package collectionscontract;

import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Sends one request: within a time and a size, to a URL that was checked. */
final class Sender {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]", Pattern.CASE_INSENSITIVE);

  private final String baseUrl;
  private final ClientOptions options;

  /** Takes https, or http to this machine where that is allowed. */
  Sender(String baseUrl, ClientOptions options, String operation) {
    URI uri = parsed(baseUrl, operation);
    boolean isWeb = "https".equalsIgnoreCase(uri.getScheme()) || isHttp(uri);
    boolean hasMore =
        uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null;
    if (!isWeb || uri.getHost() == null || uri.getPort() > 65_535 || hasMore) {
      throw new ApiException("base_url_invalid", operation);
    }
    boolean isLocal = LOOPBACK.matcher(uri.getHost()).matches();
    if (isHttp(uri) && !(options.allowInsecureLoopback() && isLocal)) {
      throw new ApiException("insecure_url", operation);
    }
    this.baseUrl = baseUrl.replaceFirst("/+$", "");
    this.options = options;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(baseUrl + path))
        .timeout(options.timeout())
        .header("Accept", "application/json")
        // Without it, a service may compress its answer (RFC 9110, 12.5.3).
        .header("Accept-Encoding", "identity");
  }

  /** Never repeats a POST; redirects are refused. */
  ApiAnswer send(String operation, HttpRequest request) {
    String call = request.method() + " " + request.uri();
    int limit = options.maxResponseBytes();
    CompletableFuture<HttpResponse<byte[]>> pending =
        options.http().sendAsync(request, head -> limited(head, limit));
    ApiAnswer answer;
    try {
      // The time-out of a request ends with the head of its answer, this one with the body.
      var response = pending.get(options.timeout().toMillis(), TimeUnit.MILLISECONDS);
      answer = new ApiAnswer(call, response.statusCode(), response.headers(), response.body());
    } catch (TimeoutException error) {
      pending.cancel(true);
      throw new ApiException("timeout", operation, call, error);
    } catch (InterruptedException error) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      throw new ApiException("interrupted", operation, call, error);
    } catch (ExecutionException error) {
      Throwable reason = error.getCause();
      boolean isLate = reason instanceof HttpTimeoutException;
      throw new ApiException(isLate ? "timeout" : "unreachable", operation, call, reason);
    }
    if (answer.status() >= 300 && answer.status() < 400) {
      throw new ApiException("redirect_refused", operation, answer);
    }
    if (answer.body().length > limit && answer.status() < 300) {
      throw new ApiException("response_too_large", operation, answer);
    }
    return answer;
  }

  private static Limited limited(HttpResponse.ResponseInfo head, int limit) {
    // The client of the JDK takes the first one.
    if (head.headers().allValues("Content-Length").stream().distinct().count() > 1) {
      throw new UncheckedIOException(new ProtocolException("two lengths of one body"));
    }
    return new Limited(limit);
  }

  private static URI parsed(String url, String operation) {
    try {
      return new URI(url);
    } catch (URISyntaxException error) {
      throw new ApiException("base_url_invalid", operation);
    }
  }

  private static boolean isHttp(URI uri) {
    return "http".equalsIgnoreCase(uri.getScheme());
  }

  /** Collects a body up to one byte beyond the limit, and reads no more. */
  private static final class Limited implements HttpResponse.BodySubscriber<byte[]> {
    private final int limit;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.Subscription subscription;

    Limited(int limit) {
      this.limit = limit;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      this.subscription = subscription;
      subscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (ByteBuffer buffer : buffers) {
        byte[] piece = new byte[(int) Math.min(buffer.remaining(), limit + 1L - bytes.size())];
        buffer.get(piece);
        bytes.writeBytes(piece);
      }
      if (bytes.size() > limit) {
        subscription.cancel();
        body.complete(bytes.toByteArray());
      } else {
        subscription.request(1);
      }
    }

    @Override
    public void onError(Throwable error) {
      body.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      body.complete(bytes.toByteArray());
    }
  }
}
