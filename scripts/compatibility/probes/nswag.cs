using System;
using System.Net.Http;
using System.Net.Http.Headers;
using Contract;
using Newtonsoft.Json;

public static class Probe {
  public static void Main(string[] args) { Console.WriteLine(Call(args[0], args[1], args[2], args[3])); }

  static string Call(string operation, string to, string token, string text) {
    var http = new HttpClient();
    http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
    var client = new Client(http);
    if (to != "") client.BaseUrl = to;
    switch (operation) {
      case "exchangeAuthorizationCode":
        return client.ExchangeAuthorizationCodeAsync(JsonConvert.DeserializeObject<TokenRequest>(text)).Result.Access_token;
      case "createClientWebhook":
        return client.CreateClientWebhookAsync(JsonConvert.DeserializeObject<ClientWebhookCreate>(text)).Result.Secret;
      case "listAppWebhooks": return JsonConvert.SerializeObject(client.ListAppWebhooksAsync("7").Result);
      case "createAppWebhook":
        return client.CreateAppWebhookAsync(JsonConvert.DeserializeObject<AppWebhookWrite>(text)).Result.WebhookUrl;
      default: return JsonConvert.SerializeObject(JsonConvert.DeserializeObject<PaymentSnapshot>(text));
    }
  }
}
