package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The members of a JSON object, taken out one by one; what is left is not known. */
final class Members {
  /** From here on, not every integer has a double of its own. */
  private static final double DOUBLE_MAX = 1L << 53;

  private final Map<String, JsonNode> left = new LinkedHashMap<>();
  private final boolean isLenient;

  private Members(ObjectNode object) {
    isLenient = object instanceof Lenient;
    object.fieldNames().forEachRemaining(name -> left.put(name, object.get(name)));
  }

  static Members of(JsonNode json) {
    if (json instanceof ObjectNode object) {
      return new Members(object);
    }
    throw new PayloadException("", "an object");
  }

  <T> T required(String name, Function<JsonNode, T> reader) {
    JsonNode value = left.remove(name);
    if (value == null) {
      throw new PayloadException("/" + name, "there");
    }
    return below(name, reader, value);
  }

  private static <T> T below(String name, Function<JsonNode, T> reader, JsonNode value) {
    try {
      return reader.apply(value);
    } catch (PayloadException error) {
      throw error.below(name);
    }
  }

  /** Null for a member that is null or not there. */
  <T> T optional(String name, Function<JsonNode, T> reader) {
    JsonNode value = left.get(name);
    if (value == null || value.isNull()) {
      left.remove(name);
      return null;
    }
    try {
      return required(name, reader);
    } catch (PayloadException error) {
      if (!isLenient) {
        throw error;
      }
      left.put(name, value);
      return null;
    }
  }

  /**
   * An object of an answer. What was made must not get lost because another member is of another
   * type: such a member is not known, unless it is required.
   */
  // Of deepCopy, as Jackson declares it.
  @SuppressWarnings("unchecked")
  static final class Lenient extends ObjectNode {
    private static final long serialVersionUID = 1L;

    Lenient(ObjectNode object) {
      super(JsonNodeFactory.instance);
      setAll(object);
    }
  }

  Extra rest() {
    return left.isEmpty() ? Extra.NONE : new Extra(left);
  }

  static String string(JsonNode json) {
    if (!json.isTextual()) {
      throw new PayloadException("", "a string");
    }
    return json.textValue();
  }

  static Secret secret(JsonNode json) {
    return new Secret(string(json));
  }

  /** Takes {@code 1.0} and {@code 1e2}, which JSON counts as integers. Nothing is rounded. */
  static Long integer(JsonNode json) {
    boolean isDouble = json.isDouble() || json.isFloat();
    if (json.isNumber() && !(isDouble && Math.abs(json.doubleValue()) >= DOUBLE_MAX)) {
      try {
        return json.decimalValue().longValueExact();
      } catch (ArithmeticException error) {
        // Too large, or with a fraction.
      }
    }
    throw new PayloadException("", "an integer of at most 64 bits");
  }

  /** As it was written: nothing is rounded. */
  static BigDecimal number(JsonNode json) {
    if (!json.isNumber()) {
      throw new PayloadException("", "a number");
    }
    return json.decimalValue();
  }

  static Boolean bool(JsonNode json) {
    if (!json.isBoolean()) {
      throw new PayloadException("", "a boolean");
    }
    return json.booleanValue();
  }

  static <T> Function<JsonNode, List<T>> list(Function<JsonNode, T> reader) {
    return json -> {
      if (!json.isArray()) {
        throw new PayloadException("", "a list");
      }
      List<T> items = new ArrayList<>();
      for (JsonNode item : json) {
        items.add(below(String.valueOf(items.size()), reader, item));
      }
      return List.copyOf(items);
    };
  }

  static <T> Function<JsonNode, Map<String, T>> map(Function<JsonNode, T> reader) {
    return json -> {
      if (!json.isObject()) {
        throw new PayloadException("", "an object");
      }
      Map<String, T> values = new LinkedHashMap<>();
      json.fieldNames()
          .forEachRemaining(name -> values.put(name, below(name, reader, json.get(name))));
      return Collections.unmodifiableMap(values);
    };
  }
}
