"""The receiver over real HTTP: what is handed over, what is refused, and what is answered when."""

import http.client
import json
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

from collections_contract import CASE_FILE_PAYMENT_CONFIRMED, SIGNATURE_HEADER, PaymentSnapshot, Receiver, sign
from collections_contract.server import ReceiverServer

SECRET = "<WEBHOOK_SECRET>"


class Receiving(unittest.TestCase):
    def setUp(self) -> None:
        self.handled: list[int] = []
        self.failures = 0
        receiver = Receiver(["<OLD_SECRET>", SECRET], self.handle, max_body_bytes=2000)
        self.server = ReceiverServer(("127.0.0.1", 0), receiver, body_timeout=0.5)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def handle(self, payment: PaymentSnapshot) -> None:
        if self.failures > 0:
            self.failures -= 1
            raise OSError("disk full")
        self.handled.append(payment.id)

    def post(
        self, body: bytes, method: str = "POST", chunked: bool = False, headers: dict[str, str] | None = None
    ) -> int:
        headers = {"Content-Type": "application/json", SIGNATURE_HEADER: sign(body, SECRET), **(headers or {})}
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=5)
        try:
            connection.request(method, "/", iter([body[:9], body[9:]]) if chunked else body, headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def test_a_payment_is_handed_over_once(self) -> None:
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: self.post(payment(1)), range(16)))
        self.assertEqual((set(answers), self.handled), ({204}, [1]))

    def test_chunks_and_unknown_members_are_taken(self) -> None:
        self.assertEqual(self.post(payment(2, later={"a": [1]}), chunked=True), 204)
        self.assertEqual(self.handled, [2])

    def test_unknown_events_are_acknowledged(self) -> None:
        self.assertEqual(self.post(payment(3, **{"@event": "case_file.closed"})), 204)
        self.assertEqual(self.handled, [])

    def test_a_failed_hand_over_is_no_success_and_comes_again(self) -> None:
        self.failures = 1
        self.assertEqual([self.post(payment(4)), self.post(payment(4))], [500, 204])
        self.assertEqual(self.handled, [4])

    def test_what_is_refused(self) -> None:
        body = payment(5)
        self.assertEqual(self.post(body, headers={SIGNATURE_HEADER: sign(body + b" ", SECRET)}), 401)
        self.assertEqual(self.post(body, headers={SIGNATURE_HEADER: ""}), 401)
        self.assertEqual(self.post(b"{"), 400)
        self.assertEqual(self.post(b'{"@event":"\xff"}'), 400)
        self.assertEqual(self.post(b"[" * 1900), 400)
        self.assertEqual(self.post(b"[]"), 422)
        self.assertEqual(self.post(payment("5")), 422)
        self.assertEqual(self.post(body, headers={"Content-Type": "text/plain"}), 415)
        self.assertEqual(self.post(body, method="PUT"), 405)
        self.assertEqual(self.post(payment(5, pad="x" * 2000)), 413)
        self.assertEqual(self.post(payment(5, pad="x" * 2000), chunked=True), 413)
        self.assertEqual(self.post(body, headers={"Content-Length": "900"}), 408)
        self.assertEqual(self.post(body, headers={"Content-Length": "-1"}), 400)
        self.assertEqual(self.post(body, headers={"Content-Length": str(len(body)), "content-length": "9"}), 400)
        self.assertEqual(self.handled, [])


class Options(unittest.TestCase):
    def test_empty_secrets_are_refused_at_once(self) -> None:
        for secrets in ([], [""], ["a", ""], "text"):
            with self.assertRaises(ValueError):
                Receiver(secrets, lambda payment: None)


def payment(identifier: object, **more: object) -> bytes:
    return json.dumps({"@event": CASE_FILE_PAYMENT_CONFIRMED, "id": identifier, **more}).encode("utf-8")
