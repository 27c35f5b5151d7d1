"""The receiver as a handler of aiohttp: ``app.router.add_post("/hooks/payments", webhook_handler(receiver))``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from .asgi import AsyncReceiver
from .constants import SIGNATURE_HEADER
from .delivery import Answer
from .options import check_positive
from .receiver import Receiver


def webhook_handler(
    receiver: Receiver, *, body_timeout: float = 10.0, **options: Any
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """
    Returns a handler that takes deliveries. ``body_timeout``: seconds for a body to arrive. ``options``: those of
    ``AsyncReceiver``. A request that aiohttp cancels is handled to its end.
    """
    check_positive("body_timeout", body_timeout)
    awaited = AsyncReceiver(receiver, **options)

    async def answer_to(request: web.Request) -> Answer:
        content_type = ",".join(request.headers.getall("Content-Type", ())) or None
        refused = receiver.refuse_head(request.method, content_type, request.content_length)
        if refused:
            return refused
        try:
            body = await asyncio.wait_for(request.read(), body_timeout)
        except asyncio.TimeoutError:
            return receiver.refuse(408, "body_timeout")
        except web.HTTPRequestEntityTooLarge:
            return receiver.refuse(413, "body_too_large")
        return await awaited.receive(body, ",".join(request.headers.getall(SIGNATURE_HEADER, ())) or None)

    async def handler(request: web.Request) -> web.Response:
        answer = await answer_to(request)
        return web.Response(status=answer.status, body=answer.body, headers=answer.headers)

    return handler
