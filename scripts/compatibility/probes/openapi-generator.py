import json
import sys
from openapi_client import ApiClient, AppWebhooksApi, ClientWebhooksApi, Configuration, OAuthApi
from openapi_client.models import AppWebhookWrite, ClientWebhookCreate, PaymentSnapshot

base, auth, token, operations, *fixtures = sys.argv[1:]
sent = json.loads(operations)
client = ApiClient(Configuration(access_token=token))


def say(kind, name, do):
    try:
        print(kind, name, "ok", do(), sep="\t")
        return True
    except Exception as error:
        print(kind, name, "error", f"{type(error).__name__}: {error}".split("\n")[0], sep="\t")
        return False


say("call", "exchangeAuthorizationCode",
    lambda: OAuthApi(client).exchange_authorization_code(**sent["exchangeAuthorizationCode"]).access_token)
say("call", "createClientWebhook",
    lambda: ClientWebhooksApi(client).create_client_webhook(ClientWebhookCreate.from_dict(sent["createClientWebhook"])).secret)
say("call", "listAppWebhooks", lambda: json.dumps(AppWebhooksApi(client).list_app_webhooks("7")))
say("call", "createAppWebhook",
    lambda: AppWebhooksApi(client).create_app_webhook(AppWebhookWrite.from_dict(sent["createAppWebhook"])).webhook_url)
for index, file in enumerate(fixtures):
    say("fixture", index, lambda: PaymentSnapshot.from_json(open(file, encoding="utf-8").read()).to_json())
