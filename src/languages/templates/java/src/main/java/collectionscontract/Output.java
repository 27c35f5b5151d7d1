package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Collects the members of an object that is written. What is null is left out. */
final class Output {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final ObjectNode object = NODES.objectNode();

  /** A text, a number, a boolean, a secret, a model, any JSON, or a list or map of these. */
  Output set(String name, Object value) {
    if (value != null) {
      object.set(name, node(value));
    }
    return this;
  }

  /** The whole object. A known member wins over an unknown one of the same name. */
  ObjectNode with(Extra extra) {
    ObjectNode whole = NODES.objectNode();
    extra.members().forEach(whole::set);
    return whole.setAll(object);
  }

  private static JsonNode node(Object value) {
    if (value instanceof List<?> values) {
      ArrayNode list = NODES.arrayNode();
      values.forEach(one -> list.add(node(one)));
      return list;
    }
    if (value instanceof Map<?, ?> values) {
      ObjectNode map = NODES.objectNode();
      values.forEach((name, one) -> map.set((String) name, node(one)));
      return map;
    }
    if (value instanceof JsonNode json) {
      return json;
    }
    if (value instanceof BigDecimal number) {
      return DecimalNode.valueOf(number);
    }
    if (value instanceof Long number) {
      return NODES.numberNode(number.longValue());
    }
    if (value instanceof Boolean bool) {
      return NODES.booleanNode(bool);
    }
    if (value instanceof Model model) {
      return model.toJson();
    }
    return NODES.textNode(value instanceof Secret secret ? secret.value() : (String) value);
  }
}
