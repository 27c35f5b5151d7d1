"""
The collections service as its interface description states it, in Flask: tokens, both kinds of webhooks, and their
deliveries. Its driver is examples/driver_flask.py of the generated package, filled in in support().
"""

import hmac
import http.client
import json
import os
import queue
import secrets
import threading
import urllib.error
import urllib.request
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import urlsplit

from driver_flask import blueprint
from flask import Flask, jsonify, request

from collections_contract import CASE_FILE_PAYMENT_CONFIRMED as EVENT
from collections_contract import FIRE_AND_FORGET, SIGNATURE_HEADER, sign
from collections_contract.driver import Driver, Members, Refusal

PORT = int(os.environ["PORT"])
JUDGE_PORT = int(os.environ["JUDGE_PORT"])
FLAW = os.environ.get("FLAW", "")
BASE = f"http://127.0.0.1:{PORT}"
HOST = "hooks.example.com"
APP = {"id": "flask-app", "secret": secrets.token_urlsafe(24), "redirect": "https://app.example.com/callback"}
CLIENTS = ("/api/clients/1", "/api/clients/2")
APPS = ("/api/apps/1", "/api/apps/2")
TLDS = set(Path(__file__).with_name("tlds.txt").read_text().split())
ATTEMPTS = 4

app = Flask(__name__)
codes: set[str] = set()
tokens: set[str] = set()
refresh_tokens: set[str] = set()
webhooks: list[dict] = []
payments = 0
outbox: "queue.Queue[tuple[dict, bytes, int]]" = queue.Queue()


def refuse(status: int, code: str):
    return jsonify(code=code), status


@app.post("/oauth/v2/token")
def exchange():
    form = request.form
    if form.get("client_id") != APP["id"] or not hmac.compare_digest(form.get("client_secret", ""), APP["secret"]):
        return refuse(401, "invalid_client")
    if form.get("grant_type") != "authorization_code" or form.get("redirect_uri") != APP["redirect"]:
        return refuse(400, "invalid_request")
    if form.get("code") not in codes:
        return refuse(400, "invalid_grant")
    codes.discard(form["code"])
    given = {"access_token": new_token(), "refresh_token": secrets.token_urlsafe(24)}
    refresh_tokens.add(given["refresh_token"])
    return jsonify(token_type="Bearer", expires_in=3600, **given)


def new_token() -> str:
    token = secrets.token_urlsafe(24)
    tokens.add(token)
    return token


@app.before_request
def authorize():
    if request.path.startswith("/api/") and request.headers.get("Authorization", "")[len("Bearer ") :] not in tokens:
        return refuse(401, "unauthorized")


@app.post("/api/client_webhooks")
def create_client_webhook():
    given = request.get_json(silent=True)
    if (
        not isinstance(given, dict)
        or given.get("client") not in CLIENTS
        or not isinstance(given.get("name"), str)
        or not are_events(given.get("events"), 1000)
        or not may_register(given.get("url"))
    ):
        return refuse(422, "invalid")
    stated = {name: given[name] for name in ("client", "name", "events", "url")}
    webhook = {**stated, "id": len(webhooks) + 1, "secret": secrets.token_urlsafe(24), "active": True}
    webhooks.append(webhook)
    return jsonify(webhook), 201


@app.post("/api/app_webhooks")
def create_app_webhook():
    given = request.get_json(silent=True)
    if (
        not isinstance(given, dict)
        or given.get("app") not in APPS
        or not may_register(given.get("webhookUrl"))
        or not are_events(given.get("events"), 100)
        or given.get("responseHandlingType") not in (1, 2)
        or isinstance(given["responseHandlingType"], bool)
        or not isinstance(given.get("active"), bool)
    ):
        return refuse(422, "invalid")
    webhook = {name: given[name] for name in ("app", "webhookUrl", "events", "responseHandlingType", "active")}
    webhooks.append(webhook)
    return jsonify(webhook), 201


@app.get("/api/apps/<id>/app_webhooks")
def list_app_webhooks(id: str):
    iri = f"/api/apps/{id}"
    if iri not in APPS:
        return refuse(404, "not_found")
    return jsonify([one for one in webhooks if one.get("app") == iri])


def are_events(events: object, most: int) -> bool:
    return isinstance(events, list) and 1 <= len(events) <= most and all(isinstance(one, str) for one in events)


def may_register(url: object) -> bool:
    """http or https, and a host under a real top-level domain. No address has one, in whatever form."""
    if not isinstance(url, str) or not url.isprintable() or " " in url or "\\" in url:
        return False
    try:
        parts = urlsplit(url)
        labels = (parts.hostname or "").removesuffix(".").encode("idna").decode().lower().split(".")
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and len(labels) > 1 and "" not in labels and labels[-1] in TLDS


def emit(owner: tuple[str, str], event: str, members: dict) -> None:
    body = json.dumps({"@event": event, **members}).encode()
    for webhook in list(webhooks):
        is_listed = event in webhook["events"] or FLAW == "mistakes"
        if webhook["active"] and webhook.get(owner[0]) == owner[1] and is_listed:
            outbox.put((webhook, body, 1))


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect)


def attempt(webhook: dict, body: bytes) -> bool:
    headers = {"Content-Type": "application/json"}
    if "secret" in webhook and FLAW != "unsigned":
        compact = json.dumps(json.loads(body), separators=(",", ":")).encode()
        headers[SIGNATURE_HEADER] = sign(compact if FLAW == "mistakes" else body, webhook["secret"])
    url = urlsplit(webhook.get("url") or webhook["webhookUrl"])
    # In tests, every URL of this host leads to the judge, whatever its scheme, its port and its letters.
    if url.hostname == HOST:
        url = url._replace(scheme="http", netloc=f"127.0.0.1:{JUDGE_PORT}")
    try:
        with opener.open(urllib.request.Request(url.geturl(), body, headers, method="POST"), timeout=2) as answer:
            return 200 <= answer.status < 300
    except urllib.error.HTTPError as error:
        return FLAW == "mistakes" and error.code < 500
    except (http.client.HTTPException, OSError):
        return False


def deliver():
    while True:
        webhook, body, number = outbox.get()
        if webhook["active"] and not attempt(webhook, body):
            if webhook.get("responseHandlingType") != FIRE_AND_FORGET and number < ATTEMPTS and FLAW != "once":
                outbox.put((webhook, body, number + 1))
        outbox.task_done()


# ---- what the driver needs, in tests alone


def values() -> dict:
    receiver = {"listen": {"host": "127.0.0.1", "port": JUDGE_PORT}, "origin": f"https://{HOST}"}
    clients = {"clientIri": CLIENTS[0], "otherClientIri": CLIENTS[1]}
    apps = {"appIri": APPS[0], "appId": 1, "otherAppIri": APPS[1], "otherAppId": 2}
    return {"baseUrl": BASE, "authUrl": BASE, **clients, **apps, "receiver": receiver, "attemptTimeoutMs": 2000}


def reset() -> None:
    for webhook in webhooks:
        webhook["active"] = False  # an attempt that is under way must not be retried
    webhooks.clear()


def credentials() -> dict:
    code = secrets.token_urlsafe(16)
    codes.add(code)
    return {"clientId": APP["id"], "clientSecret": APP["secret"], "redirectUri": APP["redirect"], "code": code}


def refresh(refresh_token: str) -> str:
    if refresh_token not in refresh_tokens:
        raise Refusal("no_such_token", "This refresh token was never given out.")
    return new_token()


def confirm_payment(paid_to: str, client: str) -> int | None:
    global payments
    if FLAW == "broken":
        raise RuntimeError("the driver has a fault")
    if paid_to != "client" and FLAW != "mistakes":
        return None
    payments += 1
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    times = {"confirmedAt": now, "createdAt": now, "updatedAt": now}
    snapshot = {"id": payments, "amount": 12550, "paidTo": paid_to, **times, "caseFile": {"id": 7}}
    emit(("client", client), EVENT, snapshot)
    return payments


def set_client_webhook_active(request: dict, response: object, active: bool) -> None:
    secret = response.get("secret") if isinstance(response, dict) else None
    for webhook in webhooks:
        if secret is not None and webhook.get("secret") == secret:
            webhook["active"] = active
            return
    raise Refusal("no_such_webhook", "No client webhook has this secret.")


def support() -> Members:
    return Members(
        values=values,
        reset=reset,
        settle=outbox.join,
        credentials=credentials,
        refresh=refresh,
        confirm_payment=None if FLAW == "unlisted" else confirm_payment,
        record_payment=lambda paid_to, client: None,
        set_client_webhook_active=set_client_webhook_active,
        dispatch_app_event=lambda app, event: emit(("app", app), event, {}),
    )


if __name__ == "__main__":
    app.register_blueprint(blueprint(Driver(os.environ["DRIVER_TOKEN"], support())))
    for _ in range(16):
        threading.Thread(target=deliver, daemon=True).start()
    app.run("127.0.0.1", PORT, threaded=True)
