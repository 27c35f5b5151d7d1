package collectionscontract;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
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
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** As many as Jackson reads. For more, Java takes a time that grows with their square. */
  private static final int DIGITS_MAX = StreamReadConstraints.DEFAULT_MAX_NUM_LEN;

  private static final Pattern ZERO = Pattern.compile("-?0(\\.0+)?[eE]");

  /** The receiver limits the size of a body. The limit of the depth stays. */
  private static final StreamReadConstraints NONE =
      StreamReadConstraints.builder()
          .maxNumberLength(Integer.MAX_VALUE)
          .maxStringLength(Integer.MAX_VALUE)
          .maxNameLength(Integer.MAX_VALUE)
          .build();

  private static final JsonFactory FACTORY =
      JsonFactory.builder().streamReadConstraints(NONE).build();

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
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new JsonParseException(parser, "no value");
      }
      JsonNode node = read(parser);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "more than one value");
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
    return node.toString();
  }

  private static JsonNode read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.getText();
          parser.nextToken();
          object.set(name, read(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        ArrayNode list = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(read(parser));
        }
        yield list;
      }
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      default -> throw new JsonParseException(parser, "no value");
    };
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
}
