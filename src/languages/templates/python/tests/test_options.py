"""What could never work is refused where it is given."""

import math
import sqlite3
import unittest
from collections.abc import Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

from collections_contract import (
    ApiError,
    AsyncReceiver,
    Client,
    ClientWebhookCreate,
    LabelledSecret,
    MemoryStore,
    OwnedSecrets,
    Receiver,
    exchange_authorization_code,
)
from collections_contract.asgi import WebhookApp
from collections_contract.sql import SqliteStore, SqlStore
from tests.test_receiver import SECRET, payment

HERE = "http://127.0.0.1:1"


def handler(payment: Any, delivery: Any) -> None:
    pass


def receiver(on_payment: Any = handler, **options: Any) -> Receiver:
    return Receiver([SECRET], on_payment, store=MemoryStore(), **options)


def client(url: str = HERE, **options: Any) -> Client:
    return Client(url, "token-1", allow_insecure_loopback=True, **options)


class Options(unittest.TestCase):
    def test_numbers_are_above_0(self) -> None:
        made = {
            receiver: ["max_body_bytes"],
            partial(AsyncReceiver, receiver()): ["handler_timeout", "threads"],
            partial(WebhookApp, receiver()): ["body_timeout", "handler_timeout", "threads"],
            MemoryStore: ["limit"],
            partial(SqlStore, lambda: None): ["timeout"],
            partial(SqliteStore, ":memory:"): ["timeout"],
            client: ["timeout", "max_response_bytes"],
        }
        for make, names in made.items():
            for name in names:
                make(**{name: 1})
                for value in (0, -1, math.nan, math.inf, None, "1", True):
                    with self.subTest(option=name, value=value), self.assertRaisesRegex(ValueError, name):
                        make(**{name: value})

    def test_a_database_that_is_not_for_the_store_is_refused_when_its_table_is_made(self) -> None:
        with patch("sqlite3.paramstyle", "format"), self.assertRaisesRegex(TypeError, "for SQLite and PostgreSQL"):
            SqlStore(partial(sqlite3.connect, ":memory:")).migrate()

    def test_functions_take_what_they_get(self) -> None:
        def decorated(*arguments: Any) -> None:
            pass

        decorated.__wrapped__ = lambda session, payment, delivery: None  # type: ignore[attr-defined]
        for taken in (handler, decorated, print, max, lambda payment, delivery=None: None):
            receiver(taken)

        def generator(*_: Any) -> Iterator[None]:
            yield

        async def coroutine(*_: Any) -> str:
            return "x"

        wrong = [lambda payment: None, lambda a, b, c: None, lambda *, payment: None, [].append, 5, None]
        for refused in (*wrong, generator, partial(generator)):
            self.assertRaises(TypeError, receiver, refused)
        for name in ("key", "on_unknown", "on_accepted", "on_problem"):
            for refused in (lambda: None, lambda a, b: None, generator, "id", *[coroutine][name == "on_unknown" :]):
                self.assertRaises(TypeError, receiver, **{name: refused})
        for refused in (lambda request: [SECRET], coroutine):
            self.assertRaises(TypeError, Receiver, refused, handler)

    def test_what_is_no_list_of_secrets_is_refused_at_once_and_not_quoted(self) -> None:
        owned = OwnedSecrets("a", "hidden")
        for secrets in (owned, ["hidden\udcff"], [LabelledSecret("a", "hidden", 5)], {"hidden": "s"}, 1, "hidden"):
            with self.assertRaises(ValueError) as caught:
                Receiver(secrets, handler)
            self.assertNotIn("hidden", str(caught.exception))

    def test_bodies_are_bytes_and_lengths_are_numbers(self) -> None:
        for body in (payment(1).decode(), None, 5):
            self.assertRaisesRegex(TypeError, "body_not_bytes", receiver().receive, body, "")
        self.assertEqual(receiver().receive(memoryview(b"{}"), None).code, "signature_missing")
        for length, code in {"": None, "abc": None, "1048577": "body_too_large", "9" * 5000: "body_too_large"}.items():
            answer = receiver().refuse_head("POST", "application/json", length)
            self.assertEqual(answer and answer.code, code, length)

    def test_clients_and_requests(self) -> None:
        for header in (("X: y", ""), ("", ""), ("X\r\nY", ""), ("X", "a\r\nY: b"), ("X", "ä")):
            with self.assertRaises(ValueError) as caught:
                client(token_header=header)
            self.assertNotIn("token-1", str(caught.exception))
        for url in ("/a b", "/\r\nX: y", "/ä"):
            self.assertEqual(self.code(lambda: client(HERE + url)), "base_url_invalid", url)  # noqa: B023
        for url in ("http://127.0.0.1:x", "http://127.0.0.1:0"):
            self.assertEqual(self.code(lambda: client(url)), "base_url_invalid", url)  # noqa: B023
        webhook = ClientWebhookCreate(client="/c/1", name="n", events=["e"], url="u", extra={"rate": math.nan})
        secret = {"code": "c", "client_id": "i", "client_secret": "\ud800", "redirect_uri": "r"}
        for call in (
            lambda: client().create_client_webhook(webhook),
            lambda: client().list_app_webhooks("\ud800"),
            lambda: exchange_authorization_code(HERE, **secret, allow_insecure_loopback=True),
        ):
            self.assertEqual(self.code(call), "request_invalid")

    def code(self, call: Any) -> str:
        with self.assertRaises(ApiError) as caught:
            call()
        return caught.exception.code
