"""What stores may return."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from unittest import mock

from tests.test_handlers import Handlers
from tests.test_receiver import payment


def _store(value: Callable[[str], Any]) -> Any:
    class Store:
        @contextmanager
        def once(self, key: str) -> Iterator[Any]:
            yield value(key)

    return Store()


class Ends:
    """A store whose context ends as it is told."""

    def __init__(self, end: Callable[[], Any]) -> None:
        self.end = end

    def once(self, _: str) -> Any:
        return self

    def __enter__(self) -> bool:
        return True

    def __exit__(self, *_: Any) -> Any:
        return self.end()


class EndsLater(Ends):
    __enter__ = __exit__ = None  # type: ignore[assignment]

    async def __aenter__(self) -> bool:
        return True

    async def __aexit__(self, *_: Any) -> Any:
        return self.end()


class Stores(Handlers):
    def test_nonsense_of_a_store_is_never_an_acknowledgement(self) -> None:
        async def coroutine() -> bool:
            return True

        pending = coroutine()
        self.addCleanup(pending.close)
        for value in (None, 0, "", [], pending, OSError("away"), Future()):
            store = _store(lambda _, value=value: value)
            self.assertEqual(self.post(self.receiver(store=store)), 503, repr(value))
        for once in (lambda _: True, lambda _: None, lambda _: iter([True]), lambda _: pending):
            store = type("Store", (), {"once": staticmethod(once)})()
            self.assertEqual(self.post(self.receiver(store=store)), 503)
        self.assertEqual((self.paid, set(self.problems)), ([], {"store_failed"}))

    def test_the_end_of_a_store_may_fail_by_what_it_returns(self) -> None:
        async def failing() -> None:
            raise OSError("away")

        failed: Future[None] = Future()
        failed.set_exception(OSError("away"))
        for end in (lambda: OSError("away"), lambda: [failed], failing, lambda: lambda: None):
            for store in (Ends(end), EndsLater(end)):
                self.assertEqual(self.awaited(self.receiver(store=store), payment(1)), [503])
            self.assertEqual(self.post(self.receiver(store=Ends(end))), 503)
        exits = Ends(lambda: sys.exit(1))
        self.assertEqual(self.awaited(self.receiver(store=exits), payment(1)), [500])
        self.assertRaises(SystemExit, self.post, self.receiver(store=exits))
        for end in (lambda: None, lambda: False, lambda: True):
            for store in (Ends(end), EndsLater(end)):
                self.assertEqual(self.awaited(self.receiver(store=store), payment(1)), [204])

    def test_false_is_a_duplicate_and_all_else_that_is_true_is_new(self) -> None:
        values = (False, True, type("ConnectionOfAiosqlite", (), {"commit": None, "__await__": None})())
        answers = [self.post(self.receiver(store=_store(lambda _, value=value: value))) for value in values]
        self.assertEqual((answers, self.paid), ([204] * 3, [1, 1]))

    def test_the_store_is_asked_about_a_payment_whose_handler_hangs(self) -> None:
        asked: list[str] = []
        answers: list[int] = []
        now = time.monotonic()

        def hang(*_: Any) -> None:
            for seconds in (50, 70):
                with mock.patch("time.monotonic", return_value=now + seconds):
                    answers.append(self.post(receiver))

        receiver = self.receiver(hang, store=_store(lambda key: asked.append(key) is None and len(asked) == 1))
        answers.append(self.post(receiver))
        self.assertEqual((answers, len(asked), self.problems), ([503, 204, 204], 2, ["event_busy"]))

    def test_an_asynchronous_store_is_entered_in_the_event_loop(self) -> None:
        log: list[str] = []

        class Table:
            @asynccontextmanager
            async def once(self, key: str) -> AsyncIterator[Any]:
                await asyncio.sleep(0)
                try:
                    yield False if "commit" in log else "session"
                    log.append("commit")
                except OSError:
                    log.append("rollback")
                    raise

        failures = [OSError("away")]

        async def handle(payment: Any, delivery: Any) -> None:
            await asyncio.sleep(0)
            if failures:
                raise failures.pop()
            self.paid.append(delivery.transaction)

        receiver = self.receiver(handle, store=Table())
        self.assertEqual([self.awaited(receiver, payment(1))[0] for _ in range(3)], [500, 204, 204])
        self.assertEqual((log, self.paid), (["rollback", "commit", "commit"], ["session"]))
        self.assertEqual((self.post(receiver), self.problems), (503, ["handler_failed", "store_failed"]))
        forgetful = self.receiver(lambda *both: [self.pay_later(*both)].clear(), store=EndsLater(lambda: None))
        self.assertEqual(self.awaited(forgetful, payment(1)), [500])
