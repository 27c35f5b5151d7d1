"""A driver with every member, for the cases in cases.ts: behind Flask, or behind FastAPI."""

import os
import sys

from collections_contract.driver import Driver, Members, Refusal


def switch(request, response, active):
    if response is None or not active or request["name"] != "a":
        raise Refusal("no_such_webhook", "There is none.")


def dispatch(app, event):
    raise RuntimeError("hidden")


VALUES = {
    "baseUrl": "http://127.0.0.1:1",
    "authUrl": "http://127.0.0.1:1",
    "clientIri": "/api/clients/1",
    "appId": 7,
    "receiver": {"listen": {"host": "127.0.0.1", "port": 2}, "origin": "https://hooks.example.com"},
    "attemptTimeoutMs": 500,
}
CREDENTIALS = {"clientId": "app", "clientSecret": "s", "redirectUri": "https://app.example.com/", "code": "code-1"}

driver = Driver(
    os.environ["DRIVER_TOKEN"],
    Members(
        values=lambda: VALUES,
        start=lambda: None,
        reset=lambda: 5,
        stop=lambda: None,
        settle=lambda: None,
        credentials=lambda: CREDENTIALS,
        access_token=lambda: "token-1",
        request_headers=lambda token: {} if token is None else {"X-Token": token},
        refresh=lambda token: f"new-{token}",
        confirm_payment=lambda paid_to, client: len(client),
        record_payment=lambda paid_to, client: None,
        set_client_webhook_active=switch,
        dispatch_app_event=dispatch,
        emit_event=lambda client, event: None,
        processed=lambda: ({"id": 1, "event": "e"},),
    ),
)
port = int(os.environ["PORT"])
if sys.argv[1] == "flask":
    from driver_flask import blueprint
    from flask import Flask

    app = Flask(__name__)
    app.register_blueprint(blueprint(driver))
    app.run("127.0.0.1", port)
else:
    import uvicorn
    from driver_fastapi import router
    from fastapi import FastAPI

    app = FastAPI()
    app.include_router(router(driver))
    uvicorn.run(app, host="127.0.0.1", port=port)
