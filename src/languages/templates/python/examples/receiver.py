"""
A receiver of confirmed payments behind Granian.

Each payment becomes a row of the SQLite database PROCESSED, together with the key by which duplicates are known: on
disk before the answer is sent, for all processes of one machine.

    python3 -m pip install '.[server]'
    WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.db python3 examples/receiver.py
"""

import os

from collections_contract import Delivery, PaymentSnapshot, Receiver
from collections_contract.asgi import WebhookApp
from collections_contract.sql import SqliteStore


def on_payment(payment: PaymentSnapshot, delivery: Delivery) -> None:
    delivery.transaction.execute("INSERT INTO payment VALUES (?, ?)", (payment.id, payment.event))


def create() -> WebhookApp:
    """Returns the application. Each worker process calls it."""
    schema = "CREATE TABLE IF NOT EXISTS payment (id INTEGER, event TEXT)"
    store = SqliteStore(os.environ.get("PROCESSED", "payments.db"), schema)
    return WebhookApp(Receiver([os.environ["WEBHOOK_SECRET"]], on_payment, store=store))


def main() -> None:
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings

    Granian(
        "receiver:create",
        factory=True,
        interface=Interfaces.ASGI,
        port=int(os.environ.get("PORT", "8080")),
        http=HTTPModes.http1,
        websockets=False,
        # Milliseconds for a head to arrive. WebhookApp has the same limit for a body.
        http1_settings=HTTP1Settings(header_read_timeout=10_000, max_buffer_size=65_536),
        # Connections at the same time; the limit of open files has to be higher.
        backpressure=10_000,
        workers_kill_timeout=10,
    ).serve()


if __name__ == "__main__":
    main()
