"""The client for asyncio, and what vectors/client.json does not say of the other one."""

import asyncio
import unittest
from base64 import b64encode
from typing import Any

from collections_contract import (
    ApiError,
    AppWebhookWrite,
    AsyncClient,
    Client,
    ClientWebhookCreate,
    exchange_authorization_code_async,
)
from tests.test_client_vectors import Server

WEBHOOK = ClientWebhookCreate(client="/c/1", name="n", events=["e"], url="https://hooks.example.com/")
APP_WEBHOOK = AppWebhookWrite(
    app="/a/1", webhook_url="https://hooks.example.com/", events=["e"], response_handling_type=2, active=True
)
ANSWER = b'{"secret":"s","token_type":"Bearer","expires_in":1,"access_token":"a","refresh_token":"r"}'


class Calls(unittest.TestCase):
    def test_the_client_for_asyncio_makes_the_same_calls(self) -> None:
        server = Server()
        self.addCleanup(server.close)
        server.answers = [b64encode(b"HTTP/1.1 200 X\r\n\r\n" + ANSWER).decode()] * 4
        server.answers.append(b64encode(b"HTTP/1.1 422 X\r\n\r\nhidden").decode())
        client = AsyncClient(server.url, "token-1", allow_insecure_loopback=True)

        async def calls() -> tuple[Any, ...]:
            fields = {"code": "c", "client_id": "i", "client_secret": "s", "redirect_uri": "https://app.example.com/"}
            tokens = await exchange_authorization_code_async(server.url, **fields, allow_insecure_loopback=True)
            both = await asyncio.gather(client.create_client_webhook(WEBHOOK), client.create_app_webhook(APP_WEBHOOK))
            return tokens.access_token, both[0].secret, await client.list_app_webhooks(7)

        token, secret, listed = asyncio.run(calls())
        self.assertEqual((token, secret, listed["expires_in"], len(server.sent)), ("a", "s", 1, 4))
        with self.assertRaises(ApiError) as caught:
            asyncio.run(client.create_app_webhook(APP_WEBHOOK))
        self.assertEqual(caught.exception.code, "request_rejected")

    def test_plain_http_is_for_tests_that_say_so(self) -> None:
        with self.assertRaises(ApiError) as caught:
            Client("http://127.0.0.1:1", "t")
        self.assertEqual(caught.exception.code, "insecure_url")
