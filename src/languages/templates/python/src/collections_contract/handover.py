"""Handing a delivery over once: the handler runs inside of what the store commits."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from types import TracebackType
from typing import Any

from .frameworks import check_not_rolled_back
from .results import HandlerDeadline, Wait, nothing_dropped, run, settle, settled
from .store import BusyKeys, DuplicateStore, EventBusy, MemoryStore, is_new

Handler = Callable[[Any], object]
"""Gets what ``once`` of the store yielded."""


class StoreFailed(Exception):
    """The store failed; ``__cause__`` says how. What the handler did may be taken back."""


class _Release(Exception):
    """Takes back a key that was only looked up."""


class HandOver:
    """Hands over what a store does not know yet."""

    def __init__(self, store: DuplicateStore) -> None:
        self._store = store
        # A handler that hangs for ever does not keep its payment from the verdict of the store.
        self._busy = BusyKeys(60)

    def once(self, key: str, earlier: str | None, handler: Handler, wait: Wait | None) -> str:
        """
        Returns ``handled``, ``duplicate``, or ``earlier``: a duplicate under the key of the version before. Raises
        ``EventBusy``, ``StoreFailed``, ``HandlerDeadline``, and whatever the handler raises. A repetition of a key
        that is being handled is refused at once, so that one payment never holds two threads.
        """
        with self._busy.claim(key):
            if earlier is not None and not isinstance(self._store, MemoryStore) and self._knows(earlier, wait):
                return "earlier"
            return "handled" if self._enter(key, handler, wait) else "duplicate"

    def _knows(self, key: str, wait: Wait | None) -> bool:
        def release(_: Any) -> None:
            raise _Release

        try:
            return not self._enter(key, release, wait)
        except _Release:
            return False

    def _enter(self, key: str, handler: Handler, wait: Wait | None) -> bool:
        """Returns whether the key was new, so that the handler ran."""
        inside = _Inside(handler, wait)
        try:
            context = self._store.once(key)
            if isinstance(context, AbstractAsyncContextManager) and not isinstance(context, AbstractContextManager):
                run(inside.run_async(context), wait)
            else:
                inside.run(context)
        except (EventBusy, HandlerDeadline):
            raise
        except BaseException as error:
            if inside.error is None and isinstance(error, Exception):
                raise StoreFailed from error
            if inside.error is None:
                raise
        # A store may turn the error of the handler into another one.
        if inside.error is not None:
            raise inside.error
        return inside.is_new


class _Inside:
    """What happens inside of the context of a store. At its end, it may fail by what it returns."""

    def __init__(self, handler: Handler, wait: Wait | None) -> None:
        self._handler = handler
        self._wait = wait
        self.is_new = False
        self.error: BaseException | None = None

    def run(self, context: AbstractContextManager[Any]) -> None:
        transaction = context.__enter__()
        try:
            self.is_new = is_new(transaction)
            if self.is_new:
                with nothing_dropped():
                    settle(self._handler(transaction), self._wait)
                check_not_rolled_back()
        except BaseException as error:
            context.__exit__(*self._noted(error))
            raise
        settle(context.__exit__(None, None, None), self._wait)

    async def run_async(self, context: AbstractAsyncContextManager[Any]) -> None:
        transaction = await context.__aenter__()
        try:
            self.is_new = is_new(transaction)
            if self.is_new:
                with nothing_dropped():
                    await settled(self._handler(transaction))
        except BaseException as error:
            await context.__aexit__(*self._noted(error))
            raise
        await settled(await context.__aexit__(None, None, None))

    def _noted(self, error: BaseException) -> tuple[type[BaseException], BaseException, TracebackType | None]:
        # What is_new raises is a fault of the store.
        self.error = error if self.is_new else None
        return type(error), error, error.__traceback__
