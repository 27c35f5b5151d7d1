"""
The receiver behind a real server, paid by the sandbox with both of its profiles.

    python3 -m pip install '.[pytest]'
    python3 -m pytest examples/test_payments.py
"""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from collections_contract import SIGNATURE_HEADER, Receiver
from collections_contract.sandbox import Sandbox

pytest_plugins = ["collections_contract.pytest_plugin"]  # in a project: in its conftest.py


class Service:
    """The application under test: a list of payments behind the receiver."""

    def __init__(self) -> None:
        self.paid: list[int] = []
        self.failures = 0
        self.secrets = ["not yet"]
        receiver = Receiver(lambda: self.secrets, lambda payment, _: self.book(payment.id))

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(receiver.receive(body, self.headers[SIGNATURE_HEADER]).status)
                self.end_headers()

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def book(self, id: int) -> None:
        if self.failures > 0:
            self.failures -= 1
            raise OSError("the database is away")
        self.paid.append(id)


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    threading.Thread(target=service.server.serve_forever, daemon=True).start()
    yield service
    service.server.shutdown()
    service.server.server_close()


@pytest.mark.parametrize("sandbox", ["default", "strict"], indirect=True)
def test_a_payment_is_booked_once_although_the_first_attempt_fails(sandbox: Sandbox, service: Service) -> None:
    sandbox.forward(service.url)
    service.secrets = [sandbox.register_webhook()["secret"]]
    service.failures = 1
    settled = sandbox.pay_and_settle(amount=12_550)
    assert [[one["status"] for one in delivery["attempts"]] for delivery in settled.deliveries] == [[500, 204]]
    assert service.paid == [settled.payment["id"]]


@pytest.mark.parametrize("sandbox", ["default", "strict"], indirect=True)
def test_the_client_calls_the_api_of_the_sandbox(sandbox: Sandbox) -> None:
    state = sandbox.control("GET", "state")
    assert sandbox.client().list_app_webhooks(state["apps"][0]["appId"]) is not None
