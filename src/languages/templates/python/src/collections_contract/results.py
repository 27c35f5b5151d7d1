"""What handlers and stores return: only what has run, and does not say that it failed, counts as done."""

from __future__ import annotations

import asyncio
import gc
import inspect
import sys
import threading
import warnings
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import ContextDecorator, contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from http import HTTPStatus
from multiprocessing.process import BaseProcess
from types import CoroutineType
from typing import Any

Wait = Callable[[Coroutine[Any, Any, Any]], Any]
"""Runs a coroutine to its end, blocking, and returns its result or raises its exception."""

_RAISED = object()
UNRUN = (partial, threading.Thread, BaseProcess, ContextDecorator)
FAILED = ("Failed", "FailedEntryCount", "FailedRecordCount", "FailedPutCount", "UnprocessedItems", "FunctionError")
"""What AWS did not take of many entries, and that a function of Lambda failed."""

_warn = getattr(warnings, "_warn_unawaited_coroutine", None)
"""What CPython calls where a coroutine that never began is thrown away, whatever the filters are."""
_dropped: ContextVar[list[str] | None] = ContextVar("dropped", default=None)
_collector: int | None = None
"""The thread that collects garbage now."""


class HandlerDeadline(Exception):
    """A coroutine was cancelled at the deadline."""


def _note_collector(phase: str, _: object) -> None:
    global _collector
    _collector = threading.get_ident() if phase == "start" else None


def _note_dropped(coroutine: CoroutineType[Any, Any, Any]) -> None:
    names, name = _dropped.get(), coroutine.__qualname__
    # Garbage may be that of any request.
    if names is not None and _collector != threading.get_ident():
        names.append(name)
    if _warn and (coroutine.cr_origin or _warn.__module__ not in ("warnings", "_py_warnings")):
        _warn(coroutine)
    else:
        # That of CPython would name this file as the place.
        warnings.warn(f"coroutine '{name}' was never awaited", RuntimeWarning, stacklevel=2, source=coroutine)


gc.callbacks.append(_note_collector)
warnings._warn_unawaited_coroutine = _note_dropped  # type: ignore[attr-defined]


@contextmanager
def nothing_dropped() -> Iterator[None]:
    """Raises ``RuntimeError`` if a coroutine was thrown away meanwhile and never awaited: it did nothing."""
    names: list[str] = []
    before = _dropped.set(names)
    try:
        yield
    finally:
        _dropped.reset(before)
    if names:
        raise RuntimeError(f"the coroutine {names[0]} was called and never awaited, so nothing of it has run")


def settle(result: Any, wait: Wait | None) -> None:
    """
    Waits for what a handler or a store returned, also within lists, tuples, sets and dictionaries. Raises what that
    raised, ``TypeError`` for what has not run (a coroutine where there is no ``wait``, a generator, a function, a
    thread), and ``RuntimeError`` for an exception or its class, a process that failed, or an HTTP answer of 300 to 599.
    """
    for one in _pending(result, {}):
        if isinstance(one, Future):
            settle(one.result(), wait)
        elif _is_of_pool(one):
            settle(one.get(), wait)
        else:
            run(settled(one), wait)


async def settled(result: Any) -> None:
    """``settle`` in an event loop, which a handler that exits does not end."""
    try:
        with nothing_dropped():
            for one in _pending(result, {}):
                if isinstance(one, Future):
                    one = asyncio.wrap_future(one)
                elif _is_of_pool(one):
                    one = asyncio.to_thread(one.get)
                await settled(await one)
    except SystemExit as error:
        raise RuntimeError("the handler exited") from error


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


def _pending(result: Any, seen: dict[int, Any]) -> Iterator[Any]:
    """Yields what is to be waited for. Raises for what failed, and for what nobody can wait for."""
    if isinstance(result, Future) or inspect.isawaitable(result) or _is_of_pool(result):
        yield result
    elif isinstance(result, (list, tuple, set, frozenset, dict)) and not _is_unsent(result):
        if not seen and "flask" in sys.modules and isinstance(result, tuple) and len(result) in (2, 3):
            # What a view of Flask returns. In two numbers, the second may be an amount.
            if isinstance(result[0], (str, bytes, dict, list)) or _status(result[0]) > 99:
                _refuse_status(result[1])
        if isinstance(result, dict) and any(result.get(name) for name in FAILED):
            raise RuntimeError("a result with failures was returned: raise if the work failed")
        # A list may contain itself.
        if id(result) not in seen:
            seen[id(result)] = result
            for one in result.values() if isinstance(result, dict) else result:
                yield from _pending(one, seen)
    else:
        _refuse_undone(result)


def _is_of_pool(result: Any) -> bool:
    """Of ``multiprocessing`` or gevent. A task of Celery is queued, and says ``failed`` too."""
    waited = all(inspect.ismethod(_asked(result, name, None)) for name in ("get", "ready", "successful"))
    return waited and not hasattr(result, "failed")


def _refuse_undone(result: Any) -> None:
    # Of a cursor or a file, the work is done.
    is_lazy = type(result).__module__ in ("builtins", "itertools") and hasattr(result, "__next__")
    # Of a process; None while it runs.
    code = _asked(result, "returncode", 0)
    is_unrun = isinstance(result, UNRUN) or inspect.isroutine(result) or inspect.isasyncgen(result)
    if is_lazy or code is None or is_unrun or _is_unsent(result):
        raise TypeError(f"a {type(result).__name__} was returned: nothing says that it has run")
    if isinstance(result, BaseException):
        raise RuntimeError("an exception was returned: raise it") from result
    if isinstance(result, type) and issubclass(result, BaseException):
        raise RuntimeError(f"the class {result.__name__} was returned: raise it")
    # Of Celery, whose tasks may run at once, and of the libraries returns, result and Expression.
    if _said(result, "failed") is True or _said(result, "is_error") is True or _said(result, "unwrap") is _RAISED:
        raise RuntimeError(f"a {type(result).__name__} that is a failure was returned: raise if the work failed")
    if isinstance(code, int) and code != 0:
        raise RuntimeError(f"a process that ended with {code} was returned: raise if the work failed")
    _refuse_status(_status(result))


def _is_unsent(result: Any) -> bool:
    """Returns whether it is an insert of SQLAlchemy, a signature of Celery, or what ``execute`` would run."""
    has = partial(_asked, result, default=None)
    is_open = any(has(name) for name in ("commit", "fetchone", "fetch"))
    return has("is_dml") is True or callable(has("apply_async")) or (callable(has("execute")) and not is_open)


def _refuse_status(status: object) -> None:
    if isinstance(status, int) and 300 <= status < 600:
        raise RuntimeError(f"an answer of {status} was returned: raise if the work failed")


def _status(result: Any) -> int:
    """Returns the status of an HTTP answer, or 0."""
    if isinstance(result, HTTPStatus):
        return result
    # Tornado's has a code, as other things may have.
    names = ("status_code", "status", "code" if _asked(result, "headers", None) is not None else "status")
    statuses = (_asked(result, name, 0) for name in names)
    return next((status for status in statuses if status and isinstance(status, int)), 0)


def _said(result: Any, name: str) -> Any:
    """Returns what a method says, if there is one: a record may have a column of this name."""
    method = _asked(result, name, None)
    try:
        return method() if inspect.ismethod(method) else None
    except Exception:
        return _RAISED


def _asked(result: Any, name: str, default: Any) -> Any:
    # A record whose session is closed raises when it is asked.
    with suppress(Exception):
        return getattr(result, name, default)
    return default
