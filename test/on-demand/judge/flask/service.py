"""A part of the service in Flask: tokens, client webhooks, signed deliveries, and its driver for tests (driver.yaml)."""

import hashlib
import hmac
import json
import os
import queue
import secrets
import threading
import urllib.error
import urllib.request
from datetime import datetime, timezone
from urllib.parse import urlsplit

from flask import Flask, jsonify, request

PORT = int(os.environ["PORT"])
JUDGE_PORT = int(os.environ["JUDGE_PORT"])
DRIVER_TOKEN = os.environ["DRIVER_TOKEN"]
FLAW = os.environ.get("FLAW", "")
BASE = f"http://127.0.0.1:{PORT}"
ORIGIN = "https://hooks.example.com"
APP = {"id": "flask-app", "secret": secrets.token_urlsafe(24), "redirect": "https://app.example.com/callback"}
CLIENTS = ("/api/clients/1", "/api/clients/2")
EVENT = "case_file.payment.confirmed"
ATTEMPTS = 4

app = Flask(__name__)
codes: set[str] = set()
tokens: set[str] = set()
webhooks: list[dict] = []
payments = 0
outbox: "queue.Queue[tuple[dict, bytes, int]]" = queue.Queue()


def refuse(status: int, code: str, message: str):
    return jsonify(code=code, message=message), status


@app.post("/oauth/v2/token")
def exchange():
    form = request.form
    if form.get("client_id") != APP["id"] or not hmac.compare_digest(form.get("client_secret", ""), APP["secret"]):
        return refuse(401, "invalid_client", "The app is not known.")
    if form.get("grant_type") != "authorization_code" or form.get("redirect_uri") != APP["redirect"]:
        return refuse(400, "invalid_request", "The grant or the redirect URI is wrong.")
    if form.get("code") not in codes:
        return refuse(400, "invalid_grant", "The code is not known.")
    codes.discard(form["code"])
    token = secrets.token_urlsafe(24)
    tokens.add(token)
    return jsonify(token_type="Bearer", expires_in=3600, access_token=token, refresh_token=secrets.token_urlsafe(24))


@app.post("/api/client_webhooks")
def create_client_webhook():
    if request.headers.get("Authorization", "").removeprefix("Bearer ") not in tokens:
        return refuse(401, "unauthorized", "The access token is missing or wrong.")
    given = request.get_json(silent=True)
    if not isinstance(given, dict):
        return refuse(400, "malformed", "Send a JSON object.")
    events, url = given.get("events"), given.get("url")
    if given.get("client") not in CLIENTS:
        return refuse(422, "invalid", "client is not an IRI of a client.")
    if not isinstance(given.get("name"), str):
        return refuse(422, "invalid", "name is not a text.")
    if not isinstance(events, list) or not events or not all(isinstance(event, str) for event in events):
        return refuse(422, "invalid", "events is not a list of one or more names.")
    if not isinstance(url, str) or urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        return refuse(422, "invalid", "url is not an http or https URL.")
    stated = {name: given[name] for name in ("client", "name", "events", "url")}
    webhook = {**stated, "id": len(webhooks) + 1, "secret": secrets.token_urlsafe(24), "active": True}
    webhooks.append(webhook)
    return jsonify(webhook), 201


def emit(client: str) -> int:
    global payments
    payments += 1
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    times = {"confirmedAt": now, "createdAt": now, "updatedAt": now}
    snapshot = {"@event": EVENT, "id": payments, "amount": 12550, "paidTo": "client", **times, "caseFile": {"id": 7}}
    for webhook in webhooks:
        if webhook["active"] and webhook["client"] == client and EVENT in webhook["events"]:
            outbox.put((webhook, json.dumps(snapshot).encode(), 1))
    return payments


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect)


def attempt(webhook: dict, body: bytes) -> bool:
    digest = hmac.new(webhook["secret"].encode(), body, hashlib.sha256).hexdigest()
    headers = {"Content-Type": "application/json", "X-Service-Signature": f"sha256={digest}"}
    if FLAW == "unsigned":
        del headers["X-Service-Signature"]
    # In tests, this origin leads to the judge.
    url = webhook["url"].replace(ORIGIN, f"http://127.0.0.1:{JUDGE_PORT}")
    try:
        with opener.open(urllib.request.Request(url, body, headers, method="POST"), timeout=2) as answer:
            return 200 <= answer.status < 300
    except (urllib.error.URLError, OSError):
        return False


def deliver():
    while True:
        webhook, body, number = outbox.get()
        if webhook["active"] and not attempt(webhook, body) and number < ATTEMPTS:
            outbox.put((webhook, body, number + 1))
        outbox.task_done()


# ---- the driver, which a service serves in its tests alone


def driver(function):
    def guarded():
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given, DRIVER_TOKEN):
            return refuse(401, "token_wrong", "Send the token of the driver.")
        return function()

    return app.post(f"/test-support/{function.__name__}", endpoint=function.__name__)(guarded)


@app.get("/test-support/members")
def members():
    receiver = {"listen": {"host": "127.0.0.1", "port": JUDGE_PORT}, "origin": ORIGIN}
    values = {"baseUrl": BASE, "authUrl": BASE, "clientIri": CLIENTS[0], "otherClientIri": CLIENTS[1]}
    calls = ["reset", "credentials", "confirmPayment", "recordPayment", "setClientWebhookActive", "settle"]
    if FLAW == "unlisted":
        calls.remove("confirmPayment")
    return jsonify(version=1, calls=calls, values={**values, "receiver": receiver, "attemptTimeoutMs": 2000})


@driver
def reset():
    webhooks.clear()
    return "", 204


@driver
def credentials():
    code = secrets.token_urlsafe(16)
    codes.add(code)
    return jsonify(clientId=APP["id"], clientSecret=APP["secret"], redirectUri=APP["redirect"], code=code)


@driver
def confirmPayment():
    if FLAW == "broken":
        raise RuntimeError("the driver has a fault")
    if request.json["paidTo"] != "client":
        return jsonify({})
    return jsonify(id=emit(request.json["client"]))


@driver
def recordPayment():
    return jsonify({})


@driver
def setClientWebhookActive():
    secret = (request.json["response"] or {}).get("secret")
    for webhook in webhooks:
        if webhook["secret"] == secret:
            webhook["active"] = request.json["active"]
            return "", 204
    return refuse(409, "no_such_webhook", "No webhook has this secret.")


@driver
def settle():
    outbox.join()
    return "", 204


if __name__ == "__main__":
    for _ in range(8):
        threading.Thread(target=deliver, daemon=True).start()
    app.run("127.0.0.1", PORT, threaded=True)
