package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a receiver makes of the bodies in vectors/json.json. */
class JsonTest {
  @Test
  void givesAllVerdicts() throws Exception {
    JsonNode file = Vectors.file("json");
    String secret = new String(Vectors.bytes(file.get("secret")), "UTF-8");
    List<String> handled = new ArrayList<>();
    Receiver receiver =
        Receiver.builder(
                Secrets.of(secret),
                (payment, delivery) -> {
                  handled.add(String.valueOf(payment.id()));
                  // What is kept has to be written again.
                  Json.parse(Json.write(payment.toJson()));
                })
            .store((key, task) -> task.run(null))
            .onProblem(problem -> {})
            .build();
    for (JsonNode one : Vectors.cases("json", 70).toList()) {
      handled.clear();
      Answer answer =
          receiver.receive(Vectors.bytes(one.get("body")), one.get("header").textValue());
      String id = one.get("id").textValue();
      String verdict = one.get("verdict").textValue();
      if (verdict.equals("refused") || (verdict.equals("exact") && answer.status() != 204)) {
        assertEquals(one.path("code").textValue(), answer.code(), id);
        assertEquals(List.of(), handled, id);
      } else {
        assertEquals(204, answer.status(), id);
        assertEquals(List.of(one.path("payment").asText()), handled, id);
      }
    }
  }

  /** Whose limits are lower than those of a receiver. */
  @Test
  void takesWhatJacksonWouldNot() throws Exception {
    for (int length : new int[] {60_000, 21_000_000}) {
      String text = "n".repeat(length);
      assertEquals(text, Json.parse("{\"" + text + "\":1}").fieldNames().next());
      assertEquals(text, Json.parse("\"" + text + "\"").textValue());
      // As a number of Java, the longer one would take an hour.
      String digits = "7".repeat(length);
      assertEquals(digits, Json.write(Json.parse(digits)));
    }
  }
}
