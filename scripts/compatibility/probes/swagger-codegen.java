import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.swagger.client.ApiClient;
import io.swagger.client.JSON;
import io.swagger.client.api.*;
import io.swagger.client.model.*;

public class Probe {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.addDefaultHeader("Authorization", "Bearer " + args[2]);
    if (!args[1].isEmpty()) client.setBasePath(args[1]);
    JSON json = client.getJSON();
    JsonObject form = new JsonParser().parse(args[3]).getAsJsonObject();
    String said = switch (args[0]) {
      case "exchangeAuthorizationCode" -> new OAuthApi(client).exchangeAuthorizationCode(
        form.get("grant_type").getAsString(), form.get("code").getAsString(), form.get("client_id").getAsString(),
        form.get("client_secret").getAsString(), form.get("redirect_uri").getAsString()).getAccessToken();
      case "createClientWebhook" -> new ClientWebhooksApi(client).createClientWebhook(
        json.<ClientWebhookCreate>deserialize(args[3], ClientWebhookCreate.class)).getSecret();
      case "listAppWebhooks" -> json.serialize(new AppWebhooksApi(client).listAppWebhooks("7"));
      case "createAppWebhook" -> new AppWebhooksApi(client).createAppWebhook(
        json.<AppWebhookWrite>deserialize(args[3], AppWebhookWrite.class)).getWebhookUrl();
      default -> json.serialize(json.deserialize(args[3], PaymentSnapshot.class));
    };
    System.out.println(said);
  }
}
