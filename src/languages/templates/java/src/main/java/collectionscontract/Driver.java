package collectionscontract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  private final Supply<Map<String, Object>> values;
  private final Map<String, Call> calls;
  private final BiConsumer<String, Exception> onError;

  private Driver(Builder builder) {
    authorization = ("Bearer " + builder.token).getBytes(StandardCharsets.UTF_8);
    values = builder.values;
    calls = new TreeMap<>(builder.calls);
    onError = builder.onError;
  }

  /** {@code token}: the driver's own, never one of the service; not empty. */
  public static Builder builder(String token) {
    if (token == null || token.isEmpty()) {
      throw new IllegalArgumentException("the driver needs a token of its own: set DRIVER_TOKEN");
    }
    return new Builder(token);
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
      members.put("values", values.get());
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

  private static Reply json(int status, Object value) throws JsonProcessingException {
    return new Reply(status, JSON.writeValueAsBytes(value));
  }

  private static Reply error(int status, String code, String message) {
    try {
      return json(status, Map.of("code", code, "message", message));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
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

  /** Gives something. */
  public interface Supply<T> {
    T get() throws Exception;
  }

  /** Makes one thing of another. */
  public interface Step<A, T> {
    T apply(A given) throws Exception;
  }

  /** Does something with two things. */
  public interface Pair<A, B> {
    void accept(A first, B second) throws Exception;
  }

  private interface Call extends Step<JsonNode, Object> {}

  /** Takes what the service offers. What is left out, or null, is not listed and not observed. */
  public static final class Builder {
    private final String token;
    private final Map<String, Call> calls = new TreeMap<>();
    private Supply<Map<String, Object>> values;
    private BiConsumer<String, Exception> onError =
        (name, error) -> System.getLogger("driver").log(System.Logger.Level.ERROR, name, error);

    private Builder(String token) {
      this.token = token;
    }

    /**
     * Gets each exception that ends a run, with the name of the call. Default: the system logger.
     */
    public Builder onError(BiConsumer<String, Exception> handler) {
      onError = handler;
      return this;
    }

    /** {@code baseUrl}, {@code authUrl}, {@code clientIri} and the others of driver.yaml. */
    public Builder values(Supply<Map<String, Object>> member) {
      values = member;
      return this;
    }

    /** Prepares for a run; called once, then the values are read again. */
    public Builder start(Task member) {
      return does("start", member);
    }

    /** Forgets webhooks and deliveries. Clients, Apps and credentials stay. */
    public Builder reset(Task member) {
      return does("reset", member);
    }

    /** Ends the run; called in any case. */
    public Builder stop(Task member) {
      return does("stop", member);
    }

    /** Returns as soon as no attempt at a delivery is pending. */
    public Builder settle(Task member) {
      return does("settle", member);
    }

    /** Returns a new authorization code, and what it is exchanged with. */
    public Builder credentials(Supply<Credentials> member) {
      return add("credentials", member, body -> member.get());
    }

    /** Returns an access token, if there is one without a code. */
    public Builder accessToken(Supply<String> member) {
      return add("accessToken", member, body -> Map.of("accessToken", member.get()));
    }

    /** Returns the headers that carry a token; null asks for a request without one. */
    public Builder requestHeaders(Step<String, Map<String, String>> member) {
      return add(
          "requestHeaders", member, body -> Map.of("headers", member.apply(text(body, "token"))));
    }

    /** Exchanges a refresh token for an access token. */
    public Builder refresh(Step<String, String> member) {
      return add(
          "refresh",
          member,
          body -> Map.of("accessToken", member.apply(text(body, "refreshToken"))));
    }

    /** Makes a payment and confirms it. Returns the id that its delivery carries, or null. */
    public Builder confirmPayment(Step<Payment, Long> member) {
      return pays("confirmPayment", member);
    }

    /** Makes a payment that is not confirmed. */
    public Builder recordPayment(Step<Payment, Long> member) {
      return pays("recordPayment", member);
    }

    /** Switches a client webhook on or off. */
    public Builder setClientWebhookActive(Pair<Webhook, Boolean> member) {
      return add(
          "setClientWebhookActive",
          member,
          body -> {
            Webhook webhook =
                new Webhook(
                    body.get("request"), present(body, "response") ? body.get("response") : null);
            member.accept(webhook, body.path("active").asBoolean());
            return null;
          });
    }

    /** Dispatches an event to the webhooks of an App. Gets the IRI of the App, and the event. */
    public Builder dispatchAppEvent(Pair<String, String> member) {
      return add(
          "dispatchAppEvent",
          member,
          body -> {
            member.accept(text(body, "app"), text(body, "event"));
            return null;
          });
    }

    /** Lets an event that the deployment adds happen to a payment. Gets the IRI of the client, and the event. */
    public Builder emitEvent(Pair<String, String> member) {
      return add(
          "emitEvent",
          member,
          body -> {
            member.accept(text(body, "client"), text(body, "event"));
            return null;
          });
    }

    /** Only for "test receiver": returns what took effect since the last reset. */
    public Builder processed(Supply<List<Effect>> member) {
      return add("processed", member, body -> Map.of("events", member.get()));
    }

    /** Returns the driver. */
    public Driver build() {
      return new Driver(this);
    }

    private Builder does(String name, Task member) {
      return add(
          name,
          member,
          body -> {
            member.run();
            return null;
          });
    }

    private Builder pays(String name, Step<Payment, Long> member) {
      return add(
          name,
          member,
          body -> {
            Long id = member.apply(new Payment(text(body, "paidTo"), text(body, "client")));
            return id == null ? Map.of() : Map.of("id", id);
          });
    }

    private Builder add(String name, Object member, Call call) {
      if (member != null) {
        calls.put(name, call);
      }
      return this;
    }

    private static String text(JsonNode body, String name) {
      return present(body, name) ? body.get(name).asText() : null;
    }

    private static boolean present(JsonNode body, String name) {
      return body.hasNonNull(name);
    }
  }
}
