"""
What a receiver does with a request, whatever server it came through: check, verify, read, hand over,
and only then answer 2xx.
"""

from __future__ import annotations

import json
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from ._model import ModelError
from .constants import CASE_FILE_PAYMENT_CONFIRMED
from .models import PaymentSnapshot
from .signature import verify

PaymentHandler = Callable[[PaymentSnapshot], None]
ProblemHandler = Callable[[str, BaseException | None], None]


@dataclass(frozen=True)
class Answer:
    """What to answer. ``code`` says why it is not 2xx and is safe to show to anyone."""

    status: int
    code: str | None = None


class DuplicateStore(Protocol):
    """Remembers what was handed over. In production: a table with a unique key, in the transaction of the handler."""

    def once(self, key: str) -> AbstractContextManager[bool]:
        """
        True if the key is new, False if it was done before. While one request is inside, another with
        the same key waits. Leaving it without an exception marks the key as done.
        """


class MemoryStore:
    """For one process, until it ends. Forgets the oldest keys beyond ``limit``."""

    def __init__(self, limit: int = 100_000) -> None:
        self._limit = limit
        self._done: OrderedDict[str, None] = OrderedDict()
        self._busy: set[str] = set()
        self._changed = threading.Condition()

    @contextmanager
    def once(self, key: str) -> Iterator[bool]:
        with self._changed:
            self._changed.wait_for(lambda: key not in self._busy)
            is_new = key not in self._done
            if is_new:
                self._busy.add(key)
        if not is_new:
            yield False
            return
        is_done = False
        try:
            yield True
            is_done = True
        finally:
            with self._changed:
                self._busy.discard(key)
                if is_done:
                    self._done[key] = None
                    if len(self._done) > self._limit:
                        self._done.popitem(last=False)
                self._changed.notify_all()


class Receiver:
    """
    A receiver of client webhook deliveries.

    ``secrets``: of the webhooks that post here, one or several. ``on_payment``: stores or enqueues a
    confirmed payment; real work comes later. If it raises, the answer is 500 and the service delivers again.
    ``store``: where handed-over deliveries are remembered, by payment id and event.
    ``max_body_bytes``: 1 MiB if left out. ``on_problem``: told of every answer that is not 2xx.
    """

    def __init__(
        self,
        secrets: Sequence[str],
        on_payment: PaymentHandler,
        *,
        store: DuplicateStore | None = None,
        max_body_bytes: int = 1_048_576,
        on_problem: ProblemHandler = lambda code, error: None,
    ) -> None:
        if isinstance(secrets, str) or not secrets or not all(secrets):
            raise ValueError("secret_empty: pass a list of secrets, none of them empty")
        self._secrets = tuple(secrets)
        self._on_payment = on_payment
        self._store = store if store is not None else MemoryStore()
        self._on_problem = on_problem
        self.max_body_bytes = max_body_bytes

    def refuse_head(self, method: str, content_type: str | None, content_length: int | None) -> Answer | None:
        """What can be refused before a byte of the body is read. ``content_length``: ``None`` if it is not said."""
        if method != "POST":
            return self.refuse(405, "method_not_allowed")
        if not re.match(r"\s*application/json\s*(;|$)", content_type or "", re.IGNORECASE):
            return self.refuse(415, "media_type_unsupported")
        if content_length is not None and content_length > self.max_body_bytes:
            return self.refuse(413, "body_too_large")
        return None

    def receive(self, body: bytes, signature: str | None) -> Answer:
        """
        ``body``: the bytes as they arrived. ``signature``: the value of the signature header, or ``None``;
        several of the same name joined by a comma. Never raises.
        """
        if len(body) > self.max_body_bytes:
            return self.refuse(413, "body_too_large")
        verdict = verify(body, signature, self._secrets)
        if not verdict:
            return self.refuse(401, verdict.code or "signature_mismatch")
        try:
            payload = json.loads(body.decode("utf-8-sig"), parse_constant=_no_constant)
        except UnicodeDecodeError:
            return self.refuse(400, "body_not_utf8")
        except (ValueError, RecursionError):
            return self.refuse(400, "body_not_json")
        return self._dispatch(payload)

    def refuse(self, status: int, code: str, error: BaseException | None = None) -> Answer:
        self._on_problem(code, error)
        return Answer(status, code)

    def _dispatch(self, payload: Any) -> Answer:
        event = payload.get("@event") if isinstance(payload, Mapping) else None
        if not isinstance(event, str):
            return self.refuse(422, "payload_invalid")
        if event != CASE_FILE_PAYMENT_CONFIRMED:
            # Events may be added; refusing one would make the service repeat it.
            return Answer(204)
        try:
            payment = PaymentSnapshot.from_json(payload)
        except ModelError as error:
            return self.refuse(422, error.code, error)
        try:
            with self._store.once(f"{payment.id} {event}") as is_new:
                if is_new:
                    self._on_payment(payment)
        except Exception as error:
            return self.refuse(500, "handler_failed", error)
        return Answer(204)


def _no_constant(name: str) -> None:
    """Python reads NaN and Infinity; JSON has neither."""
    raise ValueError(name)
