using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using Contract;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using static Saying;

public static class Probe {
  public static void Main(string[] args) {
    var sent = JObject.Parse(args[3]);
    var http = new HttpClient();
    http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", args[2]);
    var client = new Client(http);
    var form = sent["exchangeAuthorizationCode"].ToObject<TokenRequest>();
    // The documents' host first, then the one given by hand.
    foreach (var one in new[] { new Client(new HttpClient()), new Client(new HttpClient()) { BaseUrl = args[1] } })
      if (Say("call", "exchangeAuthorizationCode", () => one.ExchangeAuthorizationCodeAsync(form).Result.Access_token)) break;
    Say("call", "createClientWebhook", () => client.CreateClientWebhookAsync(
      sent["createClientWebhook"].ToObject<ClientWebhookCreate>()).Result.Secret);
    Say("call", "listAppWebhooks", () => JsonConvert.SerializeObject(client.ListAppWebhooksAsync("7").Result));
    Say("call", "createAppWebhook", () => client.CreateAppWebhookAsync(
      sent["createAppWebhook"].ToObject<AppWebhookWrite>()).Result.WebhookUrl);
    for (var index = 4; index < args.Length; index++) {
      var text = File.ReadAllText(args[index]);
      Say("fixture", index - 4, () => JsonConvert.SerializeObject(JsonConvert.DeserializeObject<PaymentSnapshot>(text)));
    }
  }
}
