"""Verifies each delivery over the bytes that arrived, and keeps them for the handler."""

import os
from contextvars import ContextVar

from collections_contract import verify
from fastapi import FastAPI, Request, Response

MAX_BYTES = 1_000_000
raw_body: ContextVar[bytes] = ContextVar("raw_body")


def keep_bytes(app: FastAPI) -> None:
    @app.middleware("http")
    async def verified(request: Request, call_next):
        # What comes without a length (chunked) has to be limited in front of this.
        if request.url.path != "/client-webhook":
            return await call_next(request)
        if int(request.headers.get("content-length", "0")) > MAX_BYTES:
            return Response(status_code=413)
        body = await request.body()  # The stub can still read it.
        signature = ",".join(request.headers.getlist("X-Service-Signature"))
        if not verify(body, signature or None, [os.environ["WEBHOOK_SECRET"]]):
            return Response(status_code=401)
        raw_body.set(body)
        return await call_next(request)
