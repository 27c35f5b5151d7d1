"""The client against a server that answers what the test wants, over real HTTP."""

import asyncio
import json
import threading
import unittest
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from collections_contract import (
    ApiError,
    AppWebhookWrite,
    AsyncClient,
    Client,
    ClientWebhookCreate,
    exchange_authorization_code,
    exchange_authorization_code_async,
)

WEBHOOK = ClientWebhookCreate(client="/c/1", name="n", events=["e"], url="https://hooks.example.com/")
APP_WEBHOOK = AppWebhookWrite(
    app="/a/1", webhook_url="https://hooks.example.com/", events=["e"], response_handling_type=2, active=True
)


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        test = self
        self.seen: list[tuple[str, str, Any, bytes]] = []
        self.answer: tuple[int, bytes] = (200, b"{}")

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                test.seen.append((self.command, self.path, self.headers, body))
                self.send_response(test.answer[0])
                self.send_header("Location", "/elsewhere")
                self.end_headers()
                self.wfile.write(test.answer[1])

            do_GET = do_POST

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.client = Client(self.url, "token-1", allow_insecure_loopback=True)

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def code_of(self, call: Any) -> str:
        with self.assertRaises(ApiError) as caught:
            call()
        self.assertNotIn("hidden", f"{caught.exception!r} {caught.exception}")
        return caught.exception.code

    def test_the_client_for_asyncio_makes_the_same_calls(self) -> None:
        client = AsyncClient(self.url, "token-1", allow_insecure_loopback=True)

        async def calls() -> tuple[Any, ...]:
            self.answer = (
                200,
                b'{"secret":"s","token_type":"Bearer","expires_in":1,"access_token":"a","refresh_token":"r"}',
            )
            fields = {"code": "c", "client_id": "i", "client_secret": "s", "redirect_uri": "https://app.example.com/"}
            tokens = await exchange_authorization_code_async(self.url, **fields, allow_insecure_loopback=True)
            both = await asyncio.gather(client.create_client_webhook(WEBHOOK), client.create_app_webhook(APP_WEBHOOK))
            return tokens.access_token, both[0].secret, await client.list_app_webhooks(7)

        token, secret, listed = asyncio.run(calls())
        self.assertEqual((token, secret, listed["expires_in"]), ("a", "s", 1))
        self.assertEqual(len(self.seen), 4)
        self.answer = (422, b"hidden")
        self.assertEqual(self.code_of(lambda: asyncio.run(client.create_app_webhook(APP_WEBHOOK))), "request_rejected")

    def test_unknown_members_and_statuses_are_taken(self) -> None:
        self.answer = (299, b'{"secret":"s","x-new":[1]}')
        created = self.client.create_client_webhook(WEBHOOK)
        self.assertEqual((created.secret, created.extra), ("s", {"x-new": [1]}))
        method, path, headers, body = self.seen[0]
        self.assertEqual((method, path, headers["Authorization"]), ("POST", "/api/client_webhooks", "Bearer token-1"))
        self.assertEqual(json.loads(body), WEBHOOK.to_json())

    def test_a_list_of_any_form_is_handed_on(self) -> None:
        values: list[Any] = [[], {"member": [{"app": "/a/1", "x": 1}]}, "text"]
        for value in values:
            self.answer = (200, json.dumps(value).encode("utf-8"))
            self.assertEqual(self.client.list_app_webhooks("a/b c"), value)
        self.assertEqual(self.seen[0][1], "/api/apps/a%2Fb%20c/app_webhooks")

    def test_an_app_webhook_that_was_made_is_no_error(self) -> None:
        for body in (b"", b"[]", b"{"):
            self.answer = (201, body)
            self.assertEqual(self.client.create_app_webhook(APP_WEBHOOK).to_json(), {})

    def test_failures_have_codes_and_hold_no_secret(self) -> None:
        for status, code in ((302, "redirect_refused"), (418, "request_rejected"), (599, "service_failed")):
            self.answer = (status, b"hidden")
            self.assertEqual(self.code_of(lambda: self.client.create_client_webhook(WEBHOOK)), code)
        for body, code in ((b"hidden", "response_not_json"), (b'{"secret":1}', "response_invalid")):
            self.answer = (200, body)
            self.assertEqual(self.code_of(lambda: self.client.create_client_webhook(WEBHOOK)), code)
        self.answer = (200, b" " * 1_048_577)
        self.assertEqual(self.code_of(lambda: self.client.list_app_webhooks(1)), "response_too_large")
        self.assertEqual([path for _, path, _, _ in self.seen if path == "/elsewhere"], [])

    def test_nothing_is_sent_that_cannot_be_right(self) -> None:
        for app_id in ("", ".", ".."):
            self.assertEqual(self.code_of(partial(self.client.list_app_webhooks, app_id)), "request_invalid")
        self.assertEqual(self.code_of(lambda: self.client.create_app_webhook(AppWebhookWrite())), "request_invalid")
        self.assertEqual(self.code_of(lambda: Client("http://example.com", "t")), "insecure_url")
        self.assertEqual(self.code_of(lambda: Client(self.url, "t")), "insecure_url")
        self.assertEqual(self.code_of(lambda: Client("ftp://example.com", "t")), "base_url_invalid")
        self.assertEqual(self.code_of(lambda: Client("https://example.com", "a\nb")), "token_invalid")
        self.assertEqual(self.seen, [])

    def test_tokens(self) -> None:
        def exchange() -> Any:
            return exchange_authorization_code(
                self.url,
                code="c&",
                client_id="i",
                client_secret="hidden",
                redirect_uri="https://a.example/",
                allow_insecure_loopback=True,
            )

        self.answer = (
            203,
            b'{"token_type":"bearer","expires_in":60,"access_token":"a","refresh_token":"r","scope":"x"}',
        )
        self.assertEqual(exchange().extra, {"scope": "x"})
        self.assertTrue(self.seen[0][3].startswith(b"grant_type=authorization_code&code=c%26&client_id=i&"))
        for status, body, code in (
            (400, b"hidden", "token_refused"),
            (500, b"", "token_endpoint_failed"),
            (200, b"{}", "token_response_invalid"),
            (200, self.answer[1].replace(b"bearer", b"mac"), "token_response_invalid"),
        ):
            self.answer = (status, body)
            self.assertEqual(self.code_of(exchange), code)
        self.server.shutdown()
        self.server.server_close()
        self.assertEqual(self.code_of(exchange), "unreachable")
