package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The cases in vectors/, which are the same for every language. */
final class Vectors {
  private Vectors() {}

  static Stream<JsonNode> cases(String name) {
    return all(file(name).get("cases"));
  }

  /** Those that need nothing of what is lacking here. */
  static Stream<JsonNode> cases(String name, List<String> lacking) {
    return cases(name).filter(one -> texts(one.get("needs")).noneMatch(lacking::contains));
  }

  static JsonNode file(String name) {
    try {
      return Json.parse(Files.readAllBytes(Path.of("vectors", name + ".json")));
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  static Stream<JsonNode> all(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  static Stream<String> texts(JsonNode list) {
    return all(list).map(JsonNode::textValue);
  }

  static byte[] bytes(JsonNode base64) {
    return Base64.getDecoder().decode(base64.asText());
  }
}
