"""The four operations over ``urllib``: one request each, within bounds, no redirects, errors that hold no secret."""

from __future__ import annotations

import ipaddress
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPException, HTTPMessage
from typing import IO, Any, TypeVar

from ._model import Model, ModelError, parse_json
from .constants import APP_WEBHOOK_EVENTS_MAX, APP_WEBHOOK_EVENTS_MIN, GRANT_TYPE, OPERATIONS
from .models import AppWebhook, AppWebhookWrite, ClientWebhook, ClientWebhookCreate, TokenResponse

_PIECE = 65_536

M = TypeVar("M", bound=Model)


class ApiError(Exception):
    """
    A call that did not succeed. ``code`` is constant, ``status`` is there if an answer arrived.
    ``body`` holds what the service sent; it can hold secrets, so it is in no message.
    """

    def __init__(self, code: str, operation: str, status: int | None = None, body: bytes = b"") -> None:
        super().__init__(f"{code}: {operation}" + ("" if status is None else f" was answered {status}"))
        self.code = code
        self.operation = operation
        self.status = status
        self.body = body


class Client:
    """
    A client of the API.

    ``base_url``: absolute, https; ``allow_insecure_loopback`` allows http for this machine, for tests.
    ``access_token``: sent as ``Authorization: Bearer``; the header is not stated, so ``token_header`` is an option:
    a name and what stands before the token. ``timeout``: seconds for the whole call.
    ``max_response_bytes``: of a body. A POST is never repeated.
    """

    def __init__(
        self,
        base_url: str,
        access_token: str,
        *,
        timeout: float = 10.0,
        max_response_bytes: int = 1_048_576,
        allow_insecure_loopback: bool = False,
        token_header: tuple[str, str] = ("Authorization", "Bearer "),
    ) -> None:
        self._base_url = _checked(base_url, allow_insecure_loopback, "Client")
        if not access_token or not access_token.isascii() or not access_token.isprintable():
            raise ApiError("token_invalid", "Client")
        self._headers = {token_header[0]: token_header[1] + access_token}
        self._timeout = timeout
        self._max_response_bytes = max_response_bytes

    def create_client_webhook(self, webhook: ClientWebhookCreate) -> ClientWebhook:
        """Store ``secret`` of the result at once: whether it is ever shown again is not stated."""
        operation = "createClientWebhook"
        if not webhook.events:
            raise ApiError("request_invalid", operation)
        status, body = self._call(operation, webhook)
        created = _model(ClientWebhook, operation, status, _json(operation, status, body), body)
        if not created.secret:
            raise ApiError("response_invalid", operation, status, body)
        return created

    def create_app_webhook(self, webhook: AppWebhookWrite) -> AppWebhook:
        """All five members are sent. What the answer holds is not stated; without a JSON object it is empty."""
        operation = "createAppWebhook"
        members = (webhook.app, webhook.webhook_url, webhook.events, webhook.response_handling_type, webhook.active)
        is_whole = all(member is not None for member in members)
        if not is_whole or not APP_WEBHOOK_EVENTS_MIN <= len(webhook.events or ()) <= APP_WEBHOOK_EVENTS_MAX:
            raise ApiError("request_invalid", operation)
        status, body = self._call(operation, webhook)
        try:
            value = _json(operation, status, body)
        except ApiError:
            # It worked; an error would invite to create another one.
            value = {}
        return _model(AppWebhook, operation, status, value if isinstance(value, dict) else {}, body)

    def list_app_webhooks(self, app_id: str | int) -> Any:
        """The JSON as it came: whether the list is wrapped, and in what, is not stated."""
        operation = "listAppWebhooks"
        segment = urllib.parse.quote(str(app_id), safe="")
        if segment in ("", ".", ".."):
            raise ApiError("request_invalid", operation)
        status, body = self._call(operation, None, segment)
        return _json(operation, status, body)

    def _call(self, operation: str, payload: Model | None, app_id: str = "") -> tuple[int, bytes]:
        method, path = OPERATIONS[operation]
        headers = {"Accept": "application/json", **self._headers}
        data = None
        if payload is not None:
            data = json.dumps(payload.to_json()).encode("utf-8")
            headers["Content-Type"] = "application/json"
        url = self._base_url + path.replace("{id}", app_id)
        request = urllib.request.Request(url, data, headers, method=method)
        status, body = _send(operation, request, self._timeout, self._max_response_bytes)
        if status >= 300:
            raise ApiError("request_rejected" if status < 500 else "service_failed", operation, status, body)
        return status, body


def exchange_authorization_code(
    auth_url: str,
    *,
    code: str,
    client_id: str,
    client_secret: str,
    redirect_uri: str,
    timeout: float = 10.0,
    allow_insecure_loopback: bool = False,
) -> TokenResponse:
    """
    Exchanges an authorization code for tokens, with exactly the five stated fields, once. How to refresh
    is not stated.
    """
    operation = "exchangeAuthorizationCode"
    fields = {"code": code, "client_id": client_id, "client_secret": client_secret, "redirect_uri": redirect_uri}
    if not all(fields.values()):
        raise ApiError("credentials_missing", operation)
    method, path = OPERATIONS[operation]
    data = urllib.parse.urlencode({"grant_type": GRANT_TYPE, **fields}).encode("ascii")
    headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
    url = _checked(auth_url, allow_insecure_loopback, operation) + path
    request = urllib.request.Request(url, data, headers, method=method)
    status, body = _send(operation, request, timeout, _PIECE)
    if status >= 300:
        raise ApiError("token_refused" if status < 500 else "token_endpoint_failed", operation, status, body)
    try:
        tokens = TokenResponse.from_json(parse_json(body))
    except (ValueError, RecursionError):
        raise ApiError("token_response_invalid", operation, status, body) from None
    if tokens.token_type.lower() != "bearer":
        raise ApiError("token_response_invalid", operation, status, body)
    return tokens


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the token to another place."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _send(operation: str, request: urllib.request.Request, timeout: float, limit: int) -> tuple[int, bytes]:
    """Status and body. The body of an error is cut off at the limit."""
    until = time.monotonic() + timeout
    try:
        with _open(request, timeout) as response:
            status = int(response.status)
            body = bytearray()
            while piece := response.read1(_PIECE):
                body += piece
                if len(body) > limit or time.monotonic() > until:
                    break
    except TimeoutError:
        raise ApiError("timeout", operation) from None
    except urllib.error.URLError as error:
        code = "timeout" if isinstance(error.reason, TimeoutError) else "unreachable"
        raise ApiError(code, operation) from None
    except (OSError, HTTPException):
        raise ApiError("unreachable", operation) from None
    if 300 <= status < 400:
        raise ApiError("redirect_refused", operation, status)
    if len(body) > limit and status < 300:
        raise ApiError("response_too_large", operation, status)
    if time.monotonic() > until:
        raise ApiError("timeout", operation)
    return status, bytes(body[:limit])


def _open(request: urllib.request.Request, timeout: float) -> Any:
    try:
        return _opener.open(request, timeout=timeout)
    except urllib.error.HTTPError as error:
        # An answer like any other.
        return error


def _json(operation: str, status: int, body: bytes) -> Any:
    try:
        return parse_json(body)
    except (ValueError, RecursionError):
        raise ApiError("response_not_json", operation, status, body) from None


def _model(cls: type[M], operation: str, status: int, value: Any, body: bytes) -> M:
    try:
        return cls.from_json(value)
    except ModelError:
        raise ApiError("response_invalid", operation, status, body) from None


def _checked(url: str, allow_insecure_loopback: bool, operation: str) -> str:
    """Without the slash at its end. https, or http for this machine where that is allowed."""
    try:
        parts = urllib.parse.urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        raise ApiError("base_url_invalid", operation) from None
    if parts.scheme not in ("http", "https") or not host or parts.query or parts.fragment or "@" in parts.netloc:
        raise ApiError("base_url_invalid", operation)
    if parts.scheme == "http" and not (allow_insecure_loopback and _is_loopback(host)):
        raise ApiError("insecure_url", operation)
    return url.rstrip("/")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
