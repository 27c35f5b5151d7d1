package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
}
