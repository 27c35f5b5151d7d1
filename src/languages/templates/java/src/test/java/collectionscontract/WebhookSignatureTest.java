package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The verdicts of vectors/signature.json, which were computed with another tool. */
class WebhookSignatureTest {
  private static final List<JsonNode> CASES = Vectors.cases("signature").toList();

  @Test
  void givesAllVerdicts() {
    assertTrue(CASES.size() > 40);
    for (JsonNode one : CASES) {
      Verdict verdict =
          WebhookSignature.verify(bodyOf(one), one.get("header").textValue(), secretsOf(one));
      String code = one.path("code").textValue();
      Verdict expected =
          new Verdict(one.get("ok").booleanValue(), one.path("secretIndex").asInt(-1), code);
      assertEquals(expected, verdict, one.get("id").textValue());
    }
  }

  @Test
  void signsWhatTheVectorsHold() {
    List<JsonNode> signed =
        CASES.stream().filter(one -> one.path("secretIndex").asInt(-1) == 0).toList();
    assertTrue(signed.size() > 10);
    for (JsonNode one : signed) {
      String expected = one.get("header").textValue().toLowerCase(Locale.ROOT);
      assertEquals(expected, WebhookSignature.sign(bodyOf(one), secretsOf(one).get(0)));
    }
  }

  @Test
  void signsNothingWithAnEmptySecret() {
    assertThrows(
        IllegalArgumentException.class, () -> WebhookSignature.sign(new byte[] {'{', '}'}, ""));
  }

  private static byte[] bodyOf(JsonNode one) {
    return Vectors.bytes(one.get("body"));
  }

  private static List<String> secretsOf(JsonNode one) {
    return Vectors.all(one.get("secrets"))
        .map(secret -> new String(Vectors.bytes(secret), StandardCharsets.UTF_8))
        .toList();
  }
}
