"""The receiver as a WSGI application, and bodies that do not arrive."""

import io
import unittest
from typing import Any

from collections_contract import SIGNATURE_HEADER, MemoryStore, Receiver, sign
from collections_contract.wsgi import WebhookApp
from tests.test_receiver import SECRET, payment


class Broken(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        raise OSError("the connection broke")


class Connection(io.BytesIO):
    def seekable(self) -> bool:
        return False


class Serving(unittest.TestCase):
    def setUp(self) -> None:
        self.paid: list[int] = []
        self.problems: list[str] = []
        self.app = WebhookApp(
            Receiver(
                [SECRET],
                lambda payment, _: self.paid.append(payment.id),
                store=MemoryStore(),
                max_body_bytes=2000,
                on_problem=lambda problem: self.problems.append(problem.code),
            )
        )

    def call(self, body: bytes, arrives: io.BytesIO | None = None, **environ: Any) -> tuple[str, dict[str, str], bytes]:
        name = "HTTP_" + SIGNATURE_HEADER.upper().replace("-", "_")
        given = {"CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(body)), name: sign(body, SECRET)}
        told: list[Any] = []
        environ = {"REQUEST_METHOD": "POST", "wsgi.input": arrives or io.BytesIO(body), **given, **environ}
        body = b"".join(self.app(environ, lambda *head: told.extend(head)))
        return told[0], dict(told[1]), body

    def test_a_payment_is_handled(self) -> None:
        self.assertEqual(self.call(payment(1)), ("204 No Content", {}, b""))
        chunked: dict[str, Any] = {"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}
        self.assertEqual(self.call(payment(2), **chunked)[0], "204 No Content")  # as behind Hypercorn and Tornado
        chunked["wsgi.input_terminated"] = True
        self.assertEqual(self.call(payment(3), Connection(payment(3)), **chunked)[0], "204 No Content")
        read = io.BytesIO(payment(4))
        read.seek(9)
        self.assertEqual(self.call(payment(4), read)[0], "204 No Content")
        self.assertEqual(self.paid, [1, 2, 3, 4])

    def test_a_coroutine_is_refused_at_once(self) -> None:
        async def later(*_: Any) -> None:
            pass

        for options in ({"on_payment": later}, {"on_payment": print, "on_unknown": later}):
            with self.assertRaises(TypeError):
                WebhookApp(Receiver([SECRET], store=MemoryStore(), **options))

    def test_a_refusal_says_its_code(self) -> None:
        status, headers, body = self.call(payment(1), REQUEST_METHOD="PUT")
        self.assertEqual((status, body), ("405 Method Not Allowed", b'{"code":"method_not_allowed"}'))
        told = {"Content-Type": "application/json", "Allow": "POST", "Content-Length": str(len(body))}
        self.assertEqual(headers, told)

    def test_a_body_that_does_not_arrive_has_a_code_of_its_own(self) -> None:
        chunked = {"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}
        self.call(payment(1), Connection(payment(1)), **chunked)  # of a server that does not say where chunks end
        self.call(payment(1), io.BytesIO())  # read by a middleware
        self.call(payment(1), io.BytesIO(payment(1)[:9]))
        self.call(payment(1), Broken())
        self.assertEqual(self.problems, ["body_not_received"] * 2 + ["body_incomplete"] * 2)

    def test_a_body_is_read_up_to_the_limit(self) -> None:
        for extra in (0, 1):
            body = payment(1, pad="x" * (2000 - len(payment(1, pad="")) + extra))
            for environ in ({}, {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}):
                self.assertEqual(self.call(body, **environ)[0][:3], "413" if extra else "204")
