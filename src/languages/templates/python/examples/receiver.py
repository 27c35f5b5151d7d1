"""
A receiver of confirmed payments behind Granian.

Each payment becomes one line of the file PROCESSED, on disk before the answer is sent. The same file remembers
duplicates, also after a restart. For one process.

    python3 -m pip install '.[server]'
    WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl python3 examples/receiver.py
"""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from collections_contract import Delivery, PaymentSnapshot, Receiver
from collections_contract.asgi import WebhookApp


class Inbox:
    """Payments and the keys of those that were handed over, in one file."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._done: set[str] = set()
        if os.path.exists(path):
            with open(path, "r+b") as file:
                whole, _, half = file.read().rpartition(b"\n")
                # A crash cut this line off, so its payment was never acknowledged: the service retries it.
                if half:
                    file.truncate(len(whole) + 1 if whole else 0)
            for line in whole.splitlines():
                entry = json.loads(line)
                self._done.add(f"{entry['id']} {entry['event']}")

    @contextmanager
    def once(self, key: str) -> Iterator[bool]:
        with self._lock:
            is_new = key not in self._done
            yield is_new
            if is_new:
                self._done.add(key)

    def add(self, payment: PaymentSnapshot, delivery: Delivery) -> None:
        """Writes a payment to disk. Call it only inside of ``once``."""
        line = json.dumps({"id": payment.id, "event": payment.event}).encode("utf-8") + b"\n"
        # A buffer would write after a failure what was taken back.
        with open(self._path, "ab", buffering=0) as file:
            end = file.tell()
            try:
                if file.write(line) != len(line):
                    raise OSError("the disk is full")
                os.fsync(file.fileno())
            except OSError:
                # Half a line would corrupt the next one, and a whole one would be there twice after the retry.
                file.truncate(end)
                raise


def create() -> WebhookApp:
    """Returns the application. Each worker process calls it; the file allows only one."""
    inbox = Inbox(os.environ.get("PROCESSED", "payments.jsonl"))
    receiver = Receiver(
        [os.environ["WEBHOOK_SECRET"]],
        inbox.add,
        store=inbox,
    )
    return WebhookApp(receiver)


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
