"""Where a receiver remembers what it handed over."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol


class DuplicateStore(Protocol):
    """Remembers keys of deliveries. In production: a table with a unique key."""

    def once(self, key: str) -> AbstractContextManager[Any]:
        """
        Returns a context that yields something true if the key is new, else something false.

        What it yields is the ``transaction`` of the delivery: yield a connection or a cursor, and the
        handler writes the payment in the same transaction as the key. Leaving the context without an
        exception commits the key; an exception takes it back. While one request is inside, another with
        the same key waits.
        """


class MemoryStore:
    """A store for one process, until it ends. Forgets the oldest keys beyond ``limit``."""

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
