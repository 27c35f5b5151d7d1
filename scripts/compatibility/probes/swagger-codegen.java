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

  static void say(String kind, Object name, Act act) {
    try {
      System.out.println(kind + "\t" + name + "\tok\t" + act.run());
    } catch (Throwable thrown) {
      Throwable error = thrown.getCause() != null ? thrown.getCause() : thrown;
      System.out.println(kind + "\t" + name + "\terror\t" + String.valueOf(error).split("\n")[0]);
    }
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(args[0]);
    client.addDefaultHeader("Authorization", "Bearer " + args[1]);
    JSON json = client.getJSON();
    JsonObject sent = new JsonParser().parse(args[2]).getAsJsonObject();
    JsonObject form = sent.getAsJsonObject("exchangeAuthorizationCode");
    say("call", "exchangeAuthorizationCode", () -> new OAuthApi(client).exchangeAuthorizationCode(
        form.get("grant_type").getAsString(), form.get("code").getAsString(), form.get("client_id").getAsString(),
        form.get("client_secret").getAsString(), form.get("redirect_uri").getAsString()).getAccessToken());
    say("call", "createClientWebhook", () -> new ClientWebhooksApi(client).createClientWebhook(
        json.<ClientWebhookCreate>deserialize(sent.get("createClientWebhook").toString(), ClientWebhookCreate.class)).getSecret());
    say("call", "listAppWebhooks", () -> {
      // By reflection, since the type of the identifier is another one in each document.
      for (java.lang.reflect.Method method : AppWebhooksApi.class.getMethods())
        if (method.getName().equals("listAppWebhooks") && method.getParameterCount() == 1)
          return json.serialize(method.invoke(
              new AppWebhooksApi(client), (Object) json.deserialize("\"7\"", method.getParameterTypes()[0])));
      throw new NoSuchMethodException("listAppWebhooks");
    });
    say("call", "createAppWebhook", () -> new AppWebhooksApi(client).createAppWebhook(
        json.<AppWebhookWrite>deserialize(sent.get("createAppWebhook").toString(), AppWebhookWrite.class)).getWebhookUrl());
    for (int index = 3; index < args.length; index++) {
      String text = Files.readString(Path.of(args[index]));
      say("fixture", index - 3, () -> json.serialize(json.deserialize(text, PaymentSnapshot.class)));
    }
  }
}
