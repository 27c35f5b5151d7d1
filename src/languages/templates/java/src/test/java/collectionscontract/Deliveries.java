package collectionscontract;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Signed deliveries of payments, with and without HTTP. */
final class Deliveries {
  static final String SECRET = "<WEBHOOK_SECRET>";
  static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Deliveries() {}

  /** Returns the body; members may stand behind the id. */
  static byte[] payment(Object id) {
    return bytes("{\"@event\":\"" + Contract.CASE_FILE_PAYMENT_CONFIRMED + "\",\"id\":" + id + "}");
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String signature(byte[] body) {
    return WebhookSignature.sign(body, SECRET);
  }

  static Answer deliver(Receiver receiver, Object id) {
    return receiver.receive(payment(id), signature(payment(id)));
  }

  static ReceiverServer start(Receiver receiver, Duration timeout) {
    return ReceiverServer.start(new InetSocketAddress("127.0.0.1", 0), receiver, timeout);
  }

  /** Returns a request to which the body has to be added. */
  static HttpRequest.Builder signed(int port, byte[] body) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hooks"))
        .timeout(Duration.ofMinutes(1))
        .header("Content-Type", "application/json; charset=utf-8")
        .header(Contract.SIGNATURE_HEADER, signature(body));
  }

  static CompletableFuture<Integer> post(int port, byte[] body) {
    HttpRequest.BodyPublisher whole = HttpRequest.BodyPublishers.ofByteArray(body);
    return send(signed(port, body).POST(whole));
  }

  static CompletableFuture<Integer> send(HttpRequest.Builder request) {
    return HTTP.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
        .thenApply(HttpResponse::statusCode);
  }

  /** Throws anything, checked or not. */
  @SuppressWarnings("unchecked")
  static <T, E extends Throwable> T sneak(Throwable error) throws E {
    throw (E) error;
  }
}
