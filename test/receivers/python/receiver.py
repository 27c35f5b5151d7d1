"""A receiver of client webhook deliveries with Python's standard library."""

import hashlib
import hmac
import json
import os
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"].encode()
PROCESSED = os.environ["PROCESSED"]
EVENT = "case_file.payment.confirmed"
MAX_BYTES = 1 << 20
lock = threading.Lock()


def is_signed(raw, header):
    """The prefix, then the HMAC of the raw bytes in hex, compared in constant time."""
    match = re.fullmatch(r"sha256=([0-9a-fA-F]{64})", header or "")
    expected = hmac.new(SECRET, raw, hashlib.sha256).hexdigest()
    return match is not None and hmac.compare_digest(match[1].lower(), expected)


def take_effect_once(effect):
    """The lock spans the look and the note, so that simultaneous repetitions count once."""
    line = json.dumps(effect, separators=(",", ":")) + "\n"
    with lock, open(PROCESSED, "a+", encoding="utf-8") as file:
        file.seek(0)
        if line not in file.readlines():
            file.write(line)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_POST(self):
        try:
            raw = self.read_body()
        except ValueError:
            return self.answer(400)
        if raw is None:
            return self.answer(413)
        if not is_signed(raw, self.headers.get("X-Service-Signature")):
            return self.answer(401)
        try:
            payload = json.loads(raw.decode("utf-8"))
            identifier, event = payload["id"], payload["@event"]
        except (ValueError, KeyError, TypeError):
            return self.answer(400)
        if type(identifier) is not int:
            return self.answer(400)
        if event == EVENT:
            take_effect_once({"id": identifier, "event": event})
        return self.answer(204)

    def read_body(self):
        """The bytes as sent; None if there are too many. http.server leaves chunks to its users."""
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            length = int(self.headers.get("Content-Length") or 0)
            return self.rfile.read(length) if length <= MAX_BYTES else None
        raw = b""
        while size := int(self.rfile.readline(100).split(b";")[0], 16):
            if len(raw) + size > MAX_BYTES:
                return None
            raw += self.rfile.read(size)
            self.rfile.readline(3)
        while self.rfile.readline(1000) not in (b"\r\n", b"\n", b""):
            pass
        return raw

    def answer(self, status):
        if status in (400, 413):
            self.close_connection = True
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


Server(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
