// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

/** The calls that the documents describe. */
enum Operation {
  EXCHANGE_AUTHORIZATION_CODE("exchangeAuthorizationCode", "POST", "/oauth/v2/token"),
  CREATE_CLIENT_WEBHOOK("createClientWebhook", "POST", "/api/client_webhooks"),
  LIST_APP_WEBHOOKS("listAppWebhooks", "GET", "/api/apps/{id}/app_webhooks"),
  CREATE_APP_WEBHOOK("createAppWebhook", "POST", "/api/app_webhooks");

  final String id;
  final String method;
  final String path;

  Operation(String id, String method, String path) {
    this.id = id;
    this.method = method;
    this.path = path;
  }
}
