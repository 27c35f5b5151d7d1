package collectionscontract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads and writes JSON without rounding a number, with Jackson's limits on depth and length. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  private Json() {}

  /**
   * Reads bytes as UTF-8, whatever else they look like. A byte order mark is skipped.
   *
   * @throws CharacterCodingException if they are not UTF-8
   * @throws JsonProcessingException if they are not JSON
   */
  public static JsonNode parse(byte[] bytes)
      throws CharacterCodingException, JsonProcessingException {
    // A decoder of its own, because that of a string puts U+FFFD where bytes are wrong.
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
  }

  /**
   * Reads JSON.
   *
   * @throws JsonProcessingException if it is none
   */
  public static JsonNode parse(String text) throws JsonProcessingException {
    try {
      JsonNode node = MAPPER.readTree(text);
      if (!node.isMissingNode()) {
        return node;
      }
    } catch (NumberFormatException error) {
      // A number whose exponent no BigDecimal holds.
    }
    throw new NoJson();
  }

  /** Writes JSON in one line. */
  public static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException error) {
      throw new IllegalArgumentException("a tree that cannot be written", error);
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
