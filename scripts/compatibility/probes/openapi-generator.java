import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

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
    client.updateBaseUri(args[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));
    ObjectMapper mapper = client.getObjectMapper();
    JsonNode sent = mapper.readTree(args[2]);
    JsonNode form = sent.get("exchangeAuthorizationCode");
    say("call", "exchangeAuthorizationCode", () -> new OAuthApi(client).exchangeAuthorizationCode(
        form.get("grant_type").asText(), form.get("code").asText(), form.get("client_id").asText(),
        form.get("client_secret").asText(), form.get("redirect_uri").asText()).getAccessToken());
    say("call", "createClientWebhook", () -> new ClientWebhooksApi(client).createClientWebhook(
        mapper.treeToValue(sent.get("createClientWebhook"), ClientWebhookCreate.class)).getSecret());
    say("call", "listAppWebhooks", () -> {
      // By reflection, since the type of the identifier is another one in each document.
      for (java.lang.reflect.Method method : AppWebhooksApi.class.getMethods())
        if (method.getName().equals("listAppWebhooks") && method.getParameterCount() == 1)
          return mapper.writeValueAsString(method.invoke(
              new AppWebhooksApi(client), mapper.readValue("\"7\"", method.getParameterTypes()[0])));
      throw new NoSuchMethodException("listAppWebhooks");
    });
    say("call", "createAppWebhook", () -> String.valueOf(new AppWebhooksApi(client).createAppWebhook(
        mapper.treeToValue(sent.get("createAppWebhook"), AppWebhookWrite.class)).getWebhookUrl()));
    for (int index = 3; index < args.length; index++) {
      String text = Files.readString(Path.of(args[index]));
      say("fixture", index - 3, () -> mapper.writeValueAsString(mapper.readValue(text, PaymentSnapshot.class)));
    }
  }
}
