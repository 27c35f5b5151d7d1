package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A case of vectors/client.json: its result or error, and what was sent, over a real socket. */
class ClientVectorsTest {
  private final List<JsonNode> sent = new CopyOnWriteArrayList<>();

  /** A client has one token. */
  static Stream<JsonNode> cases() {
    return Vectors.cases("client", 60, "token renewal");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void passes(JsonNode one) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      CompletableFuture.runAsync(
          () -> serve(server, one.get("answers")), task -> new Thread(task).start());
      String url = one.path("baseUrl").asText("http://127.0.0.1:" + server.getLocalPort());
      if (one.has("error")) {
        check(one.get("error"), assertThrows(ApiException.class, () -> made(one, url)), url);
      } else {
        assertEquals(Json.parse(one.get("result").textValue()), made(one, url));
      }
    }
    ArrayNode all = JsonNodeFactory.instance.arrayNode().addAll(sent);
    assertEquals(one.has("sent") ? one.get("sent") : all, all);
  }

  private void check(JsonNode expected, ApiException error, String url) {
    assertEquals(expected.get("code").textValue(), error.code());
    if (expected.has("status")) {
      String retryAfter = error.headers().orElseThrow().firstValue("Retry-After").orElse(null);
      assertEquals(expected.get("status").asInt(), error.status());
      assertEquals(expected.get("retryAfter").textValue(), retryAfter);
    }
    assertFalse(error.toString().matches("(?s).*(hidden|token-\\d).*"), error.toString());
    for (JsonNode request : sent) {
      String call = request.get("method").asText() + " " + url + request.get("path").asText();
      assertTrue(error.toString().contains(call), error.toString());
    }
  }

  private static JsonNode made(JsonNode one, String url) throws Exception {
    ClientOptions options =
        ClientOptions.defaults()
            .withAllowInsecureLoopback(true)
            .withTokenHeader("Authorization", "Bearer ")
            .withMaxResponseBytes(one.get("maxResponseBytes").asInt())
            .withTimeout(Duration.ofMillis(one.get("timeoutMs").asInt()));
    JsonNode given = one.get("given");
    String operation = one.get("operation").textValue();
    if (operation.equals("exchangeAuthorizationCode")) {
      return read(
          new AuthorizationCode(
                  new Secret(given.get("code").textValue()),
                  given.get("client_id").textValue(),
                  new Secret(given.get("client_secret").textValue()),
                  given.get("redirect_uri").textValue())
              .exchange(url, options));
    }
    Client client = new Client(url, new Secret(one.at("/tokens/0").textValue()), options);
    return switch (operation) {
      case "createClientWebhook" ->
          read(client.createClientWebhook(ClientWebhookCreate.fromJson(given)));
      case "createAppWebhook" -> read(client.createAppWebhook(AppWebhookWrite.fromJson(given)));
      default -> client.listAppWebhooks(given.textValue());
    };
  }

  private static JsonNode read(Model model) throws IOException {
    return Json.parse(Json.write(model.toJson()));
  }

  /** Answers one connection after the other, until the case is over. */
  private void serve(ServerSocket server, JsonNode answers) {
    try (Socket socket = server.accept()) {
      sent.add(request(socket.getInputStream()));
      JsonNode answer = answers.path(sent.size() - 1);
      if (answer.isNull()) {
        serve(server, answers);
      }
      socket.getOutputStream().write(answer.asText().getBytes(StandardCharsets.UTF_8));
    } catch (IOException error) {
      // The test has closed the server.
      return;
    }
    serve(server, answers);
  }

  private static JsonNode request(InputStream stream) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) stream.read());
    }
    String[] lines = head.toString().split("\r\n");
    ObjectNode sent = JsonNodeFactory.instance.objectNode();
    sent.put("method", lines[0].split(" ")[0]).put("path", lines[0].split(" ")[1]);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Stream.of(lines)
        .skip(1)
        .map(line -> line.split(": ", 2))
        .forEach(one -> headers.put(one[0], one[1]));
    sent.put("codings", headers.containsKey("accept-encoding"));
    if (headers.containsKey("authorization")) {
      sent.put("authorization", headers.get("authorization"));
    }
    if (headers.containsKey("content-type")) {
      int length = Integer.parseInt(headers.get("content-length"));
      String body = new String(stream.readNBytes(length), StandardCharsets.UTF_8);
      sent.put("contentType", headers.get("content-type"));
      sent.set("body", body.startsWith("{") ? Json.parse(body) : form(body));
    }
    return sent;
  }

  private static JsonNode form(String body) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (String field : body.split("&")) {
      String[] parts = field.split("=", 2);
      fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return fields;
  }
}
