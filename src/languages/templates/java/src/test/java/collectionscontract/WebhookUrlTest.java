package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The verdicts of vectors/webhook-urls.json. */
class WebhookUrlTest {
  @Test
  void givesAllVerdicts() {
    List<JsonNode> cases = Vectors.cases("webhook-urls").toList();
    assertTrue(cases.size() > 400);
    for (JsonNode one : cases) {
      String url = one.get("url").textValue();
      assertEquals(one.get("ok").booleanValue(), WebhookUrl.isAllowed(url), url);
    }
  }

  @Test
  void takesHostsInAscii() {
    for (String url :
        List.of(
            "https://b\u00fccher.ch/",
            "https://ex%61mple.com/",
            "https://example.u\u212a/",
            "http\u017f://example.com/")) {
      assertFalse(WebhookUrl.isAllowed(url), url);
    }
    assertTrue(WebhookUrl.isAllowed("https://xn--bcher-kva.ch/b\u00fccher"));
  }
}
