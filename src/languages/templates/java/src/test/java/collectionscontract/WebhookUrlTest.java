package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** The verdicts of vectors/webhook-urls.json. */
class WebhookUrlTest {
  @Test
  void givesAllVerdicts() {
    for (JsonNode one : Vectors.cases("webhook-urls", 400).toList()) {
      String url = one.get("url").textValue();
      assertEquals(one.get("ok").booleanValue(), WebhookUrl.isAllowed(url), url);
    }
  }
}
