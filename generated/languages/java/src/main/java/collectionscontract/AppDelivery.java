// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * The body of an app webhook delivery: a JSON object to which the service adds
 * <code>&#64;event</code>. What else it holds is not stated. It carries no signature, so nothing in
 * it is proven to come from the service.
 *
 * @param event The name of an event. Today {@code case_file.payment.confirmed} is the only event
 *     that is delivered. The list is open: expect names that are not known yet.
 * @param extra members that this version does not know; they are written again
 */
public record AppDelivery(String event, Extra extra) implements Model {
  public AppDelivery {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(extra, "extra");
  }

  /** Without members that are not known. */
  public AppDelivery(String event) {
    this(event, Extra.NONE);
  }

  /**
   * Reads a JSON object.
   *
   * @throws PayloadException if it does not fit
   */
  public static AppDelivery fromJson(JsonNode json) {
    Members members = Members.of(json);
    return new AppDelivery(members.required("@event", Members::string), members.rest());
  }

  @Override
  public ObjectNode toJson() {
    return new Output().set("@event", event).with(extra);
  }
}
