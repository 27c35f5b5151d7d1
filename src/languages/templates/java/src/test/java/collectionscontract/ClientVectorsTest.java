package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The cases of vectors/client.json: results, errors, and what was sent, over real sockets. */
class ClientVectorsTest {
  private static final Pattern HIDDEN = Pattern.compile("hidden|token-\\d");

  private final List<JsonNode> sent = new CopyOnWriteArrayList<>();
  private final List<Socket> held = new CopyOnWriteArrayList<>();

  @Test
  void passesAllCases() throws Exception {
    List<JsonNode> cases = Vectors.cases("client").toList();
    assertTrue(cases.size() > 60);
    for (JsonNode one : cases) {
      // A client has one token.
      if (one.get("needs").toString().contains("token renewal")) {
        continue;
      }
      sent.clear();
      try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
        Thread thread = new Thread(() -> serve(server, one.get("answers")));
        thread.setDaemon(true);
        thread.start();
        check(one, "http://127.0.0.1:" + server.getLocalPort());
      }
    }
    for (Socket socket : held) {
      socket.close();
    }
  }

  private void check(JsonNode one, String own) throws Exception {
    String id = one.get("id").textValue();
    String url = one.path("baseUrl").asText(own);
    if (one.has("error")) {
      JsonNode expected = one.get("error");
      ApiException error = assertThrows(ApiException.class, () -> made(one, url), id);
      assertEquals(expected.get("code").textValue(), error.code(), id);
      assertEquals(expected.path("status").asInt(error.status()), error.status(), id);
      if (expected.has("retryAfter")) {
        String header = error.headers().orElseThrow().firstValue("Retry-After").orElseThrow();
        assertEquals(expected.get("retryAfter").textValue(), header, id);
      }
      assertFalse(HIDDEN.matcher(error.toString()).find(), id);
    } else {
      assertEquals(Json.parse(one.get("result").textValue()), made(one, url), id);
    }
    if (one.has("sent")) {
      List<JsonNode> all = new ArrayList<>();
      one.get("sent").forEach(all::add);
      assertEquals(all, sent, id);
    }
  }

  private static JsonNode made(JsonNode one, String url) throws Exception {
    boolean isSilent = StreamSupport.stream(one.get("answers").spliterator(), false).anyMatch(JsonNode::isNull);
    ClientOptions options =
        ClientOptions.defaults()
            .withAllowInsecureLoopback(true)
            .withTokenHeader("Authorization", "Bearer ")
            .withTimeout(isSilent ? Duration.ofMillis(300) : Duration.ofSeconds(20));
    if (one.has("maxResponseBytes")) {
      options = options.withMaxResponseBytes(one.get("maxResponseBytes").intValue());
    }
    JsonNode given = one.get("call").get("given");
    String operation = one.get("call").get("operation").textValue();
    if (operation.equals("exchangeAuthorizationCode")) {
      return read(
          new AuthorizationCode(
                  new Secret(given.get("code").textValue()),
                  given.get("client_id").textValue(),
                  new Secret(given.get("client_secret").textValue()),
                  given.get("redirect_uri").textValue())
              .exchange(url, options));
    }
    Client client = new Client(url, new Secret(one.get("tokens").get(0).textValue()), options);
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

  /** Answers one connection after the other, and keeps what was sent. */
  private void serve(ServerSocket server, JsonNode answers) {
    try {
      while (true) {
        Socket socket = server.accept();
        JsonNode request = request(socket.getInputStream());
        JsonNode answer = answers.path(sent.size());
        sent.add(request);
        if (answer.isNull()) {
          held.add(socket);
          continue;
        }
        socket.getOutputStream().write(Base64.getDecoder().decode(answer.asText()));
        socket.close();
      }
    } catch (IOException error) {
      // The case is over.
    }
  }

  private static JsonNode request(InputStream stream) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) stream.read());
    }
    String[] lines = head.toString().split("\r\n");
    Map<String, String> headers = new HashMap<>();
    for (String line : List.of(lines).subList(1, lines.length)) {
      String[] parts = line.split(": ", 2);
      headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(stream.readNBytes(length), StandardCharsets.UTF_8);
    ObjectNode sent = JsonNodeFactory.instance.objectNode();
    sent.put("method", lines[0].split(" ")[0]).put("path", lines[0].split(" ")[1]);
    if (headers.containsKey("authorization")) {
      sent.put("authorization", headers.get("authorization"));
    }
    if (sent.get("method").textValue().equals("POST")) {
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
