"""One HTTP request over ``urllib``, within bounds of time and size. Errors say why and hold no secret."""

from __future__ import annotations

import errno
import io
import ipaddress
import re
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import wait
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from http.client import (
    HTTPConnection,
    HTTPException,
    HTTPMessage,
    HTTPResponse,
    HTTPSConnection,
    IncompleteRead,
    LineTooLong,
    RemoteDisconnected,
)
from typing import Any

from .options import check_positive
from .threads import Threads

_PIECE = 65_536
_LINES_MAX = 65_536
"""Bytes of lines before a piece of the body, or behind the last: heads, interim answers, trailers."""


class ApiError(Exception):
    """
    A call that did not succeed. ``code`` is constant, ``request`` has method and URL if one was sent, and ``status`` is
    there if an answer arrived. ``reason`` says why no answer arrived, such as ``ECONNREFUSED`` or what is wrong with
    the certificate. ``body`` and ``headers`` hold what the service sent; they can hold secrets, so they are in no
    message.
    """

    def __init__(
        self,
        code: str,
        operation: str,
        status: int | None = None,
        body: bytes = b"",
        *,
        headers: HTTPMessage | None = None,
        reason: str | None = None,
        request: str | None = None,
    ) -> None:
        sent = f", {request}" if request else ""
        answered = "" if status is None else f" was answered {status}"
        super().__init__(f"{code}: {operation}{sent}{answered}" + (f" ({reason})" if reason else ""))
        self.code = code
        self.operation = operation
        self.status = status
        self.body = body
        self.headers = headers
        self.reason = reason
        self.request = request

    @property
    def retry_after(self) -> float | None:
        """For how many seconds the service asks to wait (``Retry-After``), from the moment it is asked for."""
        text = (self.headers or HTTPMessage()).get("Retry-After", "").strip()
        if re.fullmatch(r"[0-9]{1,9}", text):
            return float(text)
        try:
            until = parsedate_to_datetime(text)
        except (TypeError, ValueError, IndexError):
            return None
        return max(0.0, (until - datetime.now(until.tzinfo and timezone.utc)).total_seconds())


@dataclass(frozen=True)
class Response:
    """An answer. The body of an error is cut off at the limit."""

    status: int
    headers: HTTPMessage
    body: bytes
    request: str

    def error(self, code: str, operation: str) -> ApiError:
        """Returns the error of a call with this answer."""
        return ApiError(code, operation, self.status, self.body, headers=self.headers, request=self.request)


class Transport:
    """
    Sends requests. ``timeout``: seconds for the whole exchange, from the name of the host to the last byte.
    ``ca_file``: certificates to trust instead of those of the system, in PEM. ``proxy``: URL of an HTTP proxy; that of
    the environment (``HTTPS_PROXY``) if left out, none if empty. Raises ``OSError`` for a file that cannot be read, and
    ``ValueError`` for numbers that are not above 0.
    """

    def __init__(self, timeout: float, limit: int, ca_file: str | None = None, proxy: str | None = None) -> None:
        check_positive("timeout", timeout)
        check_positive("max_response_bytes", limit, whole=True)
        self._timeout = timeout
        self._limit = limit
        self._context = ssl.create_default_context(cafile=ca_file)
        self._proxy = urllib.request.ProxyHandler(
            None if proxy is None else {"http": proxy, "https": proxy} if proxy else {}
        )

    def send(self, operation: str, request: urllib.request.Request) -> Response:
        """
        Returns the answer. Raises ``ApiError``: ``timeout``, ``unreachable``, ``redirect_refused``,
        ``response_too_large``.
        """
        sent = f"{request.get_method()} {request.full_url}"
        opened: list[HTTPConnection] = []
        # The time-out of a socket is for each read, and looking up a name has none.
        exchanged = Threads(1).submit(lambda: self._exchange(request, opened, sent))
        wait([exchanged], self._timeout)
        if not exchanged.done():
            _end(opened)
            raise ApiError("timeout", operation, request=sent)
        try:
            response = exchanged.result()
        except (OSError, HTTPException, ValueError) as error:
            cause = _cause(error)
            if isinstance(cause, TimeoutError):
                raise ApiError("timeout", operation, request=sent) from cause
            reason = _reason(cause) if cause else type(error).__name__
            raise ApiError("unreachable", operation, reason=reason, request=sent) from cause
        if response.status < 200:
            raise ApiError("unreachable", operation, reason=f"the answer was {response.status}", request=sent)
        if 300 <= response.status < 400:
            raise response.error("redirect_refused", operation)
        if len(response.body) > self._limit:
            response = replace(response, body=response.body[: self._limit])
            if response.status < 300:
                raise response.error("response_too_large", operation)
        return response

    def _exchange(self, request: urllib.request.Request, opened: list[HTTPConnection], sent: str) -> Response:
        until = time.monotonic() + self._timeout
        # Without the handlers of urllib, a redirect or an error is an answer like any other.
        opener = urllib.request.OpenerDirector()
        opener.add_handler(self._proxy)
        opener.add_handler(_Connections(opened, self._context))
        with opener.open(request, timeout=self._timeout) as answer:
            body = bytearray()
            while len(body) <= self._limit and time.monotonic() < until and (piece := answer.read1(_PIECE)):
                body += piece
            if time.monotonic() >= until:
                raise TimeoutError
            if len(body) <= self._limit and getattr(answer, "length", None):
                raise IncompleteRead(b"")
            return Response(int(answer.status), answer.headers, bytes(body), sent)


class _Lines(io.BufferedReader):
    """What a server sends, without lines that end early, and without endless ones."""

    _left = _LINES_MAX

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        self._left -= len(line)
        if self._left < 0:
            raise LineTooLong("head")
        if not line.endswith(b"\n"):
            raise RemoteDisconnected("the connection ended within a line")
        return line

    def read1(self, size: int = -1, /) -> bytes:
        self._left = _LINES_MAX
        return super().read1(size)


class _FinalResponse(HTTPResponse):
    """Skips interim answers: ``http.client`` takes all but 100 for the final one. Refuses a doubtful length."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fp = _Lines(self.fp.detach())

    def begin(self) -> None:
        super().begin()
        while 101 < self.status < 200:
            self.headers = self.msg = None  # type: ignore[assignment]
            super().begin()
        lengths = {one.strip() for one in ",".join(self.headers.get_all("Content-Length", ["0"])).split(",")}
        if len(lengths) > 1 or not re.fullmatch("[0-9]+", lengths.pop()):
            raise HTTPException


class _Connections(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    """Notes its connections, so that another thread can end them."""

    def __init__(self, opened: list[HTTPConnection], context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._opened = opened
        self._trusted = context

    def http_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(lambda host, **more: self._noted(HTTPConnection(host, **more)), req)

    def https_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(lambda host, **more: self._noted(HTTPSConnection(host, context=self._trusted, **more)), req)

    def _noted(self, connection: HTTPConnection) -> HTTPConnection:
        connection.response_class = _FinalResponse
        self._opened.append(connection)
        return connection


def _end(opened: list[HTTPConnection]) -> None:
    for connection in opened:
        if connection.sock:
            with suppress(OSError):
                socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)


def _cause(error: Exception) -> OSError | None:
    """What of an error can be shown: the answer of a server can hold secrets, the word of the system cannot."""
    inner = error.reason if isinstance(error, urllib.error.URLError) else error
    return inner if isinstance(inner, OSError) and not isinstance(inner, HTTPException) else None


def _reason(error: OSError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return error.verify_message
    if isinstance(error, ssl.SSLError):
        return error.reason or "TLS failed"
    if isinstance(error, socket.gaierror):
        return error.strerror or "the name cannot be looked up"
    refused = re.match(r"Tunnel connection failed: (\d{3})", str(error))
    return (
        f"the proxy answered {refused[1]}" if refused else errno.errorcode.get(error.errno or 0, type(error).__name__)
    )


def checked_url(url: str, allow_insecure_loopback: bool, operation: str) -> str:
    """Returns a base URL without the slash at its end: https, or http for this machine where that is allowed."""
    try:
        parts = urllib.parse.urlsplit(url)
        host = parts.hostname or ""
        # What urlsplit drops, and a port or path that no request can have.
        fits = url.isprintable() and " " not in url and parts.path.isascii() and parts.port != 0
    except ValueError:
        raise ApiError("base_url_invalid", operation) from None
    fits = fits and not ("?" in url or "#" in url or "@" in parts.netloc)
    if parts.scheme not in ("http", "https") or not host or not fits:
        raise ApiError("base_url_invalid", operation)
    if parts.scheme == "http" and not (allow_insecure_loopback and _is_loopback(host)):
        raise ApiError("insecure_url", operation)
    return url.rstrip("/")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
