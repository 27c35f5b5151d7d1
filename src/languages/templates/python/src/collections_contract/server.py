"""
The receiver behind ``http.server``: bodies with a length or in chunks, as bytes, within a limit and a
deadline. It speaks plain HTTP: let a proxy in front end TLS. With a framework of yours, call
``refuse_head`` and ``receive`` of the receiver instead.
"""

from __future__ import annotations

import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .constants import SIGNATURE_HEADER
from .receiver import Answer, Receiver

_PIECE = 65_536
_LINE_MAX = 4096


class _Refused(Exception):
    def __init__(self, answer: Answer) -> None:
        self.answer = answer


class ReceiverServer(ThreadingHTTPServer):
    """One thread for each connection. ``body_timeout``: seconds for a body to arrive."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], receiver: Receiver, *, body_timeout: float = 10.0) -> None:
        self.receiver = receiver
        self.body_timeout = body_timeout
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ReceiverServer

    def setup(self) -> None:
        super().setup()
        self.connection.settimeout(self.server.body_timeout)

    def _handle(self) -> None:
        try:
            answer = self._receive()
        except _Refused as refused:
            # The rest of the body was not read, so nothing more can come over this connection.
            self.close_connection = True
            answer = refused.answer
        self.send_response_only(answer.status)
        if answer.status == 405:
            self.send_header("Allow", "POST")
        if answer.status != 204:
            self.send_header("Content-Length", "0")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()

    do_POST = do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _handle

    def _receive(self) -> Answer:
        receiver = self.server.receiver
        refused = receiver.refuse_head(self.command, self.headers.get("Content-Type"), self._length())
        if refused:
            raise _Refused(refused)
        try:
            body = self._body()
        except TimeoutError:
            raise _Refused(receiver.refuse(408, "body_timeout")) from None
        self.connection.settimeout(self.server.body_timeout)
        values = self.headers.get_all(SIGNATURE_HEADER)
        return receiver.receive(body, None if values is None else ",".join(values))

    def _length(self) -> int | None:
        texts = self.headers.get_all("Content-Length")
        if texts is None:
            return None
        if len(set(texts)) > 1 or not re.fullmatch(r"[0-9]{1,15}", texts[0]) or "Transfer-Encoding" in self.headers:
            raise self._incomplete()
        return int(texts[0])

    def _body(self) -> bytes:
        """The bytes as sent. ``http.server`` leaves chunks to its users."""
        until = time.monotonic() + self.server.body_timeout
        coding = self.headers.get("Transfer-Encoding")
        if coding is None:
            return self._read(self._length() or 0, until)
        if coding.strip().lower() != "chunked":
            raise self._incomplete()
        body = bytearray()
        while size := self._chunk_size(until):
            if len(body) + size > self.server.receiver.max_body_bytes:
                raise _Refused(self.server.receiver.refuse(413, "body_too_large"))
            body += self._read(size, until)
            if self._line(until):
                raise self._incomplete()
        while self._line(until):
            pass
        return bytes(body)

    def _chunk_size(self, until: float) -> int:
        size = self._line(until).split(b";")[0].strip()
        if not re.fullmatch(rb"[0-9a-fA-F]{1,8}", size):
            raise self._incomplete()
        return int(size, 16)

    def _read(self, size: int, until: float) -> bytes:
        pieces = bytearray()
        while len(pieces) < size:
            self._wait(until)
            piece = self.rfile.read1(min(_PIECE, size - len(pieces)))
            if not piece:
                raise self._incomplete()
            pieces += piece
        return bytes(pieces)

    def _line(self, until: float) -> bytes:
        self._wait(until)
        line = self.rfile.readline(_LINE_MAX)
        if not line.endswith(b"\n"):
            raise self._incomplete()
        return line.rstrip(b"\r\n")

    def _wait(self, until: float) -> None:
        """Each read of the socket ends with the deadline of the whole body."""
        rest = until - time.monotonic()
        if rest <= 0:
            raise TimeoutError
        self.connection.settimeout(rest)

    def _incomplete(self) -> _Refused:
        return _Refused(self.server.receiver.refuse(400, "body_incomplete"))

    def log_message(self, format: str, *args: object) -> None:
        """Requests of strangers do not belong into the log; ``on_problem`` of the receiver tells what matters."""
