"""
The receiver in an event loop: for any asynchronous framework, and as an ASGI application for Granian, Hypercorn,
Uvicorn and every framework that mounts one.

A body has to arrive within a limit and a deadline. The server in front limits the time for a head: Granian by its
header read timeout. Uvicorn has no such limit, so put a reverse proxy with one before it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextvars import Context, copy_context
from typing import Any

from .constants import SIGNATURE_HEADER
from .delivery import Answer, Request, length_of
from .options import check_positive
from .receiver import Receiver
from .results import HandlerDeadline
from .signature import raw
from .threads import Threads

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_GRACE = 0.25
"""Seconds in which a coroutine ends after it was cancelled."""


class AsyncReceiver:
    """
    A receiver that is awaited. Plain handlers and stores run in threads, asynchronous ones in the event loop.

    ``handler_timeout``: seconds for the handler; then the answer is 503. A coroutine is cancelled; a plain function
    goes on, and if it ends well, the next delivery of the payment is acknowledged. ``threads``: how many deliveries
    are handled at the same time, beside functions that are late; further ones wait, within the same time.
    """

    def __init__(self, receiver: Receiver, *, handler_timeout: float = 5.0, threads: int = 8) -> None:
        check_positive("handler_timeout", handler_timeout)
        check_positive("threads", threads, whole=True)
        self.receiver = receiver
        self._handler_timeout = handler_timeout
        self._threads = Threads(threads)

    async def receive(self, body: bytes, signature: str | None) -> Answer:
        """Returns the answer to a delivery, as ``Receiver.receive`` does."""
        loop = asyncio.get_running_loop()
        context = copy_context()

        def wait(work: Coroutine[Any, Any, Any]) -> Any:
            return asyncio.run_coroutine_threadsafe(self._in_time(work, context), loop).result()

        request = Request(raw(body), wait)
        work = self._threads.submit(lambda: context.copy().run(self.receiver.receive_request, request, signature))
        try:
            await asyncio.wait({asyncio.wrap_future(work)}, timeout=self._handler_timeout + _GRACE)
        finally:
            # One that still waits for a thread is not handled any more: it is delivered again. So are others that wait.
            if not work.cancel():
                loop.call_later(_GRACE, self._threads.give_up, work)
        if work.done() and not work.cancelled():
            return work.result()
        return self.receiver.refuse(503, "handler_deadline", request=request)

    async def _in_time(self, work: Coroutine[Any, Any, Any], context: Context) -> Any:
        if sys.version_info >= (3, 11):
            # That of the store is that of the handler: some libraries keep a transaction in a context variable.
            task = asyncio.get_running_loop().create_task(work, context=context)
        else:
            task = asyncio.ensure_future(work)
        await asyncio.wait({task}, timeout=self._handler_timeout)
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
            if task.cancelled():
                raise HandlerDeadline("the coroutine was cancelled at the deadline")
        return task.result()


class WebhookApp:
    """
    An ASGI application that answers 2xx only after the payment was handed over.

    ``body_timeout``: seconds for a body to arrive. ``handler_timeout``, ``threads``: those of ``AsyncReceiver``.
    """

    def __init__(
        self, receiver: Receiver, *, body_timeout: float = 10.0, handler_timeout: float = 5.0, threads: int = 8
    ) -> None:
        check_positive("body_timeout", body_timeout)
        self._receiver = receiver
        self._awaited = AsyncReceiver(receiver, handler_timeout=handler_timeout, threads=threads)
        self._body_timeout = body_timeout

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        answer, is_whole = await self._answer(scope, receive)
        if answer is None:
            return
        headers = [(name.lower().encode("ascii"), value.encode("ascii")) for name, value in answer.headers.items()]
        # What is left of a body must not be read as the next request. The same goes for whatever follows chunks.
        if not is_whole or _values(scope, "transfer-encoding"):
            headers.append((b"connection", b"close"))
        if answer.status != 204:
            headers.append((b"content-length", str(len(answer.body)).encode("ascii")))
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _answer(self, scope: Message, receive: Receive) -> tuple[Answer | None, bool]:
        """Returns the answer, and whether the body was read to its end. No answer: the sender went away."""
        receiver = self._receiver
        lengths, codings = _values(scope, "content-length"), _values(scope, "transfer-encoding")
        if len(lengths) + len(codings) > 1 or (codings and codings[0].lower() != "chunked"):
            return receiver.refuse(400, "body_incomplete"), False
        length = length_of(lengths[0]) if lengths else None
        content_type = ",".join(_values(scope, "content-type")) or None
        refused = receiver.refuse_head(scope["method"], content_type, length)
        if refused:
            return refused, False
        body = bytearray()
        try:
            is_whole = await asyncio.wait_for(self._read(receive, body), self._body_timeout)
        except asyncio.TimeoutError:
            return receiver.refuse(408, "body_timeout" if body else "body_not_received"), False
        if len(body) > receiver.max_body_bytes:
            return receiver.refuse(413, "body_too_large"), False
        if not is_whole:
            # Also what a middleware leaves behind that has read the body.
            return (None if body else receiver.refuse(400, "body_not_received")), False
        signature = ",".join(_values(scope, SIGNATURE_HEADER)) or None
        return await self._awaited.receive(bytes(body), signature), True

    async def _read(self, receive: Receive, body: bytearray) -> bool:
        """Reads the body, as soon as it is too large only its beginning. Returns whether the sender stayed."""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return False
            body += message.get("body", b"")
            if len(body) > self._receiver.max_body_bytes or not message.get("more_body", False):
                return True


def _values(scope: Message, name: str) -> list[str]:
    wanted = name.lower().encode("ascii")
    return [value.decode("latin-1").strip() for key, value in scope["headers"] if key == wanted]
