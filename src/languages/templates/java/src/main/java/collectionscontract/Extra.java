package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Members that this version does not know, in their order.
 *
 * @param members the values by name
 */
public record Extra(Map<String, JsonNode> members) {
  /** No members. */
  public static final Extra NONE = new Extra(Map.of());

  public Extra {
    members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }

  /** How many there are. Nobody knows what is in them, so they are not printed. */
  @Override
  public String toString() {
    return "[" + members.size() + " members]";
  }
}
