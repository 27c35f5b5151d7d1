"""
From an authorization code to a registered webhook. Prints what the service answered as one JSON document, without
tokens and secrets; the secret of the new webhook goes into the file SECRET_FILE, which only this user may read.

Reads BASE_URL, AUTH_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CODE, CLIENT_IRI, APP_IRI, APP_ID, WEBHOOK_URL and
SECRET_FILE. ALLOW_INSECURE_LOOPBACK=1 allows plain http to this machine, for tests.
"""

import json
import os
import sys

from collections_contract import (
    CASE_FILE_PAYMENT_CONFIRMED,
    WAIT_FOR_SUCCESSFUL_RESPONSE,
    ApiError,
    AppWebhookWrite,
    Client,
    ClientWebhookCreate,
    exchange_authorization_code,
)


def main() -> None:
    env = os.environ
    is_local = env.get("ALLOW_INSECURE_LOOPBACK") == "1"
    tokens = exchange_authorization_code(
        env["AUTH_URL"],
        code=env["CODE"],
        client_id=env["CLIENT_ID"],
        client_secret=env["CLIENT_SECRET"],
        redirect_uri=env["REDIRECT_URI"],
        allow_insecure_loopback=is_local,
    )
    client = Client(env["BASE_URL"], tokens.access_token, allow_insecure_loopback=is_local)
    events = [CASE_FILE_PAYMENT_CONFIRMED]
    created = client.create_client_webhook(
        ClientWebhookCreate(client=env["CLIENT_IRI"], name="Payments", events=events, url=env["WEBHOOK_URL"])
    )
    keep_secret(env["SECRET_FILE"], created.secret)
    app_webhook = client.create_app_webhook(
        AppWebhookWrite(
            app=env["APP_IRI"],
            webhook_url=env["WEBHOOK_URL"],
            events=events,
            response_handling_type=WAIT_FOR_SUCCESSFUL_RESPONSE,
            active=True,
        )
    )
    listed = client.list_app_webhooks(env["APP_ID"])
    client_webhook = {name: value for name, value in created.to_json().items() if name != "secret"}
    result = {
        "tokens": {"token_type": tokens.token_type, "expires_in": tokens.expires_in},
        "clientWebhook": client_webhook,
        "appWebhook": app_webhook.to_json(),
        "appWebhooks": listed,
    }
    print(json.dumps(result))


def keep_secret(path: str, secret: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
        file.write(secret)


if __name__ == "__main__":
    try:
        main()
    except ApiError as error:
        # One line: the code, the operation, the status. Never what the service sent.
        print(error, file=sys.stderr)
        sys.exit(1)
