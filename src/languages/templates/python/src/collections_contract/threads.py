"""Threads for handlers and calls, some of which hang for ever."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
LATE_MAX = 64
"""How many threads may hang beside those that work."""


class Threads:
    """
    Runs ``count`` functions at a time. A thread whose function was given up no longer counts, so that others go on.
    None keeps a process from its end.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._late: set[Future[Any]] = set()
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._lock = threading.Lock()

    def submit(self, function: Callable[[], T]) -> Future[T]:
        """Returns what the function will return, once a thread is free."""
        future: Future[T] = Future()
        with self._lock:
            self._waiting.append((future, function))
        self._start()
        return future

    def give_up(self, future: Future[Any]) -> None:
        """Lets what runs go on, and another function in its place."""
        with self._lock:
            if future.done() or len(self._late) >= LATE_MAX:
                return
            self._late.add(future)
            self._free += 1
        self._start()

    def _start(self) -> None:
        with self._lock:
            while self._free and self._waiting:
                future, function = self._waiting.popleft()
                if future.set_running_or_notify_cancel():
                    self._free -= 1
                    threading.Thread(target=self._run, args=(future, function), name="webhook", daemon=True).start()

    def _run(self, future: Future[Any], function: Callable[[], Any]) -> None:
        result, failure = None, None
        try:
            result = function()
        except BaseException as error:
            failure = error
        with self._lock:
            if future in self._late:
                self._late.remove(future)
            else:
                self._free += 1
            # Under the lock, so that nobody gives up what is done.
            future.set_exception(failure) if failure else future.set_result(result)
        self._start()
