import json
import sys
from openapi_client import AuthenticatedClient, Client
from openapi_client.api.app_webhooks import create_app_webhook, list_app_webhooks
from openapi_client.api.client_webhooks import create_client_webhook
from openapi_client.api.o_auth import exchange_authorization_code
from openapi_client.models import AppWebhookWrite, ClientWebhookCreate, PaymentSnapshot, TokenRequest

base, auth, token, operations, *fixtures = sys.argv[1:]
sent = json.loads(operations)
client = AuthenticatedClient(base_url=base, token=token)


def say(kind, name, do):
    try:
        print(kind, name, "ok", do(), sep="\t")
        return True
    except Exception as error:
        print(kind, name, "error", f"{type(error).__name__}: {error}".split("\n")[0], sep="\t")
        return False


print("call", "exchangeAuthorizationCode", "error", "the code holds no host", sep="\t")
say("call", "exchangeAuthorizationCode", lambda: exchange_authorization_code.sync(
    client=Client(base_url=auth), body=TokenRequest.from_dict(sent["exchangeAuthorizationCode"])).access_token)
say("call", "createClientWebhook", lambda: create_client_webhook.sync(
    client=client, body=ClientWebhookCreate.from_dict(sent["createClientWebhook"])).secret)
say("call", "listAppWebhooks", lambda: list_app_webhooks.sync_detailed("7", client=client).content.decode())
say("call", "createAppWebhook", lambda: create_app_webhook.sync(
    client=client, body=AppWebhookWrite.from_dict(sent["createAppWebhook"])).webhook_url)
for index, file in enumerate(fixtures):
    say("fixture", index, lambda: json.dumps(PaymentSnapshot.from_dict(json.load(open(file, encoding="utf-8"))).to_dict()))
