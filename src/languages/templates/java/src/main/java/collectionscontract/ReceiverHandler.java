package collectionscontract;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/** Reads bodies as bytes, within a limit and a deadline. */
final class ReceiverHandler implements HttpHandler {
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,15}");

  private final Receiver receiver;
  private final Duration bodyTimeout;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "body-timeout");
            thread.setDaemon(true);
            return thread;
          });

  ReceiverHandler(Receiver receiver, Duration bodyTimeout) {
    this.receiver = receiver;
    this.bodyTimeout = bodyTimeout;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer = answerTo(exchange);
      if (answer.status() == 405) {
        exchange.getResponseHeaders().set("Allow", "POST");
      }
      exchange.sendResponseHeaders(answer.status(), -1);
    }
  }

  void close() {
    clock.shutdownNow();
  }

  private Answer answerTo(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    List<String> lengths = headers.getOrDefault("Content-Length", List.of());
    boolean isChunked = headers.containsKey("Transfer-Encoding");
    if (lengths.size() > 1 || (isChunked && !lengths.isEmpty())) {
      return receiver.refuse(400, "body_incomplete", null);
    }
    if (!lengths.stream().allMatch(length -> LENGTH.matcher(length).matches())) {
      return receiver.refuse(400, "body_incomplete", null);
    }
    long length = lengths.isEmpty() ? -1 : Long.parseLong(lengths.get(0));
    var refused =
        receiver.refuseHead(exchange.getRequestMethod(), headers.getFirst("Content-Type"), length);
    if (refused.isPresent()) {
      return refused.get();
    }
    byte[] body = bodyOf(exchange);
    if (body.length < length) {
      // The JDK ends a body early without an error when the sender hangs up.
      return receiver.refuse(400, "body_incomplete", null);
    }
    List<String> signatures = headers.get(Contract.SIGNATURE_HEADER);
    return receiver.receive(body, signatures == null ? null : String.join(",", signatures));
  }

  /** One byte more than allowed shows that there is too much. */
  private byte[] bodyOf(HttpExchange exchange) throws IOException {
    AtomicBoolean isLate = new AtomicBoolean();
    // A blocked read of the JDK's server ends only with its connection.
    Future<?> deadline =
        clock.schedule(
            () -> {
              isLate.set(true);
              exchange.close();
            },
            bodyTimeout.toMillis(),
            TimeUnit.MILLISECONDS);
    try {
      return exchange.getRequestBody().readNBytes(receiver.maxBodyBytes() + 1);
    } catch (IOException error) {
      receiver.refuse(408, isLate.get() ? "body_timeout" : "body_incomplete", null);
      throw error;
    } finally {
      deadline.cancel(false);
    }
  }
}
