"""What handlers may return, and how long anybody waits for them."""

import asyncio
import gc
import threading
import time
import unittest
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from itertools import starmap
from multiprocessing import Process
from multiprocessing.pool import ThreadPool
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from collections_contract import AsyncReceiver, MemoryStore, Receiver, sign
from tests.test_receiver import SECRET, payment


class Detached:
    """A record whose session is closed."""

    @property
    def status(self) -> str:
        raise OSError("detached")


def outcome(name: str, method: Callable[[Any], Any]) -> Any:
    """As Celery and libraries of results have them."""
    return type("Outcome", (), {name: method})()


class Handlers(unittest.TestCase):
    def setUp(self) -> None:
        self.paid: list[int] = []
        self.problems: list[str] = []

    def receiver(self, handler: Any = None, **options: Any) -> Receiver:
        options = {"store": MemoryStore(), "on_problem": lambda problem: self.problems.append(problem.code), **options}
        return Receiver([SECRET], handler or self.pay, **options)

    def pay(self, payment: Any, _: Any) -> None:
        self.paid.append(payment.id)

    async def pay_later(self, payment: Any, _: Any) -> None:
        await asyncio.sleep(0)
        self.paid.append(payment.id)

    def post(self, receiver: Receiver, body: bytes = payment(1)) -> int:
        return receiver.receive(body, sign(body, SECRET)).status

    def awaited(self, receiver: Receiver, *bodies: bytes, **options: Any) -> list[int]:
        """Posts all bodies at the same time."""

        async def all_of_them() -> list[int]:
            entry = AsyncReceiver(receiver, **options)
            return [one.status for one in await asyncio.gather(*(entry.receive(b, sign(b, SECRET)) for b in bodies))]

        return asyncio.run(all_of_them())


class Asynchronous(Handlers):
    def test_coroutines_are_awaited_in_an_event_loop(self) -> None:
        class Callable:
            async def __call__(_, payment: Any, delivery: Any) -> None:
                await self.pay_later(payment, delivery)

        async def nested(payment: Any, delivery: Any) -> Any:
            return self.pay_later(payment, delivery)

        handlers = [self.pay_later, partial(self.pay_later), lambda p, d: self.pay_later(p, d), Callable(), nested]
        for number, handler in enumerate(handlers):
            body = payment(number)
            receiver = self.receiver(handler)
            self.assertEqual(self.awaited(receiver, body) + self.awaited(receiver, body), [204, 204])
        self.assertEqual(self.paid, [0, 1, 2, 3, 4])

    def test_a_coroutine_that_fails_is_a_failed_handler(self) -> None:
        failures = [OSError("away"), TimeoutError("away"), asyncio.CancelledError(), SystemExit(1)]

        async def fail(*_: Any) -> None:
            if failures:
                raise failures.pop()
            self.paid.append(1)

        receiver = self.receiver(fail)
        self.assertEqual([self.awaited(receiver, payment(1))[0] for _ in range(5)], [500, 500, 500, 500, 204])
        self.assertEqual(self.paid, [1])

    def test_what_nothing_awaits_is_never_acknowledged(self) -> None:
        receiver = self.receiver(self.pay_later)
        self.assertEqual([self.post(receiver), self.post(receiver)], [500, 500])
        self.assertEqual((self.paid, self.problems), ([], ["handler_failed"] * 2))

        def forget(*both: Any) -> None:
            self.pay_later(*both)

        async def forget_later(*both: Any) -> None:
            forget(*both)

        # The first one collects what the deliveries above left behind.
        handlers = (lambda *_: gc.collect(), forget, forget_later, lambda *both: self.pay_later(*both).close())
        self.assertEqual([self.awaited(self.receiver(one), payment(1))[0] for one in handlers], [204, 500, 500, 204])
        self.assertEqual((self.post(self.receiver(forget)), self.paid), (500, []))
        with self.assertWarnsRegex(RuntimeWarning, "pay_later' was never awaited") as warned:
            forget(None, None)
        self.assertEqual(warned.filename, __file__)
        told: list[Any] = []
        with patch("collections_contract.results._warn", told.append):
            self.assertEqual((self.post(self.receiver(forget)), len(told)), (500, 1))

    def test_a_receiver_that_holds_up_an_event_loop_is_told_once(self) -> None:
        async def post_twice() -> list[int]:
            receiver = self.receiver()
            return [self.post(receiver), self.post(receiver)]

        with self.assertLogs("collections_contract", "WARNING") as told:
            self.assertEqual(asyncio.run(post_twice()), [204, 204])
        self.assertEqual((len(told.output), "AsyncReceiver" in told.output[0]), (1, True))

    def test_what_has_not_run_is_a_failure(self) -> None:
        def generator() -> Iterator[None]:
            yield self.paid.append(1)

        async def generator_of_a_loop() -> AsyncIterator[None]:
            yield self.paid.append(1)

        made: list[Callable[[], Any]] = [
            generator,
            generator_of_a_loop,
            lambda: lambda: self.paid.append(1),
            lambda: partial(self.paid.append, 1),
            lambda: self.paid.append,
            lambda: threading.Thread(target=self.paid.append, args=(1,)),
            lambda: map(self.paid.append, [1]),
            lambda: starmap(self.paid.append, [[1]]),
            lambda: iter(lambda: self.paid.append(1), None),
            contextmanager(generator),
            lambda: Process(target=self.paid.append, args=(1,)),
            lambda: SimpleNamespace(returncode=None),
            # An insert of SQLAlchemy, a pipeline of Redis, a signature of Celery, which is a dictionary.
            lambda: SimpleNamespace(is_dml=True),
            lambda: SimpleNamespace(execute=self.paid.clear),
            lambda: type("Signature", (dict,), {"apply_async": self.paid.clear})(),
        ]
        made += [lambda make=make: [{"all": (make(),)}] for make in made]
        for make in made:
            receiver = self.receiver(lambda *_, make=make: make())
            self.assertEqual([self.post(receiver), *self.awaited(receiver, payment(1))], [500, 500])

        async def made_later(*_: Any) -> Any:
            return generator()

        self.assertEqual(self.awaited(self.receiver(made_later), payment(1)), [500])
        self.assertEqual(self.paid, [])

    def test_a_failure_that_is_returned_is_one(self) -> None:
        async def gathered(*_: Any) -> Any:
            return await asyncio.gather(self.fail_later(), return_exceptions=True)

        answer = SimpleNamespace
        parts = [OSError("away"), OSError, answer(status_code=500), answer(status=302), HTTPStatus(404)]
        parts.append(answer(code=599, headers={}))
        parts += [{"FailedEntryCount": 1}, {"Failed": [{"Id": "1"}]}, {"FunctionError": "Unhandled"}]
        parts.append({"UnprocessedItems": {"payments": [{}]}})
        for part in [*parts, answer(returncode=1), *(outcome(name, lambda _: True) for name in ("failed", "is_error"))]:
            for failed in (part, [None, part], (part,), {"all": [part]}):
                self.assertEqual(self.post(self.receiver(lambda *_, failed=failed: failed)), 500)
        self.assertEqual(self.post(self.receiver(lambda *_: outcome("unwrap", lambda _: {}["away"]))), 500)
        for failed in [("x", 500), ({}, 404, {}), (answer(status_code=200), 500)]:
            # A currency and an amount, but for those who have Flask.
            self.assertEqual(self.post(self.receiver(lambda *_, failed=failed: failed)), 204)
            with patch.dict("sys.modules", flask=answer()):
                self.assertEqual(self.post(self.receiver(lambda *_, failed=failed: failed)), 500)
        self.assertEqual(self.awaited(self.receiver(gathered), payment(1)), [500])
        endless: list[Any] = []
        endless.append(endless)
        done = [None, False, 500, "error", [], endless, answer(status_code=201), answer(status="failed"), Detached()]
        done += [("x", 200), (7, 500), (answer(status=1), 500), [("x", 500)], int, answer(returncode=0)]
        done += [answer(code=500), answer(execute="x")]
        done += [answer(execute=print, **{of: print}) for of in ("fetchone", "commit", "fetch")]
        done += [outcome("failed", lambda _: False), outcome("unwrap", lambda _: 1), answer(failed=True)]
        done.append({"FailedEntryCount": 0, "Failed": [], "UnprocessedItems": {}})
        with patch.dict("sys.modules", flask=answer()):
            for one in done:
                self.assertEqual(self.post(self.receiver(lambda *_, one=one: one)), 204)

    def test_all_that_is_returned_is_awaited(self) -> None:
        fine = self.receiver(lambda *both: [self.pay_later(*both), {"b": (self.pay_later(*both),)}])
        failing = self.receiver(lambda *both: [self.pay_later(*both), {"b": (self.fail_later(),)}])
        self.assertEqual((self.awaited(fine, payment(1)), self.awaited(failing, payment(2))), ([204], [500]))
        self.assertEqual(self.paid, [1, 1, 2])

    async def fail_later(self) -> None:
        raise OSError("away")

    def test_a_future_of_a_pool_is_waited_for(self) -> None:
        failures: list[OSError] = []

        def work() -> None:
            time.sleep(0.02)
            if failures:
                raise failures.pop()
            self.paid.append(1)

        with ThreadPoolExecutor(1) as pool, ThreadPool(1) as another:
            for submit in (pool.submit, another.apply_async):
                for receive in (self.post, lambda one: self.awaited(one, payment(1))[0]):
                    failures[:] = [OSError("away")]
                    receiver = self.receiver(lambda *_, submit=submit: submit(work))
                    self.assertEqual([receive(receiver), receive(receiver)], [500, 204])
        self.assertEqual(self.paid, [1] * 4)

    def test_a_key_is_a_text(self) -> None:
        async def coroutine(_: Any) -> str:
            return "x"

        pending = coroutine(None)
        for key in (lambda _: None, lambda _: "", lambda one: one.id, lambda _: pending):
            self.assertEqual(self.post(self.receiver(key=key)), 500)
        pending.close()
        self.assertEqual(self.paid, [])


class Waiting(Handlers):
    def setUp(self) -> None:
        super().setUp()
        self.release = threading.Event()
        self.addCleanup(self.release.set)

    def hang(self, payment: Any, _: Any) -> None:
        if payment.id == 1:
            self.release.wait(30)
        self.paid.append(payment.id)

    def test_a_hanging_payment_and_its_repetitions_leave_threads_for_others(self) -> None:
        @contextmanager
        def locked(key: str) -> Iterator[bool]:
            with locks.setdefault(key, threading.Lock()):
                yield True

        locks: dict[str, threading.Lock] = {}
        for store in (MemoryStore(), type("Locking", (), {"once": staticmethod(locked)})()):
            self.release.clear()
            receiver = self.receiver(self.hang, store=store)
            bodies = [payment(1)] * 20 + [payment(2)]

            async def deliver(receiver: Receiver = receiver, bodies: list[bytes] = bodies) -> list[int]:
                entry = AsyncReceiver(receiver, handler_timeout=0.5, threads=2)
                all_of_them = [asyncio.ensure_future(entry.receive(one, sign(one, SECRET))) for one in bodies]
                answers = [one.status for one in await asyncio.gather(*all_of_them)]
                self.release.set()
                return answers

            self.assertEqual(asyncio.run(deliver()), [503] * 20 + [204])
            self.assertIn("event_busy", self.problems)

    def test_functions_that_hang_leave_threads_for_others(self) -> None:
        async def deliver() -> list[int]:
            entry = AsyncReceiver(self.receiver(lambda one, _: one.id < 5 and self.release.wait(30)), **few)
            hanging = [entry.receive(one, sign(one, SECRET)) for one in map(payment, (1, 2))]
            answers = [*await asyncio.gather(*hanging), await entry.receive(payment(5), sign(payment(5), SECRET))]
            self.release.set()
            return [one.status for one in answers]

        few = {"handler_timeout": 1.0, "threads": 2}
        self.assertEqual(asyncio.run(deliver()), [503, 503, 204])

    def test_a_delivery_that_finds_no_thread_is_not_handled_behind_its_answer(self) -> None:
        async def deliver() -> list[int]:
            entry = AsyncReceiver(self.receiver(self.hang), handler_timeout=0.1, threads=1)
            answers = await asyncio.gather(*(entry.receive(one, sign(one, SECRET)) for one in map(payment, (1, 2))))
            self.release.set()
            return [one.status for one in answers]

        self.assertEqual(asyncio.run(deliver()), [503, 503])
        deadline = time.monotonic() + 10
        while not self.paid and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(self.paid, [1])
