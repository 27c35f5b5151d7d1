import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.swagger.client.ApiClient;
import io.swagger.client.JSON;
import io.swagger.client.api.*;
import io.swagger.client.model.*;
import java.nio.file.Files;
import java.nio.file.Path;

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
    client.addDefaultHeader("Authorization", "Bearer " + args[2]);
    JSON json = client.getJSON();
    JsonObject sent = new JsonParser().parse(args[3]).getAsJsonObject();
    JsonObject form = sent.getAsJsonObject("exchangeAuthorizationCode");
    ApiClient byHand = new ApiClient();
    byHand.setBasePath(args[1]);
    for (ApiClient one : new ApiClient[] {client, byHand})
      if (say("call", "exchangeAuthorizationCode", () -> new OAuthApi(one).exchangeAuthorizationCode(
        form.get("grant_type").getAsString(), form.get("code").getAsString(), form.get("client_id").getAsString(),
        form.get("client_secret").getAsString(), form.get("redirect_uri").getAsString()).getAccessToken())) break;
    say("call", "createClientWebhook", () -> new ClientWebhooksApi(client).createClientWebhook(
        json.<ClientWebhookCreate>deserialize(sent.get("createClientWebhook").toString(), ClientWebhookCreate.class)).getSecret());
    say("call", "listAppWebhooks", () -> json.serialize(new AppWebhooksApi(client).listAppWebhooks("7")));
    say("call", "createAppWebhook", () -> new AppWebhooksApi(client).createAppWebhook(
        json.<AppWebhookWrite>deserialize(sent.get("createAppWebhook").toString(), AppWebhookWrite.class)).getWebhookUrl());
    for (int index = 4; index < args.length; index++) {
      String text = Files.readString(Path.of(args[index]));
      say("fixture", index - 4, () -> json.serialize(json.deserialize(text, PaymentSnapshot.class)));
    }
  }
}
