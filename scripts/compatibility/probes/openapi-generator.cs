using System;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Org.OpenAPITools.Api;
using Org.OpenAPITools.Client;
using Org.OpenAPITools.Model;

public static class Probe {
  public static void Main(string[] args) { Console.WriteLine(Call(args[0], args[1], args[2], args[3])); }

  static string Call(string operation, string to, string token, string text) {
    var configuration = new Configuration { AccessToken = token };
    switch (operation) {
      case "exchangeAuthorizationCode":
        var form = JObject.Parse(text);
        var api = to == "" ? new OAuthApi(configuration) : new OAuthApi(to);
        return api.ExchangeAuthorizationCode((string)form["grant_type"], (string)form["code"],
          (string)form["client_id"], (string)form["client_secret"], (string)form["redirect_uri"]).AccessToken;
      case "createClientWebhook":
        return new ClientWebhooksApi(configuration).CreateClientWebhook(
          JsonConvert.DeserializeObject<ClientWebhookCreate>(text)).Secret;
      case "listAppWebhooks":
        return JsonConvert.SerializeObject(new AppWebhooksApi(configuration).ListAppWebhooks("7"));
      case "createAppWebhook":
        return new AppWebhooksApi(configuration).CreateAppWebhook(
          JsonConvert.DeserializeObject<AppWebhookWrite>(text)).WebhookUrl;
      default: return JsonConvert.SerializeObject(JsonConvert.DeserializeObject<PaymentSnapshot>(text));
    }
  }
}
