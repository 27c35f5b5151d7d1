import json
import sys
from openapi_client import AuthenticatedClient
from openapi_client.api.app_webhooks import create_app_webhook, list_app_webhooks
from openapi_client.api.client_webhooks import create_client_webhook
from openapi_client.api.o_auth import exchange_authorization_code
from openapi_client.models import AppWebhookWrite, ClientWebhookCreate, PaymentSnapshot, TokenRequest

operation, base, token, text = sys.argv[1:]
body = json.loads(text)
at = {"client": AuthenticatedClient(base_url=base, token=token)}
acts = {
    "exchangeAuthorizationCode": lambda: exchange_authorization_code
    .sync(**at, body=TokenRequest.from_dict(body)).access_token,
    "createClientWebhook": lambda: create_client_webhook.sync(**at, body=ClientWebhookCreate.from_dict(body)).secret,
    "listAppWebhooks": lambda: list_app_webhooks.sync_detailed("7", **at).content.decode(),
    "createAppWebhook": lambda: create_app_webhook.sync(**at, body=AppWebhookWrite.from_dict(body)).webhook_url,
    "payment": lambda: json.dumps(PaymentSnapshot.from_dict(body).to_dict()),
}
print(acts[operation]())
