"""
The receiver as a WSGI application, for Gunicorn, mod_wsgi, Waitress and every framework that mounts one.

It runs plain handlers; for asynchronous ones use ``WebhookApp`` of ``collections_contract.asgi``. A reverse proxy in
front has to buffer requests and limit their time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from io import BytesIO
from typing import Any

from .constants import SIGNATURE_HEADER
from .delivery import Answer, length_of
from .receiver import Receiver
from .results import Wait

Environ = dict[str, Any]


class WebhookApp:
    """
    A WSGI application that answers 2xx only after the payment was handed over. Raises ``TypeError`` for a receiver with
    asynchronous handlers.
    """

    def __init__(self, receiver: Receiver) -> None:
        receiver.check_plain()
        self._receiver = receiver

    def __call__(self, environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        answer = receive(self._receiver, environ)
        headers = {**answer.headers, "Content-Length": str(len(answer.body))}
        if answer.status == 204:
            del headers["Content-Length"]
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", list(headers.items()))
        return [answer.body]


def receive(receiver: Receiver, environ: Environ, wait: Wait | None = None) -> Answer:
    """
    Returns the answer to the request of a WSGI environment. Never raises. What has read the body before keeps it, as
    Flask and Bottle do, or the code is ``body_not_received``.
    """
    length = length_of(environ.get("CONTENT_LENGTH"))
    refused = receiver.refuse_head(environ["REQUEST_METHOD"], environ.get("CONTENT_TYPE"), length)
    if refused:
        return refused
    try:
        stream, request = environ["wsgi.input"], environ.get("werkzeug.request")
        is_kept = hasattr(stream, "seekable") and stream.seekable()
        # Without a length, a connection that the server does not end would let us wait for ever.
        most = receiver.max_body_bytes + 1 if environ.get("wsgi.input_terminated") or is_kept else length or 0
        if request and length is not None:
            stream = BytesIO(request.get_data())
        elif is_kept:
            stream.seek(0)
        body = _read(stream, most if length is None else min(most, length))
        if request and not body:
            body = _read(BytesIO(request.get_data()), most)  # A body in chunks that Flask has kept.
    except TimeoutError:
        return receiver.refuse(408, "body_timeout")
    except Exception:  # Each server has an exception of its own for a connection that broke or bytes that are not HTTP.
        return receiver.refuse(400, "body_incomplete")
    if length is not None and len(body) != length:
        return receiver.refuse(400, "body_incomplete" if body else "body_not_received")
    return receiver.receive(body, environ.get(f"HTTP_{SIGNATURE_HEADER.upper().replace('-', '_')}"), wait)


def _read(stream: Any, size: int) -> bytes:
    body = bytearray()
    while len(body) < size and (piece := stream.read(size - len(body))):
        body += piece
    return bytes(body)
