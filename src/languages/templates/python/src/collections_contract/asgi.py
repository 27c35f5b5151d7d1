"""
The receiver as an ASGI application, for Granian, Hypercorn, Uvicorn and every framework that mounts one.

A body has to arrive within a limit and a deadline. The server in front limits the time for a head: Granian by its
header read timeout. Uvicorn has no such limit, so put a reverse proxy with one before it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .constants import SIGNATURE_HEADER
from .receiver import Answer, Receiver

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class WebhookApp:
    """
    An ASGI application that answers 2xx only after the payment was handed over.

    ``body_timeout``: seconds for a body to arrive. ``threads``: how many handlers run at the same time; further
    deliveries wait.
    """

    def __init__(self, receiver: Receiver, *, body_timeout: float = 10.0, threads: int = 8) -> None:
        self._receiver = receiver
        self._body_timeout = body_timeout
        self._threads = ThreadPoolExecutor(threads, "webhook")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        answer, is_whole = await self._answer(scope, receive)
        if answer is None:
            return
        headers = [(b"allow", b"POST")] if answer.status == 405 else []
        # What is left of a body must not be read as the next request. The same goes for whatever follows chunks.
        if not is_whole or _values(scope, "transfer-encoding"):
            headers.append((b"connection", b"close"))
        if answer.status != 204:
            headers.append((b"content-length", b"0"))
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    async def _answer(self, scope: Message, receive: Receive) -> tuple[Answer | None, bool]:
        """Returns the answer, and whether the body was read to its end. No answer: the sender went away."""
        receiver = self._receiver
        lengths, codings = _values(scope, "content-length"), _values(scope, "transfer-encoding")
        if len(lengths) + len(codings) > 1 or (codings and codings[0].lower() != "chunked"):
            return receiver.refuse(400, "body_incomplete"), False
        length = int(lengths[0]) if lengths and lengths[0].isdecimal() else None
        content_type = ",".join(_values(scope, "content-type")) or None
        refused = receiver.refuse_head(scope["method"], content_type, length)
        if refused:
            return refused, False
        try:
            body = await asyncio.wait_for(self._body(receive), self._body_timeout)
        except asyncio.TimeoutError:
            return receiver.refuse(408, "body_timeout"), False
        if body is None:
            return None, False
        if len(body) > receiver.max_body_bytes:
            return receiver.refuse(413, "body_too_large"), False
        signature = ",".join(_values(scope, SIGNATURE_HEADER)) or None
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, receiver.receive, body, signature), True

    async def _body(self, receive: Receive) -> bytes | None:
        """Returns the body, as soon as it is too large only its beginning, or ``None`` if the sender went away."""
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            if len(body) > self._receiver.max_body_bytes or not message.get("more_body", False):
                return bytes(body)


def _values(scope: Message, name: str) -> list[str]:
    wanted = name.lower().encode("ascii")
    return [value.decode("latin-1").strip() for key, value in scope["headers"] if key == wanted]
