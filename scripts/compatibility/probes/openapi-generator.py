import json
import sys
from openapi_client import ApiClient, AppWebhooksApi, ClientWebhooksApi, Configuration, OAuthApi
from openapi_client.models import AppWebhookWrite, ClientWebhookCreate, PaymentSnapshot

operation, base, token, text = sys.argv[1:]
body = json.loads(text)
client = ApiClient(Configuration(access_token=token, **({"host": base} if base else {})))
acts = {
    "exchangeAuthorizationCode": lambda: OAuthApi(client).exchange_authorization_code(**body).access_token,
    "createClientWebhook": lambda: ClientWebhooksApi(client)
    .create_client_webhook(ClientWebhookCreate.from_dict(body)).secret,
    "listAppWebhooks": lambda: json.dumps(AppWebhooksApi(client).list_app_webhooks("7")),
    "createAppWebhook": lambda: AppWebhooksApi(client).create_app_webhook(AppWebhookWrite.from_dict(body)).webhook_url,
    "payment": lambda: PaymentSnapshot.from_json(text).to_json(),
}
print(acts[operation]())
