"""Requests that an event loop gives up: what was begun is neither lost nor handled twice; the loop is never held."""

import asyncio
import sys
import tempfile
import threading
import unittest
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from collections_contract import CASE_FILE_PAYMENT_CONFIRMED, AsyncReceiver, LabelledSecret, Problem, Receiver, sign
from collections_contract.sql import SqliteStore
from tests.test_receiver import SECRET, payment


class GivenUp(unittest.IsolatedAsyncioTestCase):
    """Each test gives up the request of a handler that is inside of the transaction of its store."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = str(Path(folder.name) / "payments.db")
        self.store = SqliteStore(self.file, "CREATE TABLE payment (id BIGINT)")
        self.go_on = threading.Event()
        self.addCleanup(self.go_on.set)
        self.problems: list[Problem] = []

    def receiver(self, handler: Any, **options: Any) -> AsyncReceiver:
        secrets = [LabelledSecret("shop", SECRET, "acme")]
        receiver = Receiver(secrets, handler, store=self.store, on_problem=self.problems.append)
        return AsyncReceiver(receiver, **options)

    async def deliver(self, receiver: AsyncReceiver) -> int:
        return (await receiver.receive(payment(1), sign(payment(1), SECRET))).status

    async def delivered(self, receiver: AsyncReceiver) -> None:
        """Delivers until the payment is acknowledged, as the service does."""
        while await self.deliver(receiver) != 204:
            await asyncio.sleep(0.02)

    def booked(self) -> list[Any]:
        with closing(self.store._connect()) as connection:
            return list(connection.execute("SELECT id FROM payment"))

    async def coroutine(self, _: Any, delivery: Any) -> None:
        while not self.go_on.is_set():
            await asyncio.sleep(0.01)
        await asyncio.to_thread(delivery.transaction.execute, "INSERT INTO payment VALUES (1)")

    def plain(self, _: Any, delivery: Any) -> None:
        self.go_on.wait(20)
        delivery.transaction.execute("INSERT INTO payment VALUES (1)")

    async def test_a_request_that_is_cancelled_or_too_slow_is_booked_once(self) -> None:
        for handler, timeout in ((self.coroutine, 5.0), (self.plain, 5.0), (self.coroutine, 0.1), (self.plain, 0.1)):
            with self.subTest(handler=handler.__name__, timeout=timeout):
                self.setUp()
                receiver = self.receiver(handler, handler_timeout=timeout)
                request = asyncio.create_task(self.deliver(receiver))
                if timeout > 1:
                    await asyncio.sleep(0.1)
                    request.cancel()
                    with self.assertRaises(asyncio.CancelledError):
                        await request
                    self.assertEqual(await self.deliver(receiver), 503)
                else:
                    self.assertEqual(await request, 503)
                    late = Problem(503, "handler_deadline", CASE_FILE_PAYMENT_CONFIRMED, "shop", "acme")
                    self.assertEqual(self.problems, [late])
                self.go_on.set()
                await self.delivered(receiver)
                self.assertEqual(len(self.booked()), 1)

    async def test_a_store_that_waits_does_not_hold_the_loop(self) -> None:
        receiver = self.receiver(self.coroutine)
        self.go_on.set()
        with closing(self.store._connect()) as other:
            other.execute("INSERT INTO payment VALUES (2)")
            request = asyncio.create_task(self.deliver(receiver))
            for _ in range(10):
                await asyncio.sleep(0.01)
            self.assertFalse(request.done())
            other.rollback()
        self.assertEqual(await request, 204)

    def test_the_end_of_the_loop_takes_back_a_coroutine(self) -> None:
        async def begin() -> None:
            request = asyncio.create_task(self.deliver(self.receiver(self.coroutine)))
            await asyncio.sleep(0.1)
            request.cancel()

        asyncio.run(begin())
        self.assertEqual(self.booked(), [])
        self.go_on.set()
        asyncio.run(self.delivered(self.receiver(self.coroutine)))
        self.assertEqual(len(self.booked()), 1)


class Contexts(unittest.IsolatedAsyncioTestCase):
    """Context variables, in which libraries keep a transaction, and servers what they know of a request."""

    async def test_a_handler_sees_those_of_its_request_and_store(self) -> None:
        of_request, of_store = ContextVar("of_request", default=""), ContextVar("of_store", default="")
        seen: list[str] = []

        class Store:
            @asynccontextmanager
            async def once(self, _: str) -> AsyncIterator[bool]:
                of_store.set("begun")
                yield True
                seen.append(of_store.get())

        def plain(*_: Any) -> None:
            seen.append(of_request.get())

        async def coroutine(*_: Any) -> None:
            seen.extend((of_request.get(), of_store.get()))
            of_store.set("written")

        of_request.set("id 7")
        for handler, options in ((plain, {}), (coroutine, {"store": Store()})):
            receiver = AsyncReceiver(Receiver([SECRET], handler, **options))
            self.assertEqual((await receiver.receive(payment(1), sign(payment(1), SECRET))).status, 204)
        # Python 3.10 starts no coroutine in the context of another one.
        self.assertEqual(["id 7", "id 7", "begun", "written"] if sys.version_info >= (3, 11) else seen, seen)
