"""
What the judge of collections-contract asks of a service in a test, over HTTP: version 1 of the protocol in driver.yaml,
for any framework. ``examples/driver_flask.py`` and ``examples/driver_fastapi.py`` use it. For test set-ups only.
"""

from __future__ import annotations

import hmac
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

_log = logging.getLogger(__name__)

Json = dict[str, Any]
Call = Callable[[], object]


class Refusal(Exception):
    """This call cannot be done: what needs it is not observed. Any other exception ends the run.

    ``message`` must hold no secret.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self.code, self.message = code, message


@dataclass(frozen=True)
class Members:
    """What a service offers to its tests. What is ``None`` is not listed, and what needs it is not observed."""

    values: Callable[[], Json] | None = None
    """``baseUrl``, ``authUrl``, ``clientIri``, ``receiver`` and the others of driver.yaml."""
    start: Call | None = None
    """Prepares for a run; called once, then the values are read again."""
    reset: Call | None = None
    """Forgets webhooks and deliveries. Clients, Apps and credentials stay."""
    stop: Call | None = None
    """Ends the run; called in any case."""
    settle: Call | None = None
    """Returns as soon as no attempt at a delivery is pending."""
    credentials: Callable[[], Json] | None = None
    """Returns ``clientId``, ``clientSecret``, ``redirectUri``, and a ``code`` that was never used."""
    access_token: Callable[[], str] | None = None
    """Returns an access token, if there is one without a code."""
    request_headers: Callable[[str | None], Mapping[str, str]] | None = None
    """``(token)``: the headers that carry it, or those of a request without one for ``None``."""
    refresh: Callable[[str], str] | None = None
    """``(refresh_token)``: an access token for it."""
    confirm_payment: Callable[[str, str], int | None] | None = None
    """``(paid_to, client)``: makes a payment and confirms it. Returns the id that its delivery carries."""
    record_payment: Callable[[str, str], int | None] | None = None
    """``(paid_to, client)``: makes a payment that is not confirmed."""
    set_client_webhook_active: Callable[[Json, Any, bool], object] | None = None
    """``(request, response, active)``: switches a client webhook. Gets the request that created it, the answer (or
    ``None`` if that was not JSON), and whether it is to be active."""
    dispatch_app_event: Callable[[str, str], object] | None = None
    """``(app, event)``: dispatches an event to the webhooks of the App of this IRI."""
    emit_event: Callable[[str, str], object] | None = None
    """``(client, event)``: lets an event that the deployment adds happen to a payment of the client of this IRI."""
    processed: Callable[[], Sequence[Json]] | None = None
    """Only for ``test receiver``: returns ``id`` and ``event`` of what took effect since the last reset."""


Answer = tuple[int, "Json | None"]
"""The status, and the JSON; no body for ``None``."""


class Driver:
    """The protocol. ``token``: the driver's own, never one of the service."""

    def __init__(self, token: str, members: Members) -> None:
        if not token:
            raise ValueError("the driver needs a token of its own: set DRIVER_TOKEN")
        self._token = f"Bearer {token}".encode()
        self._values = members.values
        self._calls = _calls(members)

    def answer(self, method: str, name: str, authorization: str | None, body: bytes) -> Answer:
        """Returns the answer to a request at ``name`` below the driver's base URL. Never raises."""
        if not hmac.compare_digest((authorization or "").encode("utf-8", "replace"), self._token):
            return 401, _error("token_wrong", "Send the token of the driver.")
        try:
            if method == "GET" and name == "members":
                return 200, self._members()
            call = self._calls.get(name) if method == "POST" else None
            if call is None:
                return 404, _error("no_such_call", "The driver does not list this call.")
            return _called(call, body)
        except Refusal as refusal:
            return 409, _error(refusal.code, refusal.message)
        except Exception:
            _log.exception("%s of the driver failed", name)
            return 500, _error("driver_failed", "See the log of the driver.")

    def _members(self) -> Json:
        members: Json = {"version": 1, "calls": sorted(self._calls)}
        return {**members, "values": self._values()} if self._values else members


def _called(call: Callable[[Json], Json | None], body: bytes) -> Answer:
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        given = None
    if len(body) > 1_048_576 or not isinstance(given, dict):
        return 400, _error("body_invalid", "The body is not what driver.yaml describes.")
    result = call(given)
    return (204, None) if result is None else (200, result)


def _calls(m: Members) -> dict[str, Callable[[Json], Json | None]]:
    """Returns the calls that are there, by their names in the protocol."""

    def paid(id: int | None) -> Json:
        return {} if id is None else {"id": id}

    # Each function stands behind its member, so that a None is seen before anything is called.
    every: list[tuple[str, Any, Callable[[Any, Json], Json | None]]] = [
        *((name, getattr(m, name), lambda f, _: _none(f())) for name in ("start", "reset", "stop", "settle")),
        ("credentials", m.credentials, lambda f, _: f()),
        ("accessToken", m.access_token, lambda f, _: {"accessToken": f()}),
        ("requestHeaders", m.request_headers, lambda f, b: {"headers": dict(f(b.get("token")))}),
        ("refresh", m.refresh, lambda f, b: {"accessToken": f(b.get("refreshToken"))}),
        ("confirmPayment", m.confirm_payment, lambda f, b: paid(f(b.get("paidTo"), b.get("client")))),
        ("recordPayment", m.record_payment, lambda f, b: paid(f(b.get("paidTo"), b.get("client")))),
        (
            "setClientWebhookActive",
            m.set_client_webhook_active,
            lambda f, b: _none(f(b.get("request"), b.get("response"), b.get("active"))),
        ),
        ("dispatchAppEvent", m.dispatch_app_event, lambda f, b: _none(f(b.get("app"), b.get("event")))),
        ("emitEvent", m.emit_event, lambda f, b: _none(f(b.get("client"), b.get("event")))),
        ("processed", m.processed, lambda f, _: {"events": list(f())}),
    ]
    return {name: partial(run, f) for name, f, run in every if f is not None}


def _none(_: object) -> None:
    return None


def _error(code: str, message: str) -> Json:
    return {"code": code, "message": message}
