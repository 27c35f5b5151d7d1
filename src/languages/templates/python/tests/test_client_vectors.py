"""The cases of vectors/client.json: results, errors, and what was sent, over real sockets; the client for asyncio."""

import asyncio
import json
import ssl
import threading
import time
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.client import parse_headers
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import IO, Any
from urllib.parse import parse_qsl

from collections_contract import (
    ApiError,
    AsyncClient,
    Client,
    exchange_authorization_code,
    exchange_authorization_code_async,
    parse_json,
)
from collections_contract.models import AppWebhookWrite, ClientWebhookCreate
from tests import cases

answers: list[str | None | Callable[[Any], object]] = []
sent: list[dict[str, Any]] = []


class Answering(StreamRequestHandler):
    """Answers one connection after the other, and keeps what was sent. A function writes what it wants."""

    def handle(self) -> None:
        # Of a client that is gone, or asks for TLS here.
        with suppress(OSError, ValueError):
            sent.append(read_request(self.rfile))
            answer = answers[len(sent) - 1] if len(sent) <= len(answers) else ""
            if answer is None:
                time.sleep(60)
            answer(self.wfile) if callable(answer) else self.wfile.write((answer or "").encode())


@contextmanager
def serving(context: ssl.SSLContext | None = None) -> Iterator[str]:
    """Returns the URL of a server that gives the ``answers``."""
    with ThreadingTCPServer(("127.0.0.1", 0), Answering) as server:
        server.daemon_threads = True
        server.socket = context.wrap_socket(server.socket, server_side=True) if context else server.socket
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield f"http{'s' if context else ''}://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def read_request(file: IO[bytes]) -> dict[str, Any]:
    method, path, _ = file.readline().decode().split(" ")
    headers = parse_headers(file)  # type: ignore[arg-type]
    body, content_type = file.read(int(headers.get("content-length", 0))).decode(), headers.get("content-type", "")
    request: dict[str, Any] = {"method": method, "path": path, "codings": "accept-encoding" in headers}
    request |= {"authorization": headers["authorization"]} if "authorization" in headers else {}
    read = dict(parse_qsl(body)) if "form" in content_type else body and json.loads(body)
    return request | ({"contentType": content_type, "body": read} if method == "POST" else {})


client_of = cache(Client)  # Making one reads all certificates.


def made(case: dict[str, Any], url: str) -> Any:
    operation, given = case["operation"], case["given"]
    options = {"timeout": case["timeoutMs"] / 1000, "allow_insecure_loopback": True}
    if operation == "exchangeAuthorizationCode":
        return exchange_authorization_code(url, **given, **options).to_json()
    options |= {"max_response_bytes": case["maxResponseBytes"], "token_header": ("Authorization", "Bearer ")}
    client = client_of(url, case["tokens"][0], **options)
    if operation == "listAppWebhooks":
        return client.list_app_webhooks(given)
    if operation == "createAppWebhook":
        return client.create_app_webhook(AppWebhookWrite.from_json(given)).to_json()
    return client.create_client_webhook(ClientWebhookCreate.from_json(given)).to_json()


class Vectors(unittest.TestCase):
    def test_all_cases(self) -> None:
        with serving() as here:
            for case in cases("client", at_least=60, lacking={"token renewal"}):  # A client has one token.
                with self.subTest(case["id"]):
                    answers[:], sent[:] = case["answers"], []
                    self.check(case, case.get("baseUrl", here))
                    self.assertEqual(sent, case.get("sent", sent))

    def check(self, case: dict[str, Any], url: str) -> None:
        if "error" not in case:
            self.assertEqual(made(case, url), parse_json(case["result"]))
            return
        with self.assertRaises(ApiError) as caught:
            made(case, url)
        error = caught.exception
        retry_after = error.headers.get("retry-after") if error.headers else None
        found = {"code": error.code, "status": error.status, "retryAfter": retry_after}
        self.assertEqual(found, found | case["error"])
        self.assertNotRegex(f"{error} {error!r}", r"hidden|token-\d")
        for one in sent[-1:]:
            self.assertIn(f"{one['method']} {url}{one['path']}", str(error))


WEBHOOK = ClientWebhookCreate(client="/c/1", name="n", events=["e"], url="https://hooks.example.com/")
APP_WEBHOOK = AppWebhookWrite(
    app="/a/1", webhook_url="https://hooks.example.com/", events=["e"], response_handling_type=2, active=True
)
ANSWER = '{"secret":"s","token_type":"Bearer","expires_in":1,"access_token":"a","refresh_token":"r"}'


class Asynchronous(unittest.TestCase):
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
