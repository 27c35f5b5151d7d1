// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

/** The calls that the documents describe. */
enum Operation {
  EXCHANGE_AUTHORIZATION_CODE("exchangeAuthorizationCode", "POST", "/oauth/v2/token"),
  CREATE_CLIENT_WEBHOOK("createClientWebhook", "POST", "/api/client_webhooks"),
  LIST_APP_WEBHOOKS("listAppWebhooks", "GET", "/api/apps/{id}/app_webhooks"),
  CREATE_APP_WEBHOOK("createAppWebhook", "POST", "/api/app_webhooks");

  private final String id;
  private final String method;
  private final String path;

  Operation(String id, String method, String path) {
    this.id = id;
    this.method = method;
    this.path = path;
  }

  String id() {
    return id;
  }

  String method() {
    return method;
  }

  String path() {
    return path;
  }
}
