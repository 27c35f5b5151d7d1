import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each check of the judge as a test of JUnit 5. JUDGE names the command and what it judges, as in the guide "Testing a service". */
class ContractTest {
  @TestFactory
  Stream<DynamicTest> contract() throws Exception {
    var judge = new ProcessBuilder((System.getenv("JUDGE") + " --json-lines").split(" "));
    var lines = judge.redirectError(ProcessBuilder.Redirect.INHERIT).start().inputReader().lines().toList();
    Assertions.assertFalse(lines.isEmpty(), "the judge did not run: see its message");
    var json = new ObjectMapper();
    return lines.stream().map(line -> Assertions.assertDoesNotThrow(() -> json.readTree(line)))
        .filter(line -> line.path("event").asText().equals("verdict"))
        .map(line -> DynamicTest.dynamicTest(line.path("id").asText(), () -> judge(line)));
  }

  private static void judge(JsonNode verdict) {
    var status = verdict.path("status").asText();
    var isOpen = status.equals("not observed") || verdict.path("known").asBoolean();
    Assumptions.assumeFalse(isOpen, verdict.path("reason").asText());
    if (status.equals("failed") && verdict.path("severity").asText().equals("demand"))
      Assertions.fail(verdict.path("title").asText() + ": " + verdict.path("actual").asText());
  }
}
