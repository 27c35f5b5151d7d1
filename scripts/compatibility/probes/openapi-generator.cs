using System.IO;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Org.OpenAPITools.Api;
using Org.OpenAPITools.Client;
using Org.OpenAPITools.Model;
using static Saying;

public static class Probe {
  public static void Main(string[] args) {
    var sent = JObject.Parse(args[3]);
    var configuration = new Configuration { AccessToken = args[2] };
    var form = (JObject)sent["exchangeAuthorizationCode"];
    // The documents' host first, then the one given by hand.
    foreach (var one in new[] { new OAuthApi(configuration), new OAuthApi(args[1]) })
      if (Say("call", "exchangeAuthorizationCode", () => one.ExchangeAuthorizationCode((string)form["grant_type"], (string)form["code"],
        (string)form["client_id"], (string)form["client_secret"], (string)form["redirect_uri"]).AccessToken)) break;
    Say("call", "createClientWebhook", () => new ClientWebhooksApi(configuration).CreateClientWebhook(
      sent["createClientWebhook"].ToObject<ClientWebhookCreate>()).Secret);
    Say("call", "listAppWebhooks", () => JsonConvert.SerializeObject(new AppWebhooksApi(configuration).ListAppWebhooks("7")));
    Say("call", "createAppWebhook", () => new AppWebhooksApi(configuration).CreateAppWebhook(
      sent["createAppWebhook"].ToObject<AppWebhookWrite>()).WebhookUrl);
    for (var index = 4; index < args.Length; index++) {
      var text = File.ReadAllText(args[index]);
      Say("fixture", index - 4, () => JsonConvert.SerializeObject(JsonConvert.DeserializeObject<PaymentSnapshot>(text)));
    }
  }
}
