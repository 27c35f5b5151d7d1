package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The cases in vectors/, which are the same for every language. */
final class Vectors {
  private Vectors() {}

  static Stream<JsonNode> cases(String name) {
    return StreamSupport.stream(file(name).get("cases").spliterator(), false);
  }

  static JsonNode file(String name) {
    try {
      return Json.parse(Files.readAllBytes(Path.of("vectors", name + ".json")));
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
