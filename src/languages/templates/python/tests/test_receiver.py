"""The receiver and its ASGI application: what is handed over, what is refused, and when it answers."""

import asyncio
import json
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import is_dataclass

from collections_contract import (
    CASE_FILE_PAYMENT_CONFIRMED,
    SIGNATURE_HEADER,
    Delivery,
    MemoryStore,
    PaymentSnapshot,
    Problem,
    Receiver,
    sign,
)
from collections_contract.asgi import WebhookApp

SECRET = "<WEBHOOK_SECRET>"
OLD_SECRET = "<OLD_SECRET>"


class Handing(unittest.TestCase):
    def setUp(self) -> None:
        self.handled: list[int] = []
        self.problems: list[str] = []

    def receiver(self, **options: object) -> Receiver:
        options = {"secrets": [OLD_SECRET, SECRET], "max_body_bytes": 2000, "store": MemoryStore(), **options}
        return Receiver(on_payment=self.handle, on_problem=self.note, **options)

    def note(self, problem: Problem) -> None:
        self.problems.append(problem.code)

    def handle(self, payment: PaymentSnapshot, delivery: Delivery) -> None:
        self.handled.append(payment.id)


class Receiving(Handing):
    def test_a_payment_is_handed_over_once(self) -> None:
        receiver = self.receiver()
        with ThreadPoolExecutor(8) as pool:
            answers = set(pool.map(lambda _: post(receiver, payment(1)), range(16)))
        self.assertEqual((answers - {503}, self.handled, post(receiver, payment(1))), ({204}, [1], 204))

    def test_the_store_forgets_the_oldest(self) -> None:
        store, new = MemoryStore(2), []
        for key in "abcca":
            with store.once(key) as is_new:
                new.append(is_new)
        self.assertEqual(new, [True, True, True, False, True])


class Serving(Handing):
    def call(self, messages: list[dict], method: str = "POST", **headers: object) -> tuple[int, dict]:
        """Returns the answer to a request whose body arrives in these messages; nothing comes after them."""
        body = b"".join(message.get("body", b"") for message in messages)
        given = {"content_type": "application/json", SIGNATURE_HEADER: sign(body, SECRET), **headers}
        pairs = [
            (name.lower().replace("_", "-").encode(), str(value).encode())
            for name, values in given.items()
            for value in (values if isinstance(values, list) else [values])
        ]
        return asyncio.run(self.answer({"type": "http", "method": method, "headers": pairs}, list(messages)))

    async def answer(self, scope: dict, messages: list[dict]) -> tuple[int, dict]:
        sent: list[dict] = []

        async def receive() -> dict:
            if not messages:
                await asyncio.sleep(60)
            return messages.pop(0)

        async def send(message: dict) -> None:
            sent.append(message)

        await WebhookApp(self.receiver(), body_timeout=0.2)(scope, receive, send)
        self.body = b"".join(one.get("body", b"") for one in sent)
        return (sent[0]["status"], dict(sent[0]["headers"])) if sent else (0, {})

    def test_takes_a_body_in_pieces_and_closes_after_chunks(self) -> None:
        body = payment(1)
        pieces = [whole(body[:9], more=True), whole(body[9:])]
        self.assertEqual(self.call(pieces, content_length=len(body)), (204, {}))
        self.assertEqual(self.call(pieces, transfer_encoding="chunked"), (204, {b"connection": b"close"}))
        self.assertEqual(self.handled, [1, 1])

    def test_ends_a_body_that_does_not_arrive(self) -> None:
        status, headers = self.call([whole(b"{", more=True)], content_length=900)
        self.assertEqual((status, headers[b"connection"], self.problems), (408, b"close", ["body_timeout"]))

    def test_says_when_no_byte_of_a_body_arrived(self) -> None:
        length = len(payment(1))
        self.assertEqual(self.call([], content_length=length)[0], 408)
        self.assertEqual(self.call([{"type": "http.disconnect"}], content_length=length)[0], 400)
        self.assertEqual(self.problems, ["body_not_received"] * 2)

    def test_no_framework_makes_a_body_of_an_answer(self) -> None:
        answer = Receiver([SECRET], lambda _payment, _delivery: None).receive(b"{}", None)
        self.assertFalse(is_dataclass(answer))
        for made in (json.dumps, dict, vars, str):
            self.assertRaises(TypeError, made, answer)

    def test_a_refusal_says_its_code(self) -> None:
        status, headers = self.call([whole(payment(1))], method="PUT")
        self.assertEqual((status, headers[b"allow"], headers[b"content-type"]), (405, b"POST", b"application/json"))
        self.assertEqual((self.body, headers[b"content-length"]), (b'{"code":"method_not_allowed"}', b"29"))

    def test_stops_reading_a_body_that_is_too_large(self) -> None:
        self.assertEqual(self.call([whole(b"x" * 2001, more=True)])[0], 413)
        self.assertEqual(self.call([], content_length=2001)[0], 413)

    def test_answers_nobody_who_went_away(self) -> None:
        self.assertEqual(self.call([whole(payment(1), more=True), {"type": "http.disconnect"}])[0], 0)
        self.assertEqual(self.handled, [])

    def test_refuses_ambiguous_heads(self) -> None:
        body = payment(2)
        for headers in (
            {"content_length": len(body), "transfer_encoding": "chunked"},
            {"transfer_encoding": ["chunked", "chunked"]},
            {"transfer_encoding": "chunked, chunked"},
            {"content_length": [len(body), 5]},
        ):
            self.assertEqual(self.call([whole(body)], **headers)[0], 400, headers)
        twice = {SIGNATURE_HEADER: [sign(body, SECRET), sign(body, SECRET)]}
        self.assertEqual(self.call([whole(body)], **twice)[0], 401)
        self.assertEqual(self.handled, [])


def whole(body: bytes, more: bool = False) -> dict:
    return {"type": "http.request", "body": body, "more_body": more}


def post(receiver: Receiver, body: bytes) -> int:
    return receiver.receive(body, sign(body, SECRET)).status


def payment(identifier: object, **more: object) -> bytes:
    return json.dumps({"@event": CASE_FILE_PAYMENT_CONFIRMED, "id": identifier, **more}).encode("utf-8")
