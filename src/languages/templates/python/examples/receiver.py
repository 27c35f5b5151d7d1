"""
A receiver of confirmed payments. Each payment becomes one line of the file PROCESSED, on disk before the answer
is sent; the same file is the memory for duplicates, so that they are known after a restart, too. For one process.

    WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl python3 examples/receiver.py
"""

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from collections_contract import PaymentSnapshot, Receiver
from collections_contract.server import ReceiverServer


class Inbox:
    """A store of duplicates and what is handed over, in one file."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._done: set[str] = set()
        if os.path.exists(path):
            with open(path, "r+b") as file:
                whole, _, half = file.read().rpartition(b"\n")
                # A line that a crash cut off was never acknowledged, so it goes: the payment comes again.
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

    def add(self, payment: PaymentSnapshot) -> None:
        """On disk when it returns. Only inside of ``once``."""
        line = json.dumps({"id": payment.id, "event": payment.event}).encode("utf-8") + b"\n"
        # Without a buffer, which would write after a failure what was taken back.
        with open(self._path, "ab", buffering=0) as file:
            end = file.tell()
            try:
                if file.write(line) != len(line):
                    raise OSError("the disk is full")
                os.fsync(file.fileno())
            except OSError:
                # Half a line would spoil the next one, a whole one would stand there twice: the payment comes again.
                file.truncate(end)
                raise


def main() -> None:
    inbox = Inbox(os.environ.get("PROCESSED", "payments.jsonl"))
    receiver = Receiver(
        [os.environ["WEBHOOK_SECRET"]],
        inbox.add,
        store=inbox,
        on_problem=lambda code, error: print(code, file=sys.stderr),
    )
    with ReceiverServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), receiver) as server:
        print(f"listening on http://127.0.0.1:{server.server_port}", file=sys.stderr)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
