import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Probe {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[2]));
    if (!args[1].isEmpty()) client.updateBaseUri(args[1]);
    ObjectMapper mapper = client.getObjectMapper();
    JsonNode body = mapper.readTree(args[3]);
    System.out.println(switch (args[0]) {
      case "exchangeAuthorizationCode" -> new OAuthApi(client).exchangeAuthorizationCode(
        body.get("grant_type").asText(), body.get("code").asText(), body.get("client_id").asText(),
        body.get("client_secret").asText(), body.get("redirect_uri").asText()).getAccessToken();
      case "createClientWebhook" -> new ClientWebhooksApi(client).createClientWebhook(
        mapper.treeToValue(body, ClientWebhookCreate.class)).getSecret();
      case "listAppWebhooks" -> mapper.writeValueAsString(new AppWebhooksApi(client).listAppWebhooks("7"));
      case "createAppWebhook" -> new AppWebhooksApi(client).createAppWebhook(
        mapper.treeToValue(body, AppWebhookWrite.class)).getWebhookUrl();
      default -> mapper.writeValueAsString(mapper.readValue(args[3], PaymentSnapshot.class));
    });
  }
}
