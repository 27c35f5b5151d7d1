package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertTrue;

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

  /** Those that need nothing of what is lacking here, of which there must be some. */
  static Stream<JsonNode> cases(String name, int atLeast, String... lacking) {
    var cases = all(file(name).get("cases"));
    var fitting =
        cases.filter(one -> texts(one.path("needs")).noneMatch(List.of(lacking)::contains)).toList();
    assertTrue(fitting.size() >= atLeast, name);
    return fitting.stream();
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
