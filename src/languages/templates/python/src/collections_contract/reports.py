"""What operators are told: through functions of theirs, or in the log ``collections_contract``."""

from __future__ import annotations

import inspect
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

_log = logging.getLogger("collections_contract")

_FAILURES = frozenset({"handler_failed", "handler_deadline", "store_failed", "secrets_unavailable"})
"""Told each time: a payment waits, and only the operator can help."""
_SIGNED = frozenset({"payload_invalid", "number_unsafe", "body_not_json", "body_not_utf8", "owner_unknown"})
"""Told each time: genuine, and not understood."""
_QUIET = frozenset({"method_not_allowed", "event_busy"})

_ADVICE = {
    "signature_mismatch": "no signature has matched so far. Is it the secret of this webhook, used unchanged, and the "
    "body the bytes that arrived?",
    "body_not_received": "no byte of the body arrived. Does a middleware or a parser read it before the receiver, or "
    "does the server not pass on chunks (Transfer-Encoding)?",
    "owner_unknown": "a duplicate of a payment that was handled before keys had an owner. If two customers have "
    "payments with the same id, look whether this one is booked",
}

IN_MEMORY = "Duplicates are kept in this process alone: give the receiver a store that lasts if there are several."
IN_EVENT_LOOP = (
    "`Receiver.receive` is called in an event loop, where it holds up everything else until the handler returns: await "
    "AsyncReceiver(receiver).receive instead"
)


@dataclass(frozen=True)
class Accepted:
    """
    An acknowledged delivery. ``outcome`` is ``handled``, ``duplicate`` or ``ignored`` (an event without a handler);
    ``event``, ``label`` and ``owner`` are there if known; ``seconds`` is how long the receiver took.
    """

    outcome: str
    seconds: float
    event: str | None = None
    label: str | None = None
    owner: str | None = None


@dataclass(frozen=True)
class Problem:
    """
    A delivery that was not acknowledged, or a duplicate that may be another customer's payment (``owner_unknown``,
    204): ``status`` and ``code`` of the answer. ``event`` (if it has a handler), ``label`` and ``owner`` say whose
    it was, if it was verified; ``error`` is what a handler or a store raised.
    """

    status: int
    code: str
    event: str | None = None
    label: str | None = None
    owner: str | None = None
    error: BaseException | None = field(default=None, repr=False, compare=False)


ProblemHandler = Callable[[Problem], object]
AcceptedHandler = Callable[[Accepted], object]


class Reports:
    """Tells what happens to deliveries. Raises nothing: no report changes an answer."""

    def __init__(self, on_problem: ProblemHandler | None, on_accepted: AcceptedHandler | None) -> None:
        self._on_problem = on_problem or self._logged
        self._on_accepted = on_accepted
        self._told: set[str] = set()
        self._lock = threading.Lock()
        self.has_matched = False
        """Whether any signature was right."""

    def once(self, advice: str) -> None:
        """Logs advice, the first time."""
        if self._is_first(advice):
            _log.warning("webhook receiver: %s", advice)

    def problem(self, problem: Problem) -> None:
        """Tells a problem."""
        _observed(self._on_problem, problem)

    def accepted(self, accepted: Accepted) -> None:
        """Tells an acknowledgement."""
        if self._on_accepted:
            _observed(self._on_accepted, accepted)

    def _logged(self, problem: Problem) -> None:
        code, error = problem.code, problem.error
        advice = _ADVICE.get(code, f"see `npx collections-contract explain {code}`")
        whose = "" if problem.owner is None else f" (owner {problem.owner!r})"
        if code in _FAILURES:
            _log.error("webhook receiver: %s%s; %s", code, whose, advice, exc_info=error)
        elif code in _SIGNED:
            _log.warning("webhook receiver: %s%s%s; %s", code, whose, f" ({error})" if error else "", advice)
        elif code in _QUIET or (code.startswith("signature_") and self.has_matched) or not self._is_first(code):
            _log.info("webhook receiver: %s", code)
        else:
            _log.warning("webhook receiver: %s, told once; %s", code, advice)

    def _is_first(self, code: str) -> bool:
        with self._lock:
            is_first = code not in self._told
            self._told.add(code)
            return is_first


def _observed(function: Callable[[Any], object], told: Problem | Accepted) -> None:
    try:
        result = function(told)
        if inspect.iscoroutine(result):
            result.close()
            raise TypeError("on_problem and on_accepted are plain functions: what an asynchronous one says is lost")
    except Exception:
        _log.exception("webhook receiver: on_problem or on_accepted failed; the answer is unchanged")
