// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.function.Function;

/** What reads a payload, by the name of its schema. */
final class Models {
  static final Map<String, Function<JsonNode, Model>> READERS =
      Map.ofEntries(
          Map.entry("CaseFileReference", CaseFileReference::fromJson),
          Map.entry("PaymentSnapshot", PaymentSnapshot::fromJson),
          Map.entry("AppDelivery", AppDelivery::fromJson),
          Map.entry("ClientWebhookCreate", ClientWebhookCreate::fromJson),
          Map.entry("ClientWebhook", ClientWebhook::fromJson),
          Map.entry("AppWebhookWrite", AppWebhookWrite::fromJson),
          Map.entry("AppWebhook", AppWebhook::fromJson),
          Map.entry("TokenResponse", TokenResponse::fromJson));

  private Models() {}
}
