"""The cases of vectors/client.json: results, errors, and what was sent, over real sockets."""

import json
import socket
import threading
import unittest
from base64 import b64decode
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from collections_contract import ApiError, Client, exchange_authorization_code, parse_json
from collections_contract.models import AppWebhookWrite, ClientWebhookCreate
from tests import ROOT

CASES = json.loads((ROOT / "vectors/client.json").read_text("utf-8"))["cases"]
LACKS = {"token renewal"}  # A client has one token.


class Server:
    """Answers one connection after the other, and keeps what was sent."""

    def __init__(self) -> None:
        self.answers: list[str | None] = []
        self.sent: list[dict[str, Any]] = []
        self.held: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.sent.append(read_request(connection))
                answer = self.answers[len(self.sent) - 1] if len(self.sent) <= len(self.answers) else ""
                self.held.append(connection)
                if answer is not None:
                    connection.sendall(b64decode(answer))
                    connection.close()

    def close(self) -> None:
        for one in (self.listener, *self.held):
            one.close()


def read_request(connection: socket.socket) -> dict[str, Any]:
    with connection.makefile("rb") as file:
        method, path, _ = file.readline().decode().split(" ")
        headers = {}
        while (line := file.readline().decode("latin-1").strip()) != "":
            name, value = line.split(": ", 1)
            headers[name.lower()] = value
        body = file.read(int(headers.get("content-length", 0))).decode()
    sent = {"method": method, "path": path}
    sent |= {"authorization": headers["authorization"]} if "authorization" in headers else {}
    if method == "POST":
        content_type = headers["content-type"]
        is_form = "form" in content_type
        sent |= {"contentType": content_type, "body": dict(parse_qsl(body)) if is_form else json.loads(body)}
    return sent


client_of = cache(Client)  # Making one reads all certificates.


def made(case: dict[str, Any], url: str) -> Any:
    operation, given = case["call"].values()
    options = {"timeout": 0.2 if None in case["answers"] else 20, "allow_insecure_loopback": True}
    if operation == "exchangeAuthorizationCode":
        return exchange_authorization_code(url, **given, **options).to_json()
    limit = {"max_response_bytes": case["maxResponseBytes"]} if "maxResponseBytes" in case else {}
    client = client_of(url, case["tokens"][0], token_header=("Authorization", "Bearer "), **options, **limit)
    if operation == "listAppWebhooks":
        return client.list_app_webhooks(given)
    if operation == "createAppWebhook":
        return client.create_app_webhook(AppWebhookWrite.from_json(given)).to_json()
    return client.create_client_webhook(ClientWebhookCreate.from_json(given)).to_json()


class Vectors(unittest.TestCase):
    def test_all_cases(self) -> None:
        self.assertGreater(len(CASES), 60)
        for case in CASES:
            with self.subTest(case["id"]):
                if not LACKS.intersection(case["needs"]):
                    self.check(case)

    def setUp(self) -> None:
        self.server = Server()
        self.addCleanup(self.server.close)

    def check(self, case: dict[str, Any]) -> None:
        server = self.server
        server.answers, server.sent = case["answers"], []
        url = case.get("baseUrl", server.url)
        if "error" in case:
            with self.assertRaises(ApiError) as caught:
                made(case, url)
            error, expected = caught.exception, case["error"]
            self.assertEqual((error.code, error.status), (expected["code"], expected.get("status", error.status)))
            if "retryAfter" in expected:
                self.assertEqual(error.headers and error.headers["retry-after"], expected["retryAfter"])
            self.assertNotRegex(f"{error} {error!r}", r"hidden|token-\d")
        else:
            self.assertEqual(made(case, url), parse_json(case["result"]))
        if "sent" in case:
            self.assertEqual(server.sent, case["sent"])
