"""The receiver of deliveries, for any server: check, verify, read, hand over, and only then answer 2xx."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from ._model import Model, ModelError, parse_json
from .constants import CASE_FILE_PAYMENT_CONFIRMED
from .delivery import NOBODY, Answer, Delivery, Request, length_of
from .frameworks import roll_back_request
from .handover import HandOver, StoreFailed
from .keys import Known, LabelledSecret, OwnedSecrets, ask_for_key, key_within, known_secrets
from .models import EVENT_MODELS, PaymentSnapshot
from .options import check_handler, check_plain, check_positive
from .reports import IN_EVENT_LOOP, IN_MEMORY, Accepted, AcceptedHandler, Problem, ProblemHandler, Reports
from .results import HandlerDeadline, Wait, in_event_loop
from .signature import raw, verify
from .store import DuplicateStore, EventBusy, MemoryStore

Secrets = Sequence[str | LabelledSecret] | OwnedSecrets | Callable[[], Sequence[str | LabelledSecret] | OwnedSecrets]
PaymentHandler = Callable[[PaymentSnapshot, Delivery], object]
EventHandler = Callable[[Any, Delivery], object]
UnknownHandler = Callable[[Delivery], object]


def payment_key(payment: PaymentSnapshot) -> str:
    """Returns the id and the event of a payment: the default ``key`` of a receiver."""
    return f"{payment.id} {payment.event}"


class Receiver:
    """
    A receiver of client webhook deliveries.

    ``secrets``: the secrets of the webhooks that post here, or a function that returns them. The function is
    called for every delivery, so a secret can be replaced without a restart; if it fails, the answer is 500.
    ``LabelledSecret`` and ``OwnedSecrets`` say whose payments a secret signs: payments of two customers are two,
    also with the same id. ``on_payment``: stores or enqueues a confirmed payment; real work comes later. If it
    raises, the answer is 500 and the service retries. ``on``: handlers of other events by name, each for the model of
    its payload. ``on_unknown``: takes verified deliveries of events without a handler; without it, they are
    acknowledged. ``store``: remembers handed-over deliveries by key; in memory, for one process, if left out.
    ``key``: returns what makes two payments of one owner the same. It is asked twice, for the payment and for one
    with other values: if it returns the same, the answer is 500. ``max_body_bytes``: 1 MiB if left out.
    ``on_problem``: gets a ``Problem`` for every answer that is not 2xx, and for ``owner_unknown``; the log
    ``collections_contract`` if left out. ``on_accepted``: gets an ``Accepted`` for every answer that is 2xx. Raises
    ``ValueError`` or ``TypeError`` for what could never work.
    """

    def __init__(
        self,
        secrets: Secrets,
        on_payment: PaymentHandler,
        *,
        on: Mapping[str, EventHandler] | None = None,
        on_unknown: UnknownHandler | None = None,
        store: DuplicateStore | None = None,
        key: Callable[[PaymentSnapshot], str] = payment_key,
        max_body_bytes: int = 1_048_576,
        on_problem: ProblemHandler | None = None,
        on_accepted: AcceptedHandler | None = None,
    ) -> None:
        check_handler("on_payment", on_payment, 2)
        check_positive("max_body_bytes", max_body_bytes, whole=True)
        self._on = _known_events(on or {})
        if on_unknown is not None:
            check_handler("on_unknown", on_unknown, 1)
        check_plain("key", key, 1)
        if on_problem is not None:
            check_plain("on_problem", on_problem, 1)
        if on_accepted is not None:
            check_plain("on_accepted", on_accepted, 1)
        self._secrets = _asked(secrets)
        self._on_payment = on_payment
        self._on_unknown = on_unknown
        if store is not None and not callable(getattr(store, "once", None)):
            raise TypeError("store has no function `once`")
        self._hand_over = HandOver(MemoryStore() if store is None else store)
        self._key = key
        self._reports = Reports(on_problem, on_accepted)
        if store is None:
            self._reports.once(IN_MEMORY)
        self.max_body_bytes = max_body_bytes

    def check_plain(self) -> None:
        """Raises ``TypeError`` for asynchronous handlers, for an adapter that cannot await them."""
        for name, function in {"on_payment": self._on_payment, **self._on}.items():
            check_plain(name, function, 2)
        if self._on_unknown is not None:
            check_plain("on_unknown", self._on_unknown, 1)

    def refuse_head(self, method: str, content_type: str | None, content_length: int | str | None) -> Answer | None:
        """
        Returns the refusal that needs no byte of the body, or ``None``. ``content_length``: that of the header, empty
        or ``None`` if there is none.
        """
        if method != "POST":
            return self.refuse(405, "method_not_allowed")
        if not re.match(r"[ \t]*application/json[ \t]*(;|\Z)", content_type or "", re.ASCII | re.IGNORECASE):
            return self.refuse(415, "media_type_unsupported")
        if (length_of(content_length) or 0) > self.max_body_bytes:
            return self.refuse(413, "body_too_large")
        return None

    def receive(self, body: bytes, signature: str | None, wait: Wait | None = None) -> Answer:
        """
        Returns the answer to a delivery. Never raises an ``Exception``, but ``TypeError`` for a body that is not bytes;
        blocks as long as the handler does.

        ``body``: the bytes as they arrived. ``signature``: the value of the signature header, or ``None``;
        join several of the same name with a comma. ``wait``: runs the coroutine of an asynchronous handler or store
        to its end; without it, they are refused with 500.
        """
        return self.receive_request(Request(raw(body), wait), signature)

    def receive_request(self, request: Request, signature: str | None) -> Answer:
        """As ``receive``. Meanwhile, the request says what is known of it."""
        body = request.body
        if in_event_loop():
            self._reports.once(IN_EVENT_LOOP)
        if len(body) > self.max_body_bytes:
            return self.refuse(413, "body_too_large")
        try:
            secrets = self._secrets()
        except Exception as error:
            return self.refuse(500, "secrets_unavailable", error)
        verdict = verify(body, (signature or "").strip(" \t"), [one.secret for one in secrets])
        if verdict.secret_index is None:
            # A sender signs what it sends, so a body that is empty here was lost on the way.
            if not body and verdict.code == "signature_mismatch":
                return self.refuse(400, "body_not_received")
            return self.refuse(401, verdict.code or "signature_mismatch")
        self._reports.has_matched = True
        request.index, request.secret = verdict.secret_index, secrets[verdict.secret_index]
        # Beside a secret without an owner, a key without one is not necessarily of the version before.
        request.may_be_earlier = all(one.owner is not None for one in secrets)
        try:
            payload = parse_json(body.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return self.refuse(400, "body_not_utf8", request=request)
        except (ValueError, RecursionError):
            return self.refuse(400, "body_not_json", request=request)
        try:
            return self._dispatch(payload, request)
        except ModelError as error:
            return self.refuse(422, error.code, error, request)

    def refuse(
        self, status: int, code: str, error: BaseException | None = None, request: Request | None = None
    ) -> Answer:
        """Reports a ``Problem`` and returns the answer."""
        secret, event = (request.secret, request.event) if request else (NOBODY, None)
        self._reports.problem(Problem(status, code, event, secret.label, secret.owner, error))
        return Answer(status, code, error)

    def _dispatch(self, payload: Any, request: Request) -> Answer:
        event = payload.get("@event") if isinstance(payload, Mapping) else None
        if not isinstance(event, str):
            raise ModelError("/@event", "a string")
        read = None
        if event == CASE_FILE_PAYMENT_CONFIRMED or event in self._on:
            read = EVENT_MODELS[event].from_json(payload)
            request.event = event
        elif self._on_unknown is None:
            return self._accept("ignored", None, request)
        try:
            return self._accept(self._handed_over(event, read, payload, request), event, request)
        except EventBusy:
            return self.refuse(503, "event_busy", request=request)
        except BaseException as error:
            roll_back_request()
            if not isinstance(error, Exception) and threading.current_thread() is threading.main_thread():
                raise  # The end of the process, or of the request by its server; in other threads it is the handler's.
            if isinstance(error, HandlerDeadline):
                return self.refuse(503, "handler_deadline", error, request)
            if isinstance(error, StoreFailed):
                return self.refuse(503, "store_failed", error.__cause__, request)
            return self.refuse(500, "handler_failed", error, request)

    def _handed_over(self, event: str, read: Model | None, payload: Mapping[str, Any], request: Request) -> str:
        handler = self._on.get(event)
        if isinstance(read, PaymentSnapshot) and not handler:
            same = payment_key(read) if self._key is payment_key else ask_for_key(self._key, read, payload)
        else:
            # By id and event, as of payments. Without an id, only the bytes tell whether two deliveries are the same.
            number = getattr(read, "id", None)
            same = f"{number if isinstance(number, int | str) else sha256(request.body).hexdigest()} {event}"
        known = request.secret
        key = key_within(known.owner, same)
        earlier = key_within(None, same) if request.may_be_earlier else None

        def handle(transaction: Any) -> object:
            delivery = Delivery(event, key, request.body, request.index, transaction, known.label, known.owner)
            if handler:
                return handler(read, delivery)
            if isinstance(read, PaymentSnapshot):
                return self._on_payment(read, delivery)
            return self._on_unknown(delivery) if self._on_unknown else None

        return self._hand_over.once(key, earlier, handle, request.wait)

    def _accept(self, outcome: str, event: str | None, request: Request) -> Answer:
        if outcome == "earlier":
            outcome = "duplicate"
            self.refuse(204, "owner_unknown", request=request)
        seconds = time.monotonic() - request.begun
        self._reports.accepted(Accepted(outcome, seconds, event, request.secret.label, request.secret.owner))
        return Answer(204)


def _known_events(on: Mapping[str, EventHandler]) -> dict[str, EventHandler]:
    """Refuses what no delivery would ever reach."""
    for event, handler in on.items():
        if event == CASE_FILE_PAYMENT_CONFIRMED:
            raise ValueError(f"`on` has {event}, which `on_payment` handles")
        if event not in EVENT_MODELS:
            raise ValueError(f"`on` has {event!r}, which is not an event of this contract")
        check_handler(f"on[{event!r}]", handler, 2)
    return dict(on)


def _asked(secrets: Secrets) -> Callable[[], tuple[Known, ...]]:
    if callable(secrets):
        check_plain("secrets", secrets, 0)
        return lambda: known_secrets(secrets())
    own = known_secrets(secrets)
    return lambda: own
