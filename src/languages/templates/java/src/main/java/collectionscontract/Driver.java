package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;

/**
 * What the judge of collections-contract asks of a service in a test, over HTTP: version 1 of the
 * protocol in driver.yaml, for any framework. {@link SpringDriver} puts it behind Spring MVC. For
 * test set-ups only.
 */
public final class Driver {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_BODY_BYTES = 1 << 20;

  private final byte[] authorization;
  private final Callable<Map<String, Object>> values;
  private final Map<String, Call> calls;
  private final BiConsumer<String, Exception> onError;

  Driver(DriverBuilder builder) {
    authorization = ("Bearer " + builder.token).getBytes(StandardCharsets.UTF_8);
    values = builder.values;
    calls = new TreeMap<>(builder.calls);
    onError = builder.onError;
  }

  /** {@code token}: the driver's own, never one of the service; not empty. */
  public static DriverBuilder builder(String token) {
    if (token == null || token.isEmpty()) {
      throw new IllegalArgumentException("the driver needs a token of its own: set DRIVER_TOKEN");
    }
    return new DriverBuilder(token);
  }

  /** Returns the answer to a request at {@code name} below the driver's base URL. */
  public Reply answer(String method, String name, String authorizationHeader, byte[] body) {
    String given = authorizationHeader == null ? "" : authorizationHeader;
    if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), authorization)) {
      return error(401, "token_wrong", "Send the token of the driver.");
    }
    try {
      if (method.equals("GET") && name.equals("members")) {
        return json(200, members());
      }
      Call call = method.equals("POST") ? calls.get(name) : null;
      if (call == null) {
        return error(404, "no_such_call", "The driver does not list this call.");
      }
      JsonNode json = body.length > MAX_BODY_BYTES ? null : read(body);
      if (json == null || !json.isObject()) {
        return error(400, "body_invalid", "The body is not what driver.yaml describes.");
      }
      Object result = call.apply(json);
      return result == null ? new Reply(204, null) : json(200, result);
    } catch (Refusal refusal) {
      return error(409, refusal.code, refusal.getMessage());
    } catch (Exception cause) {
      onError.accept(name, cause);
      return error(500, "driver_failed", "See the log of the driver.");
    }
  }

  private Map<String, Object> members() throws Exception {
    Map<String, Object> members = new TreeMap<>(Map.of("version", 1, "calls", calls.keySet()));
    if (values != null) {
      members.put("values", values.call());
    }
    return members;
  }

  private static JsonNode read(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException malformed) {
      return null;
    }
  }

  private static Reply json(int status, Object value) {
    return new Reply(status, JSON.valueToTree(value).toString().getBytes(StandardCharsets.UTF_8));
  }

  private static Reply error(int status, String code, String message) {
    return json(status, Map.of("code", code, "message", message));
  }

  /** The status, and the JSON; no body if it is null. */
  public record Reply(int status, byte[] json) {}

  /**
   * {@code paidTo}: "client" or "agency". {@code client}: the IRI of the client of the case file.
   */
  public record Payment(String paidTo, String client) {}

  /** A code that was never used, and what it is exchanged with. */
  public record Credentials(
      String clientId, String clientSecret, String redirectUri, String code) {}

  /** A client webhook by the request that created it and its answer, null if that was not JSON. */
  public record Webhook(JsonNode request, JsonNode response) {}

  /** A payment that took effect. */
  public record Effect(long id, String event) {}

  /** This call cannot be done: what needs it is not observed. Any other exception ends the run. */
  public static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final String code;

    /** {@code message} must hold no secret. */
    public Refusal(String code, String message) {
      super(message);
      this.code = code;
    }
  }

  /** Does something. */
  public interface Task {
    void run() throws Exception;
  }

  /** Makes one thing of another. */
  public interface Step<A, T> {
    T apply(A given) throws Exception;
  }

  /** Does something with two things. */
  public interface Pair<A, B> {
    void accept(A first, B second) throws Exception;
  }

  interface Call extends Step<JsonNode, Object> {}
}
