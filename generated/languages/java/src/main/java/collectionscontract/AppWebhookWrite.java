// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;

/**
 * The writable members of an app webhook, sent when one is created.
 *
 * @param app The IRI of the App (the app definition) that the webhook belongs to. It is never the
 *     IRI of an installation. Null if it is not there.
 * @param webhookUrl The address that deliveries are posted to. The scheme is http or https and the
 *     host has a real top-level domain. A URL whose host is private or loopback, whose host has no
 *     real top-level domain, or whose scheme is another one is rejected at creation. Client
 *     webhooks ({@code url}) and app webhooks ({@code webhookUrl}) follow the same rules. Null if
 *     it is not there.
 * @param events The names of the events subscribed to. From 1 to 100 entries; fewer or more are
 *     invalid. Null if it is not there.
 * @param responseHandlingType How the service treats the answer to a delivery: {@code 1}
 *     (FIRE_AND_FORGET) or {@code 2} (WAIT_FOR_SUCCESSFUL_RESPONSE). No other value is allowed.
 *     Null if it is not there.
 * @param active Whether the webhook receives deliveries. Null if it is not there.
 * @param extra members that this version does not know; they are written again
 */
public record AppWebhookWrite(
    String app,
    String webhookUrl,
    List<String> events,
    Long responseHandlingType,
    Boolean active,
    Extra extra)
    implements Model {

  public AppWebhookWrite {
    events = events == null ? null : List.copyOf(events);
    Objects.requireNonNull(extra, "extra");
  }

  /** Without members that are not known. */
  public AppWebhookWrite(
      String app,
      String webhookUrl,
      List<String> events,
      Long responseHandlingType,
      Boolean active) {
    this(app, webhookUrl, events, responseHandlingType, active, Extra.NONE);
  }

  /**
   * Reads a JSON object.
   *
   * @throws PayloadException if it does not fit
   */
  public static AppWebhookWrite fromJson(JsonNode json) {
    Members members = Members.of(json);
    return new AppWebhookWrite(
        members.optional("app", Members::string),
        members.optional("webhookUrl", Members::string),
        members.optional("events", Members.list(Members::string)),
        members.optional("responseHandlingType", Members::integer),
        members.optional("active", Members::bool),
        members.rest());
  }

  @Override
  public ObjectNode toJson() {
    return new Output()
        .set("app", app)
        .set("webhookUrl", webhookUrl)
        .set("events", events)
        .set("responseHandlingType", responseHandlingType)
        .set("active", active)
        .with(extra);
  }
}
