import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Probe {
  interface Act { String run() throws Exception; }

  static boolean say(String kind, Object name, Act act) {
    try {
      System.out.println(kind + "\t" + name + "\tok\t" + act.run());
      return true;
    } catch (Throwable thrown) {
      Throwable error = thrown.getCause() != null ? thrown.getCause() : thrown;
      System.out.println(kind + "\t" + name + "\terror\t" + String.valueOf(error).split("\n")[0]);
      return false;
    }
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[2]));
    ObjectMapper mapper = client.getObjectMapper();
    JsonNode sent = mapper.readTree(args[3]);
    JsonNode form = sent.get("exchangeAuthorizationCode");
    ApiClient byHand = new ApiClient();
    byHand.updateBaseUri(args[1]);
    for (ApiClient one : new ApiClient[] {client, byHand})
      if (say("call", "exchangeAuthorizationCode", () -> new OAuthApi(one).exchangeAuthorizationCode(
        form.get("grant_type").asText(), form.get("code").asText(), form.get("client_id").asText(),
        form.get("client_secret").asText(), form.get("redirect_uri").asText()).getAccessToken())) break;
    say("call", "createClientWebhook", () -> new ClientWebhooksApi(client).createClientWebhook(
        mapper.treeToValue(sent.get("createClientWebhook"), ClientWebhookCreate.class)).getSecret());
    say("call", "listAppWebhooks", () -> mapper.writeValueAsString(new AppWebhooksApi(client).listAppWebhooks("7")));
    say("call", "createAppWebhook", () -> String.valueOf(new AppWebhooksApi(client).createAppWebhook(
        mapper.treeToValue(sent.get("createAppWebhook"), AppWebhookWrite.class)).getWebhookUrl()));
    for (int index = 4; index < args.length; index++) {
      String text = Files.readString(Path.of(args[index]));
      say("fixture", index - 4, () -> mapper.writeValueAsString(mapper.readValue(text, PaymentSnapshot.class)));
    }
  }
}
