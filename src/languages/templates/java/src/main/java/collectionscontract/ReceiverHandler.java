package collectionscontract;

import io.undertow.io.IoCallback;
import io.undertow.io.Receiver.RequestToLargeException;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.HttpContinueReadHandler;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.SameThreadExecutor;
import io.undertow.util.WorkerUtils;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;
import org.xnio.XnioExecutor;

/**
 * The receiver as a handler of Undertow. It reads bodies without holding a thread, within a limit
 * and a deadline, and hands payments over on the threads of the receiver.
 */
public final class ReceiverHandler implements HttpHandler {
  /** Undertow reads a longer length modulo 2 to the power of 64. */
  private static final int LENGTH_DIGITS_MAX = 18;

  private final Receiver receiver;
  private final Duration bodyTimeout;

  /**
   * Takes the deliveries of a route.
   *
   * @param bodyTimeout how long a body may take to arrive; then the connection is closed
   */
  public ReceiverHandler(Receiver receiver, Duration bodyTimeout) {
    this.receiver = receiver;
    this.bodyTimeout = bodyTimeout;
  }

  @Override
  public void handleRequest(HttpServerExchange exchange) throws Exception {
    XnioExecutor.Key deadline =
        WorkerUtils.executeAfter(
            exchange.getIoThread(),
            () -> {
              if (!exchange.isResponseStarted()) {
                receiver.refuse(408, Problem.BODY_TIMEOUT, null);
              }
              IoUtils.safeClose(exchange.getConnection());
            },
            bodyTimeout.toMillis(),
            TimeUnit.MILLISECONDS);
    exchange.addExchangeCompleteListener(
        (completed, next) -> {
          deadline.remove();
          next.proceed();
        });
    Optional<Answer> refused = refuseHead(exchange);
    if (refused.isPresent()) {
      answer(exchange, refused.get(), false);
      return;
    }
    try {
      // Tells a sender that waits for it to go on.
      new HttpContinueReadHandler(waiting -> read(waiting, deadline)).handleRequest(exchange);
    } catch (IllegalStateException error) {
      // A handler before this one took the body.
      answer(exchange, receiver.refuse(400, Problem.BODY_NOT_RECEIVED, error), false);
    }
  }

  private void read(HttpServerExchange exchange, XnioExecutor.Key deadline) {
    // Trailers of HTTP/2 are no head.
    String signature = signature(exchange);
    var body = exchange.getRequestReceiver();
    body.setMaxBufferSize(receiver.maxBodyBytes());
    body.receiveFullBytes(
        (done, bytes) -> {
          deadline.remove();
          done.dispatch(
              SameThreadExecutor.INSTANCE,
              () ->
                  receiver
                      .receiveLater(bytes, signature)
                      .thenAccept(answer -> answer(done, answer, true)));
        },
        (failed, error) -> {
          boolean isTooLarge = error instanceof RequestToLargeException;
          answer(
              failed,
              isTooLarge
                  ? receiver.refuse(413, Problem.BODY_TOO_LARGE, null)
                  : receiver.refuse(400, Problem.BODY_INCOMPLETE, null),
              false);
        });
  }

  private Optional<Answer> refuseHead(HttpServerExchange exchange) {
    HeaderMap headers = exchange.getRequestHeaders();
    HeaderValues codings = headers.get(Headers.TRANSFER_ENCODING);
    boolean isChunked = codings != null && codings.getFirst().equalsIgnoreCase("chunked");
    String length = headers.getFirst(Headers.CONTENT_LENGTH);
    if (count(headers, Headers.CONTENT_LENGTH_STRING) + (codings == null ? 0 : codings.size()) > 1
        || (codings != null && !isChunked)
        || (length != null && length.length() > LENGTH_DIGITS_MAX)) {
      return Optional.of(receiver.refuse(400, Problem.BODY_INCOMPLETE, null));
    }
    String contentType =
        count(headers, Headers.CONTENT_TYPE_STRING) > 1
            ? null
            : headers.getFirst(Headers.CONTENT_TYPE);
    return receiver.refuseHead(
        exchange.getRequestMethod().toString(), contentType, exchange.getRequestContentLength());
  }

  private static int count(HeaderMap headers, String name) {
    return headers.contains(name) ? headers.get(name).size() : 0;
  }

  /** Joins several of the same name with a comma, so that none of them is chosen. */
  private static String signature(HttpServerExchange exchange) {
    HeaderValues values = exchange.getRequestHeaders().get(Contract.SIGNATURE_HEADER);
    return values == null ? null : String.join(",", values);
  }

  /** Without an answer the connection would stay open for ever. */
  private static void answer(HttpServerExchange exchange, Answer answer, boolean isRead) {
    try {
      send(exchange, answer, isRead);
    } catch (RuntimeException | Error error) {
      // A handler before this one has begun an answer, which may be 2xx.
      Problems.logFailure("the answer", error);
      IoUtils.safeClose(exchange.getConnection());
    }
  }

  private static void send(HttpServerExchange exchange, Answer answer, boolean isRead) {
    exchange.setStatusCode(answer.status());
    HeaderMap headers = exchange.getResponseHeaders();
    if (answer.status() == 405) {
      headers.put(Headers.ALLOW, "POST");
    }
    if (!isRead || exchange.getRequestHeaders().contains(Headers.TRANSFER_ENCODING)) {
      // What is left of the body must not be read as the next request. Undertow reads chunks so
      // leniently that others may see another end, so nothing may follow them on a connection.
      exchange.setPersistent(false);
      // Undertow says so itself, but not with 204: a sender would use the connection once more.
      headers.put(Headers.CONNECTION, "close");
    }
    if (answer.code() == null) {
      exchange.getResponseSender().close(IoCallback.END_EXCHANGE);
    } else {
      headers.put(Headers.CONTENT_TYPE, "application/json");
      exchange.getResponseSender().send(ByteBuffer.wrap(answer.body()));
    }
  }
}
