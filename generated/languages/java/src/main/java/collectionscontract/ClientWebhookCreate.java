// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;

/**
 * What a caller sends to register a client webhook. It does not contain the secret, which the
 * service generates.
 *
 * @param client The IRI of the creditor profile (the client) that the webhook belongs to. One
 *     client, never a list.
 * @param name A name for the webhook.
 * @param events The events that this webhook receives. At least one.
 * @param url The address that deliveries are posted to. The scheme is http or https and the host
 *     has a real top-level domain. A URL whose host is private or loopback, whose host has no real
 *     top-level domain, or whose scheme is another one is rejected at creation. Client webhooks
 *     ({@code url}) and app webhooks ({@code webhookUrl}) follow the same rules.
 * @param extra members that this version does not know; they are written again
 */
public record ClientWebhookCreate(
    String client, String name, List<String> events, String url, Extra extra) implements Model {

  public ClientWebhookCreate {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(name, "name");
    events = List.copyOf(events);
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(extra, "extra");
  }

  /** Without members that are not known. */
  public ClientWebhookCreate(String client, String name, List<String> events, String url) {
    this(client, name, events, url, Extra.NONE);
  }

  /**
   * Reads a JSON object.
   *
   * @throws PayloadException if it does not fit
   */
  public static ClientWebhookCreate fromJson(JsonNode json) {
    Members members = Members.of(json);
    return new ClientWebhookCreate(
        members.required("client", Members::string),
        members.required("name", Members::string),
        members.required("events", Members.list(Members::string)),
        members.required("url", Members::string),
        members.rest());
  }

  @Override
  public ObjectNode toJson() {
    return new Output()
        .set("client", client)
        .set("name", name)
        .set("events", events)
        .set("url", url)
        .with(extra);
  }
}
