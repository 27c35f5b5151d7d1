package collectionscontract;

import collectionscontract.Driver.Credentials;
import collectionscontract.Driver.Effect;
import collectionscontract.Driver.Pair;
import collectionscontract.Driver.Payment;
import collectionscontract.Driver.Step;
import collectionscontract.Driver.Task;
import collectionscontract.Driver.Webhook;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;

/** Takes what the service offers. What is left out, or null, is not listed and not observed. */
public final class DriverBuilder {
  final String token;
  final Map<String, Driver.Call> calls = new TreeMap<>();
  Callable<Map<String, Object>> values;
  BiConsumer<String, Exception> onError =
      (name, error) -> System.getLogger("driver").log(System.Logger.Level.ERROR, name, error);

  DriverBuilder(String token) {
    this.token = token;
  }

  /** Gets each exception that ends a run, with the name of the call. Default: the system logger. */
  public DriverBuilder onError(BiConsumer<String, Exception> handler) {
    onError = handler;
    return this;
  }

  /** {@code baseUrl}, {@code authUrl}, {@code clientIri} and the others of driver.yaml. */
  public DriverBuilder values(Callable<Map<String, Object>> member) {
    values = member;
    return this;
  }

  /** Prepares for a run; called once, then the values are read again. */
  public DriverBuilder start(Task member) {
    return does("start", member, body -> member.run());
  }

  /** Forgets webhooks and deliveries. Clients, Apps and credentials stay. */
  public DriverBuilder reset(Task member) {
    return does("reset", member, body -> member.run());
  }

  /** Ends the run; called in any case. */
  public DriverBuilder stop(Task member) {
    return does("stop", member, body -> member.run());
  }

  /** Returns as soon as no attempt at a delivery is pending. */
  public DriverBuilder settle(Task member) {
    return does("settle", member, body -> member.run());
  }

  /** Returns a new authorization code, and what it is exchanged with. */
  public DriverBuilder credentials(Callable<Credentials> member) {
    return add("credentials", member, body -> member.call());
  }

  /** Returns an access token, if there is one without a code. */
  public DriverBuilder accessToken(Callable<String> member) {
    return add("accessToken", member, body -> Map.of("accessToken", member.call()));
  }

  /** Returns the headers that carry a token; null asks for a request without one. */
  public DriverBuilder requestHeaders(Step<String, Map<String, String>> member) {
    return add(
        "requestHeaders", member, body -> Map.of("headers", member.apply(text(body, "token"))));
  }

  /** Exchanges a refresh token for an access token. */
  public DriverBuilder refresh(Step<String, String> member) {
    return add(
        "refresh", member, body -> Map.of("accessToken", member.apply(text(body, "refreshToken"))));
  }

  /** Makes a payment and confirms it. Returns the id that its delivery carries, or null. */
  public DriverBuilder confirmPayment(Step<Payment, Long> member) {
    return pays("confirmPayment", member);
  }

  /** Makes a payment that is not confirmed. */
  public DriverBuilder recordPayment(Step<Payment, Long> member) {
    return pays("recordPayment", member);
  }

  /** Switches a client webhook on or off. */
  public DriverBuilder setClientWebhookActive(Pair<Webhook, Boolean> member) {
    return does(
        "setClientWebhookActive",
        member,
        body -> {
          JsonNode response = body.hasNonNull("response") ? body.get("response") : null;
          boolean isActive = body.path("active").asBoolean();
          member.accept(new Webhook(body.get("request"), response), isActive);
        });
  }

  /** Dispatches an event to the webhooks of an App. Gets the IRI of the App, and the event. */
  public DriverBuilder dispatchAppEvent(Pair<String, String> member) {
    return does(
        "dispatchAppEvent", member, body -> member.accept(text(body, "app"), text(body, "event")));
  }

  /**
   * Lets an event that the deployment adds happen to a payment. Gets the IRI of the client, and the
   * event.
   */
  public DriverBuilder emitEvent(Pair<String, String> member) {
    return does(
        "emitEvent", member, body -> member.accept(text(body, "client"), text(body, "event")));
  }

  /** Only for "test receiver": returns what took effect since the last reset. */
  public DriverBuilder processed(Callable<List<Effect>> member) {
    return add("processed", member, body -> Map.of("events", member.call()));
  }

  /** Returns the driver. */
  public Driver build() {
    return new Driver(this);
  }

  private DriverBuilder does(String name, Object member, Act act) {
    return add(
        name,
        member,
        body -> {
          act.run(body);
          return null;
        });
  }

  private DriverBuilder pays(String name, Step<Payment, Long> member) {
    return add(
        name,
        member,
        body -> {
          Long id = member.apply(new Payment(text(body, "paidTo"), text(body, "client")));
          return id == null ? Map.of() : Map.of("id", id);
        });
  }

  private DriverBuilder add(String name, Object member, Driver.Call call) {
    if (member != null) {
      calls.put(name, call);
    }
    return this;
  }

  private static String text(JsonNode body, String name) {
    return body.hasNonNull(name) ? body.get(name).asText() : null;
  }

  private interface Act {
    void run(JsonNode body) throws Exception;
  }
}
