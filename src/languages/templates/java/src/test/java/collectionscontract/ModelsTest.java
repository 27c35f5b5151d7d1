package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the models make of vectors/payloads.json, and what they keep. */
class ModelsTest {
  @Test
  void givesAllVerdicts() throws Exception {
    Set<String> schemas = new HashSet<>();
    for (JsonNode one : Vectors.cases("payloads", 100).toList()) {
      schemas.add(one.get("schema").textValue());
      String id = one.get("id").textValue();
      String verdict = one.get("verdict").textValue();
      JsonNode value = Json.parse(one.get("text").textValue());
      Model read;
      try {
        read = Models.READERS.get(one.get("schema").textValue()).apply(value);
      } catch (PayloadException error) {
        assertNotEquals("taken", verdict, id);
        continue;
      }
      assertNotEquals("refused", verdict, id);
      if (one.get("survives").booleanValue()) {
        assertTrue(isSame(value, Json.parse(Json.write(read.toJson()))), id);
      }
    }
    assertEquals(Models.READERS.keySet(), schemas);
  }

  @Test
  void neverRoundsAnInteger() throws Exception {
    // Neither Long nor BigDecimal holds them.
    String huge = "{\"x-big\":123456789012345678901234567890,\"id\":1e99999999999999999999}";
    assertEquals(huge, Json.write(Json.parse(huge)));
    // A tree of Jackson's own making has doubles, and has rounded already.
    JsonNode rounded = new ObjectMapper().readTree("{\"id\":9007199254740993.0}");
    assertThrows(PayloadException.class, () -> CaseFileReference.fromJson(rounded));
    JsonNode exact = Json.parse("{\"id\":9007199254740993.0}");
    assertEquals(9007199254740993L, CaseFileReference.fromJson(exact).id());
  }

  @Test
  void saysWhereAPayloadDoesNotFit() throws Exception {
    JsonNode json = Json.parse("{\"@event\":\"x\",\"id\":1,\"caseFile\":{\"id\":\"hidden\"}}");
    PayloadException error =
        assertThrows(PayloadException.class, () -> PaymentSnapshot.fromJson(json));
    assertEquals(
        "payload_invalid: /caseFile/id must be an integer of at most 64 bits", error.getMessage());
  }

  @Test
  void printsNoSecret() throws Exception {
    JsonNode webhook = Json.parse("{\"secret\":\"hidden\",\"x-other\":\"hidden\"}");
    String printed = ClientWebhook.fromJson(webhook).toString();
    assertFalse(printed.contains("=hidden") || printed.contains("\"hidden\""), printed);
  }

  /** Numbers by their value: the same one may be written in several ways. */
  private static boolean isSame(JsonNode a, JsonNode b) {
    return a.equals(
        (x, y) -> {
          boolean areNumbers = x.isNumber() && y.isNumber();
          boolean isSame =
              areNumbers ? x.decimalValue().compareTo(y.decimalValue()) == 0 : x.equals(y);
          return isSame ? 0 : 1;
        },
        b);
  }
}
