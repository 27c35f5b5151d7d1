package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Collects the members of an object that is written. What is null is left out. */
final class Output {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final ObjectNode object = NODES.objectNode();

  Output set(String name, String value) {
    return value == null ? this : node(name, NODES.textNode(value));
  }

  Output set(String name, Secret value) {
    return value == null ? this : set(name, value.value());
  }

  Output set(String name, Long value) {
    return value == null ? this : node(name, NODES.numberNode(value.longValue()));
  }

  Output set(String name, Boolean value) {
    return value == null ? this : node(name, NODES.booleanNode(value));
  }

  Output set(String name, Model value) {
    return value == null ? this : node(name, value.toJson());
  }

  Output set(String name, List<String> values) {
    if (values == null) {
      return this;
    }
    ArrayNode list = NODES.arrayNode();
    values.forEach(list::add);
    return node(name, list);
  }

  /** The whole object. A known member wins over an unknown one of the same name. */
  ObjectNode with(Extra extra) {
    ObjectNode whole = NODES.objectNode();
    extra.members().forEach(whole::set);
    return whole.setAll(object);
  }

  private Output node(String name, JsonNode value) {
    object.set(name, value);
    return this;
  }
}
