// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * The case file that a payment belongs to. Further members may be present.
 *
 * @param id Identifies the case file.
 * @param extra members that this version does not know; they are written again
 */
public record CaseFileReference(long id, Extra extra) implements Model {
  public CaseFileReference {
    Objects.requireNonNull(extra, "extra");
  }

  /** Without members that are not known. */
  public CaseFileReference(long id) {
    this(id, Extra.NONE);
  }

  /**
   * Reads a JSON object.
   *
   * @throws PayloadException if it does not fit
   */
  public static CaseFileReference fromJson(JsonNode json) {
    Members members = Members.of(json);
    return new CaseFileReference(members.required("id", Members::integer), members.rest());
  }

  @Override
  public ObjectNode toJson() {
    return new Output().set("id", id).with(extra);
  }
}
