"""The four operations over ``urllib``: one request each, within bounds, no redirects, errors that hold no secret."""

from __future__ import annotations

import json
import re
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any, TypeVar

from ._model import Model, ModelError, parse_json
from .constants import (
    APP_WEBHOOK_EVENTS_MAX,
    APP_WEBHOOK_EVENTS_MIN,
    GRANT_TYPE,
    OPERATIONS,
    TOKEN_HEADER,
    TOKEN_PREFIX,
)
from .models import AppWebhook, AppWebhookWrite, ClientWebhook, ClientWebhookCreate, TokenResponse
from .transport import ApiError, Response, Transport, checked_url

_TOKENS_MAX = 65_536

M = TypeVar("M", bound=Model)


class Client:
    """
    A client of the API.

    ``base_url``: absolute, https; ``allow_insecure_loopback`` allows http for this machine, for tests.
    ``access_token``: sent in ``{{tokenHeader}}``{{N-5-03?; the header is not stated, so ``token_header`` is an option|. ``token_header`` names another header}}:
    a name and what stands before the token. ``timeout``: seconds for the whole call.
    ``max_response_bytes``: of a body. ``ca_file``, ``proxy``: those of ``Transport``. A POST is never repeated.
    Raises ``ApiError`` or ``ValueError`` for what could never work.
    """

    def __init__(
        self,
        base_url: str,
        access_token: str,
        *,
        timeout: float = 10.0,
        max_response_bytes: int = 1_048_576,
        allow_insecure_loopback: bool = False,
        token_header: tuple[str, str] = (TOKEN_HEADER, TOKEN_PREFIX),
        ca_file: str | None = None,
        proxy: str | None = None,
    ) -> None:
        self._base_url = checked_url(base_url, allow_insecure_loopback, "Client")
        if not access_token or not access_token.isascii() or not access_token.isprintable():
            raise ApiError("token_invalid", "Client")
        name, prefix = token_header
        if not re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name, re.ASCII) or not re.fullmatch(r"[ -~]*", prefix):
            raise ValueError("option_invalid: token_header is the name of a header, and what stands before the token")
        self._headers = {name: prefix + access_token}
        self._transport = Transport(timeout, max_response_bytes, ca_file, proxy)

    def create_client_webhook(self, webhook: ClientWebhookCreate) -> ClientWebhook:
        """Store ``secret`` of the result at once{{A-04?: whether it is ever shown again is not stated|}}."""
        operation = "createClientWebhook"
        if not webhook.events:
            raise ApiError("request_invalid", operation)
        response = self._call(operation, webhook)
        created = _model(ClientWebhook, operation, response, _json(operation, response))
        if not created.secret:
            raise response.error("response_invalid", operation)
        return created

    def create_app_webhook(self, webhook: AppWebhookWrite) -> AppWebhook:
        """All five members are sent. {{U-41?What the answer holds is not stated; without|Without}} a JSON object it is empty."""
        operation = "createAppWebhook"
        members = (webhook.app, webhook.webhook_url, webhook.events, webhook.response_handling_type, webhook.active)
        is_whole = all(member is not None for member in members)
        if not is_whole or not APP_WEBHOOK_EVENTS_MIN <= len(webhook.events or ()) <= APP_WEBHOOK_EVENTS_MAX:
            raise ApiError("request_invalid", operation)
        response = self._call(operation, webhook)
        try:
            value = _json(operation, response)
        except ApiError:
            # It worked; an error would invite to create another one.
            value = {}
        return _model(AppWebhook, operation, response, value if isinstance(value, dict) else {})

    def list_app_webhooks(self, app_id: str | int) -> Any:
        """The JSON as it came{{U-03?: whether the list is wrapped, and in what, is not stated|; the member that holds the list: {listEnvelope}}}."""
        operation = "listAppWebhooks"
        segment = _written(operation, lambda: urllib.parse.quote(str(app_id), safe=""))
        if segment in ("", ".", ".."):
            raise ApiError("request_invalid", operation)
        return _json(operation, self._call(operation, None, segment))

    def _call(self, operation: str, payload: Model | None, app_id: str = "") -> Response:
        method, path = OPERATIONS[operation]
        headers = {"Accept": "application/json", **self._headers}
        data = None
        if payload is not None:
            data = _written(operation, lambda: json.dumps(payload.to_json(), allow_nan=False)).encode("utf-8")
            headers["Content-Type"] = "application/json"
        url = self._base_url + path.replace("{id}", app_id)
        request = urllib.request.Request(url, data, headers, method=method)
        response = self._transport.send(operation, request)
        if response.status >= 300:
            raise response.error("request_rejected" if response.status < 500 else "service_failed", operation)
        return response


def exchange_authorization_code(
    auth_url: str,
    *,
    code: str,
    client_id: str,
    client_secret: str,
    redirect_uri: str,
    timeout: float = 10.0,
    allow_insecure_loopback: bool = False,
    ca_file: str | None = None,
    proxy: str | None = None,
) -> TokenResponse:
    """
    Exchanges an authorization code for tokens, with exactly the five stated fields, once.{{N-4.2-01? How to refresh
    is not stated.| It refreshes
    no tokens.}} ``timeout``, ``ca_file``, ``proxy``: those of ``Transport``.
    """
    operation = "exchangeAuthorizationCode"
    fields = {"code": code, "client_id": client_id, "client_secret": client_secret, "redirect_uri": redirect_uri}
    if not all(fields.values()):
        raise ApiError("credentials_missing", operation)
    method, path = OPERATIONS[operation]
    data = _written(operation, lambda: urllib.parse.urlencode({"grant_type": GRANT_TYPE, **fields})).encode("ascii")
    headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
    url = checked_url(auth_url, allow_insecure_loopback, operation) + path
    request = urllib.request.Request(url, data, headers, method=method)
    response = Transport(timeout, _TOKENS_MAX, ca_file, proxy).send(operation, request)
    if response.status >= 300:
        raise response.error("token_refused" if response.status < 500 else "token_endpoint_failed", operation)
    try:
        tokens = TokenResponse.from_json(parse_json(response.body))
    except (ValueError, RecursionError):
        raise response.error("token_response_invalid", operation) from None
    if tokens.token_type.lower() != "bearer" or not (tokens.access_token and tokens.refresh_token):
        raise response.error("token_response_invalid", operation)
    return tokens


def _written(operation: str, write: Callable[[], str]) -> str:
    try:
        return write()
    except ValueError:  # Not a number, or half a surrogate pair. What it says can quote a secret.
        raise ApiError("request_invalid", operation) from None


def _json(operation: str, response: Response) -> Any:
    try:
        return parse_json(response.body)
    except (ValueError, RecursionError):
        raise response.error("response_not_json", operation) from None


def _model(cls: type[M], operation: str, response: Response, value: Any) -> M:
    try:
        return cls.from_json(value, lenient=True)
    except ModelError:
        raise response.error("response_invalid", operation) from None
