"""The client against servers that are slow, closed, untrusted, or behind a proxy."""

import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from collections_contract import ApiError, Client
from collections_contract.transport import ApiError as TransportError
from tests.test_client_vectors import answers, sent, serving

OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]"


def endless(first: bytes, piece: bytes, pause: float = 0.0) -> Callable[[Any], None]:
    def talk(connection: Any) -> None:
        connection.write(first)
        while True:
            time.sleep(pause)
            connection.write(piece)

    return talk


class Talking(unittest.TestCase):
    def serve(self, answer: str | Callable[[Any], object], context: ssl.SSLContext | None = None) -> str:
        """Returns the URL of a server whose next answers are this one."""
        answers[:], sent[:] = [answer] * 9, []
        server = ExitStack()
        self.addCleanup(server.close)
        return server.enter_context(serving(context))

    def error(self, client: Client) -> ApiError:
        with self.assertRaises(ApiError) as caught:
            client.list_app_webhooks(1)
        self.assertNotIn("token-1", f"{caught.exception} {caught.exception!r}")
        return caught.exception


class Waiting(Talking):
    def test_the_time_out_is_for_the_whole_call(self) -> None:
        for first in (b"", b"HTTP/1.1 200 OK\r\nX-Slow: ", b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"):
            url = self.serve(endless(first, b"x", 0.05))
            client = Client(url, "token-1", timeout=0.5, allow_insecure_loopback=True)
            begun = time.monotonic()
            self.assertEqual(self.error(client).code, "timeout")
            self.assertLess(time.monotonic() - begun, 10)
            # Nothing of the exchange goes on.
            while any(one.name == "webhook" for one in threading.enumerate()):
                self.assertLess(time.monotonic() - begun, 10)
                time.sleep(0.01)


class Failing(Talking):
    def client(self, url: str) -> Client:
        return Client(url, "token-1", allow_insecure_loopback=True)

    def test_causes_are_told_apart(self) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as taken:
            closed = f"http://127.0.0.1:{taken.getsockname()[1]}"
        cut = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]"
        reasons = [
            self.error(self.client(closed)),
            self.error(Client("https://no-such-host.invalid", "token-1")),
            self.error(Client("https://no..host.invalid", "token-1")),
            self.error(Client(self.serve(OK).replace("http", "https"), "token-1")),
            self.error(self.client(self.serve("hidden\r\n\r\n"))),
            self.error(self.client(self.serve(cut))),
        ]
        self.assertEqual({one.code for one in reasons}, {"unreachable"})
        self.assertEqual(len({one.reason for one in reasons}), len(reasons))
        told = f"unreachable: listAppWebhooks, GET {closed}/api/apps/1/app_webhooks (ECONNREFUSED)"
        self.assertEqual(str(reasons[0]), told)
        self.assertIsInstance(reasons[0].__cause__, ConnectionRefusedError)
        self.assertNotIn("hidden", "".join(map(repr, reasons)))

    def test_a_server_that_sends_for_ever_is_left(self) -> None:
        head, chunked = b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2"
        floods = [(b"", b"HTTP/1.1 103 X\r\n\r\n"), (head, b"X: a\r\n"), (head + b"X: ", b"a"), (chunked + b";", b"a")]
        for first, piece in [*floods, (chunked + b"\r\n[]\r\n0\r\n", b"X: a\r\n")]:
            error = self.error(self.client(self.serve(endless(first, piece * 1000))))
            self.assertEqual(error.code, "unreachable", first)

    def test_an_error_has_the_headers_of_the_answer(self) -> None:
        def refuse(value: str) -> ApiError:
            answer = f"HTTP/1.1 429 Slow\r\nRetry-After: {value}\r\nContent-Length: 0\r\n\r\n"
            return self.error(self.client(self.serve(answer)))

        error = refuse("7")
        self.assertEqual(
            (error.status, error.headers and error.headers["retry-after"], error.retry_after), (429, "7", 7.0)
        )
        in_the_past = refuse("Wed, 21 Oct 2015 07:28:00 GMT").retry_after
        self.assertEqual((in_the_past, refuse("soon").retry_after), (0.0, None))
        self.assertIs(ApiError, TransportError)

    def test_a_proxy_is_asked(self) -> None:
        proxy = self.serve("HTTP/1.1 407 Authenticate\r\n\r\n")
        error = self.error(Client("https://api.example.com", "token-1", proxy=proxy))
        self.assertEqual((error.code, error.reason), ("unreachable", "the proxy answered 407"))
        self.assertEqual(sent, [{"method": "CONNECT", "path": "api.example.com:443", "codings": False}])


@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
class Trusting(Talking):
    def test_a_certificate_is_trusted_if_its_file_is_given(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            certificate, key = str(Path(folder, "cert.pem")), str(Path(folder, "key.pem"))
            made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost"
            files = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]
            subprocess.run([*made.split(), *files], check=True, capture_output=True)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            url = self.serve(OK, context)
            self.assertEqual(Client(url, "token-1", ca_file=certificate).list_app_webhooks(1), [])
            error = self.error(Client(url, "token-1"))
            self.assertIn("self", error.reason or "")
            self.assertIsInstance(error.__cause__, ssl.SSLCertVerificationError)
        with self.assertRaises(OSError):
            Client(url, "token-1", ca_file=certificate)
