"""The client for asyncio, and what vectors/client.json does not say of the other one."""

import asyncio
import unittest
from typing import Any

from collections_contract import (
    ApiError,
    AppWebhookWrite,
    AsyncClient,
    ClientWebhookCreate,
    exchange_authorization_code_async,
)
from tests.test_client_vectors import answers, sent, serving

WEBHOOK = ClientWebhookCreate(client="/c/1", name="n", events=["e"], url="https://hooks.example.com/")
APP_WEBHOOK = AppWebhookWrite(
    app="/a/1", webhook_url="https://hooks.example.com/", events=["e"], response_handling_type=2, active=True
)
ANSWER = '{"secret":"s","token_type":"Bearer","expires_in":1,"access_token":"a","refresh_token":"r"}'


class Calls(unittest.TestCase):
    def test_the_client_for_asyncio_makes_the_same_calls(self) -> None:
        answers[:] = [f"HTTP/1.1 200 X\r\n\r\n{ANSWER}"] * 4
        answers.append("HTTP/1.1 422 X\r\n\r\nhidden")
        sent.clear()

        async def calls(url: str) -> tuple[Any, ...]:
            fields = {"code": "c", "client_id": "i", "client_secret": "s", "redirect_uri": "https://app.example.com/"}
            client = AsyncClient(url, "token-1", allow_insecure_loopback=True)
            tokens = await exchange_authorization_code_async(url, **fields, allow_insecure_loopback=True)
            both = await asyncio.gather(client.create_client_webhook(WEBHOOK), client.create_app_webhook(APP_WEBHOOK))
            listed = await client.list_app_webhooks(7)
            with self.assertRaises(ApiError) as caught:
                await client.create_app_webhook(APP_WEBHOOK)
            return tokens.access_token, both[0].secret, listed["expires_in"], len(sent), caught.exception.code

        with serving() as url:
            self.assertEqual(asyncio.run(calls(url)), ("a", "s", 1, 5, "request_rejected"))
