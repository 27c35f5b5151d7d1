package collectionscontract;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Reads and writes JSON without rounding a number. */
public final class Json {
  /** As deep as Jackson writes. */
  private static final int DEPTH_MAX = 1000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** As many as Jackson reads. For more, Java takes a time that grows with their square. */
  private static final int DIGITS_MAX = StreamReadConstraints.DEFAULT_MAX_NUM_LEN;

  private static final Pattern ZERO = Pattern.compile("-?0(\\.0+)?[eE]");

  /** The receiver limits the size of a body, and {@link #read} the depth. */
  private static final StreamReadConstraints NONE =
      StreamReadConstraints.builder()
          .maxNumberLength(Integer.MAX_VALUE)
          .maxStringLength(Integer.MAX_VALUE)
          .maxNameLength(Integer.MAX_VALUE)
          .build();

  private static final JsonMapper MAPPER =
      new JsonMapper(JsonFactory.builder().streamReadConstraints(NONE).build());

  private Json() {}

  /**
   * Reads bytes as UTF-8, whatever else they look like. A byte order mark is skipped.
   *
   * @throws CharacterCodingException if they are not UTF-8
   * @throws JsonProcessingException if they are not JSON, or lists and objects are more than 1,000
   *     deep
   */
  public static JsonNode parse(byte[] bytes)
      throws CharacterCodingException, JsonProcessingException {
    // A decoder of its own, because that of a string puts U+FFFD where bytes are wrong.
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
  }

  /**
   * Reads JSON. A number of more than 1,000 characters, or with an exponent that Java cannot hold,
   * becomes a node that writes it again.
   *
   * @throws JsonProcessingException if it is none
   */
  public static JsonNode parse(String text) throws JsonProcessingException {
    try (JsonParser parser = MAPPER.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new NoJson();
      }
      JsonNode node = read(parser, 0);
      if (parser.nextToken() != null) {
        throw new NoJson();
      }
      return node;
    } catch (JsonProcessingException error) {
      throw error;
    } catch (IOException error) {
      throw new UncheckedIOException("a text cannot fail to be read", error);
    }
  }

  /** Writes JSON in one line. */
  public static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException error) {
      throw new IllegalArgumentException("a tree that cannot be written", error);
    }
  }

  private static JsonNode read(JsonParser parser, int depth) throws IOException {
    if (depth > DEPTH_MAX) {
      throw new NoJson();
    }
    switch (parser.currentToken()) {
      case START_OBJECT:
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.getText();
          parser.nextToken();
          object.set(name, read(parser, depth + 1));
        }
        return object;
      case START_ARRAY:
        ArrayNode list = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(read(parser, depth + 1));
        }
        return list;
      case VALUE_STRING:
        return NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT:
        return number(parser.getText());
      case VALUE_TRUE, VALUE_FALSE:
        return NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL:
        return NODES.nullNode();
      default:
        throw new NoJson();
    }
  }

  private static JsonNode number(String text) {
    if (text.length() > DIGITS_MAX) {
      return NODES.rawValueNode(new RawValue(text));
    }
    try {
      BigDecimal value = new BigDecimal(text);
      boolean isInteger = text.chars().allMatch(one -> one == '-' || Character.isDigit(one));
      if (!isInteger) {
        return DecimalNode.valueOf(value);
      }
      BigInteger whole = value.toBigInteger();
      return whole.bitLength() < 64 ? NODES.numberNode(whole.longValue()) : NODES.numberNode(whole);
    } catch (NumberFormatException error) {
      return ZERO.matcher(text).lookingAt()
          ? NODES.numberNode(0)
          : NODES.rawValueNode(new RawValue(text));
    }
  }

  /** Jackson takes nothing at all for a tree without a node. */
  private static final class NoJson extends JsonProcessingException {
    private static final long serialVersionUID = 1L;

    NoJson() {
      super("there is no JSON that can be read");
    }
  }
}
