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
  @Test
  void givesAllVerdicts() {
    int signed = 0;
    for (JsonNode one : Vectors.cases("signature", 100).toList()) {
      byte[] body = Vectors.bytes(one.get("body"));
      String header = one.get("header").textValue();
      List<String> secrets =
          Vectors.all(one.get("secrets"))
              .map(secret -> new String(Vectors.bytes(secret), StandardCharsets.UTF_8))
              .toList();
      Verdict verdict = WebhookSignature.verify(body, header, secrets);
      String code = one.path("code").textValue();
      Verdict expected =
          new Verdict(one.get("ok").booleanValue(), one.path("secretIndex").asInt(-1), code);
      assertEquals(expected, verdict, one.get("id").textValue());
      if (verdict.ok()) {
        String secret = secrets.get(verdict.secretIndex());
        assertEquals(header.toLowerCase(Locale.ROOT), WebhookSignature.sign(body, secret));
        signed++;
      }
    }
    assertTrue(signed > 10);
  }

  @Test
  void signsNothingWithAnEmptySecret() {
    assertThrows(
        IllegalArgumentException.class, () -> WebhookSignature.sign(new byte[] {'{', '}'}, ""));
  }
}
