"""Where a receiver remembers what it handed over."""

from __future__ import annotations

import inspect
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from typing import Any, Protocol

from .options import check_positive


class EventBusy(Exception):
    """The key is being handled elsewhere at this moment. A store may raise it; the answer is 503."""


class DuplicateStore(Protocol):
    """Remembers keys of deliveries. In production: a table with a unique key."""

    def once(self, key: str) -> AbstractContextManager[Any] | AbstractAsyncContextManager[Any]:
        """
        Returns a context that yields ``False`` if the key was handled before, and something true if it is new.

        What it yields is the ``transaction`` of the delivery: yield a connection or a cursor, and the
        handler writes the payment in the same transaction as the key. Leaving the context without an
        exception commits the key; an exception takes it back and goes on. A key that another process handles
        raises ``EventBusy``, or waits for a few seconds at most: give locks a time-out. ``AsyncReceiver`` and
        ``WebhookApp`` take an asynchronous context as well.
        """


def is_new(transaction: Any) -> bool:
    """Reads what ``once`` yielded. Raises ``TypeError`` for anything that says neither new nor handled before."""
    if transaction is False:
        return False
    is_failure = isinstance(transaction, (BaseException, Future))
    # A connection of aiosqlite may be awaited, too.
    is_unrun = inspect.isawaitable(transaction) and not hasattr(transaction, "commit")
    if not transaction or is_failure or is_unrun or inspect.isgenerator(transaction):
        raise TypeError(
            f"`once` of the store yielded a {type(transaction).__name__}: yield False for a key that was handled "
            "before, and True or the transaction for a new one"
        )
    return True


class BusyKeys:
    """The keys that are being handled in this process, for a time."""

    def __init__(self, seconds: float = math.inf) -> None:
        self._seconds = seconds
        self._since: dict[str, float] = {}
        self._lock = threading.Lock()

    @contextmanager
    def claim(self, key: str) -> Iterator[None]:
        """Holds a key. Raises ``EventBusy`` at once if it is held, and not for longer than this time."""
        now = time.monotonic()
        try:
            with self._lock:
                if now - self._since.get(key, -math.inf) < self._seconds:
                    raise EventBusy
                self._since[key] = now
            yield
        finally:
            with self._lock:
                if self._since.get(key) == now:
                    del self._since[key]


class MemoryStore:
    """
    A store for one process, until it ends: another worker or a restart handles a payment again. Forgets the oldest
    keys beyond ``limit``.
    """

    def __init__(self, limit: int = 100_000) -> None:
        check_positive("limit", limit, whole=True)
        self._limit = limit
        self._done: OrderedDict[str, None] = OrderedDict()
        self._busy = BusyKeys()

    @contextmanager
    def once(self, key: str) -> Iterator[bool]:
        with self._busy.claim(key):
            is_known = key in self._done
            yield not is_known
            if not is_known:
                self._done[key] = None
                if len(self._done) > self._limit:
                    self._done.popitem(last=False)
