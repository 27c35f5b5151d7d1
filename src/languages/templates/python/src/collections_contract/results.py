"""What handlers return: only what has run, and does not say that it failed, counts as handled."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from typing import Any

Wait = Callable[[Coroutine[Any, Any, Any]], Any]
"""Runs a coroutine to its end, blocking, and returns its result or raises its exception."""


class HandlerDeadline(Exception):
    """A coroutine was cancelled at the deadline."""


def settle(result: Any, wait: Wait | None) -> None:
    """
    Waits for what a handler returned, if there is something to wait for. Raises what that raised, and ``TypeError``
    for what has not run: a coroutine where nothing awaits it (no ``wait``), a generator, a function, a thread.
    Raises ``RuntimeError`` for an exception that it returned, alone or in a list, and an HTTP answer of 400 to 599.
    """
    if isinstance(result, Future):
        settle(result.result(), wait)
    elif inspect.isawaitable(result):
        if wait is None and inspect.iscoroutine(result):
            result.close()
        run(settled(result), wait)
    else:
        _refuse_undone(result)


async def settled(result: Any) -> None:
    """``settle`` in an event loop, which a handler that exits does not end."""
    try:
        while inspect.isawaitable(result) or isinstance(result, Future):
            result = await (asyncio.wrap_future(result) if isinstance(result, Future) else result)
    except SystemExit as error:
        raise RuntimeError("the handler exited") from error
    _refuse_undone(result)


def run(work: Coroutine[Any, Any, Any], wait: Wait | None) -> None:
    """Runs a coroutine. Raises ``TypeError`` if nothing can."""
    if wait is None:
        work.close()
        raise TypeError(
            "the handler or the store is asynchronous, and nothing awaits it here: receive with WebhookApp or "
            "AsyncReceiver of collections_contract.asgi, or pass plain functions"
        )
    wait(work)


def in_event_loop() -> bool:
    """Returns whether an event loop runs in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _refuse_undone(result: Any) -> None:
    is_generator = inspect.isgenerator(result) or inspect.isasyncgen(result)
    if is_generator or inspect.isroutine(result) or isinstance(result, (partial, threading.Thread)):
        raise TypeError(f"the handler returned a {type(result).__name__}: nothing says that it has run")
    for one in result if isinstance(result, (list, tuple)) else [result]:
        if isinstance(one, BaseException):
            raise RuntimeError("the handler returned an exception: raise it") from one
        status = getattr(one, "status_code", getattr(one, "status", None))
        if isinstance(status, int) and 400 <= status < 600:
            raise RuntimeError(f"the handler returned an answer of {status}: raise if the work failed")
