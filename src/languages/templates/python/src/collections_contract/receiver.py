"""The receiver of deliveries, for any server: check, verify, read, hand over, and only then answer 2xx."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ._model import ModelError, parse_json
from .constants import CASE_FILE_PAYMENT_CONFIRMED
from .models import PaymentSnapshot
from .signature import verify
from .store import DuplicateStore, MemoryStore


@dataclass(frozen=True)
class Delivery:
    """A verified delivery, as handlers get it."""

    event: str
    key: str
    """Two deliveries with the same key are the same; the store remembers it."""
    body: bytes = field(repr=False)
    """The bytes that were signed."""
    secret_index: int
    """Position of the secret that matched. An old secret can go when it no longer matches."""
    transaction: Any = field(default=None, repr=False, compare=False)
    """What ``once`` of the store yielded, such as a connection."""


Secrets = Sequence[str] | Callable[[], Sequence[str]]
PaymentHandler = Callable[[PaymentSnapshot, Delivery], object]
UnknownHandler = Callable[[Delivery], object]
ProblemHandler = Callable[[str, BaseException | None], object]


@dataclass(frozen=True)
class Answer:
    """The HTTP status to answer. ``code`` says why it is not 2xx and is safe to show to anyone."""

    status: int
    code: str | None = None


def payment_key(payment: PaymentSnapshot) -> str:
    """Returns the id and the event of a payment: the default ``key`` of a receiver."""
    return f"{payment.id} {payment.event}"


class Receiver:
    """
    A receiver of client webhook deliveries.

    ``secrets``: the secrets of the webhooks that post here, or a function that returns them. The function is
    called for every delivery, so a secret can be replaced without a restart; if it fails, the answer is 500.
    ``on_payment``: stores or enqueues a confirmed payment; real work comes later. If it raises, the answer is
    500 and the service retries. ``on_unknown``: takes verified deliveries of other events; without it, they
    are acknowledged. ``store``: remembers handed-over deliveries by key; in memory if left out. ``key``: returns
    what makes two payments the same. ``max_body_bytes``: 1 MiB if left out. ``on_problem``: gets the code, and the
    exception if there is one, of every answer that is not 2xx.
    """

    def __init__(
        self,
        secrets: Secrets,
        on_payment: PaymentHandler,
        *,
        on_unknown: UnknownHandler | None = None,
        store: DuplicateStore | None = None,
        key: Callable[[PaymentSnapshot], str] = payment_key,
        max_body_bytes: int = 1_048_576,
        on_problem: ProblemHandler = lambda code, error: None,
    ) -> None:
        if callable(secrets):
            self._secrets = secrets
        else:
            own = _checked(secrets)
            self._secrets = lambda: own
        self._on_payment = on_payment
        self._on_unknown = on_unknown
        self._store = store if store is not None else MemoryStore()
        self._key = key
        self._on_problem = on_problem
        self.max_body_bytes = max_body_bytes

    def refuse_head(self, method: str, content_type: str | None, content_length: int | None) -> Answer | None:
        """Returns the refusal that needs no byte of the body, or ``None``. ``content_length``: ``None`` if unknown."""
        if method != "POST":
            return self.refuse(405, "method_not_allowed")
        if not re.match(r"\s*application/json\s*(;|$)", content_type or "", re.IGNORECASE):
            return self.refuse(415, "media_type_unsupported")
        if content_length is not None and content_length > self.max_body_bytes:
            return self.refuse(413, "body_too_large")
        return None

    def receive(self, body: bytes, signature: str | None) -> Answer:
        """
        Returns the answer to a delivery. Never raises; blocks as long as the handler does.

        ``body``: the bytes as they arrived. ``signature``: the value of the signature header, or ``None``;
        join several of the same name with a comma.
        """
        if len(body) > self.max_body_bytes:
            return self.refuse(413, "body_too_large")
        try:
            secrets = _checked(self._secrets())
        except Exception as error:
            return self.refuse(500, "secrets_unavailable", error)
        verdict = verify(body, signature, secrets)
        if verdict.secret_index is None:
            return self.refuse(401, verdict.code or "signature_mismatch")
        try:
            payload = parse_json(body.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return self.refuse(400, "body_not_utf8")
        except (ValueError, RecursionError):
            return self.refuse(400, "body_not_json")
        return self._dispatch(payload, bytes(body), verdict.secret_index)

    def refuse(self, status: int, code: str, error: BaseException | None = None) -> Answer:
        """Reports a problem to ``on_problem`` and returns the answer."""
        self._on_problem(code, error)
        return Answer(status, code)

    def _dispatch(self, payload: Any, body: bytes, secret_index: int) -> Answer:
        event = payload.get("@event") if isinstance(payload, Mapping) else None
        if not isinstance(event, str):
            return self.refuse(422, "payload_invalid")
        payment = None
        if event == CASE_FILE_PAYMENT_CONFIRMED:
            try:
                payment = PaymentSnapshot.from_json(payload)
            except ModelError as error:
                return self.refuse(422, error.code, error)
        elif self._on_unknown is None:
            return Answer(204)
        try:
            # Of an event that is not known yet, only the bytes can tell whether two deliveries are the same.
            key = self._key(payment) if payment else f"{hashlib.sha256(body).hexdigest()} {event}"
            with self._store.once(key) as transaction:
                if transaction:
                    self._handle(payment, Delivery(event, key, body, secret_index, transaction))
        except Exception as error:
            return self.refuse(500, "handler_failed", error)
        return Answer(204)

    def _handle(self, payment: PaymentSnapshot | None, delivery: Delivery) -> None:
        if payment:
            self._on_payment(payment, delivery)
        elif self._on_unknown:
            self._on_unknown(delivery)


def _checked(secrets: Sequence[str]) -> tuple[str, ...]:
    if isinstance(secrets, str) or not secrets or not all(secrets):
        raise ValueError("secret_empty: pass a list of secrets, none of them empty")
    return tuple(secrets)
