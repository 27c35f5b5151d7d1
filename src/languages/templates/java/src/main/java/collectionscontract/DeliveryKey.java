package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Function;

/** What makes two deliveries the same, within their owner. */
final class DeliveryKey {
  /** Keys that are longer, in characters, are stored as a digest: with an owner, and without. */
  private static final int OWNED_MAX = 100;

  private static final int MAX = 255;

  /** Stand for other values. No payload has them; a function that parses times gets a time. */
  private static final String TIME = "1987-06-05T04:32:10+00:00";

  private static final String OTHER = "Qzx 8264913750";

  private DeliveryKey() {}

  /**
   * Asks a function of the user, the second time for a payment with other values: a key that stays
   * the same would make all payments one, and all but the first would be lost as duplicates. One
   * that throws there depends on a value.
   */
  static String asked(
      Function<PaymentSnapshot, String> key, PaymentSnapshot payment, JsonNode payload) {
    String same = key.apply(payment);
    if (same == null || same.isEmpty()) {
      throw new IllegalStateException("key returned nothing, which all payments would share");
    }
    if (same.equals(ofOther(key, payload))) {
      throw new IllegalStateException(
          "key returned the same for another payment: "
              + "it names a member that the payload lacks, or none");
    }
    return same;
  }

  private static String ofOther(Function<PaymentSnapshot, String> key, JsonNode payload) {
    try {
      ObjectNode other = (ObjectNode) other(payload);
      return key.apply(PaymentSnapshot.fromJson(other.set("@event", payload.get("@event"))));
    } catch (Throwable error) {
      return null;
    }
  }

  private static JsonNode other(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> {
        String other = value.textValue().startsWith("T", 10) ? TIME : OTHER;
        yield TextNode.valueOf(value.textValue().equals(other) ? "" : other);
      }
      case NUMBER -> LongNode.valueOf(value.decimalValue().compareTo(BigDecimal.ONE) == 0 ? 2 : 1);
      case BOOLEAN -> BooleanNode.valueOf(!value.booleanValue());
      case ARRAY -> {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        value.forEach(one -> list.add(other(one)));
        yield list;
      }
      case OBJECT -> {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        value.fieldNames().forEachRemaining(name -> object.set(name, other(value.get(name))));
        yield object;
      }
      default -> value;
    };
  }

  /**
   * Puts the owner in front. A key that some stores cannot hold becomes a slash and its digest. An
   * encoded owner holds neither a slash nor a blank, so two owners never share a key.
   *
   * @param owner null if there is none
   */
  static String within(String owner, String same) {
    String encoded = owner == null ? "" : encoded(owner);
    String key = owner == null ? same : encoded + "/" + same;
    if (key.length() <= (owner == null ? MAX : OWNED_MAX) && key.indexOf('\0') < 0) {
      return key;
    }
    byte[] bytes = (encoded + " " + same).getBytes(StandardCharsets.UTF_8);
    return "/" + Base64.getEncoder().encodeToString(sha256(bytes));
  }

  static String digest(byte[] body) {
    return HexFormat.of().formatHex(sha256(body));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException error) {
      throw new IllegalStateException("every Java has SHA-256", error);
    }
  }

  /** As encodeURIComponent of JavaScript does it. */
  private static String encoded(String owner) {
    String text = URLEncoder.encode(owner, StandardCharsets.UTF_8).replace("+", "%20");
    return text.replace("%21", "!")
        .replace("%27", "'")
        .replace("%28", "(")
        .replace("%29", ")")
        .replace("%7E", "~");
  }
}
