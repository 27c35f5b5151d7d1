"""The file of the example receiver."""

import importlib.util
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from collections_contract import PaymentSnapshot

from . import ROOT

_spec = importlib.util.spec_from_file_location("example_receiver", ROOT / "examples" / "receiver.py")
assert _spec and _spec.loader
example = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(example)

LINE = b'{"id": 1, "event": "e"}\n'


class Keeping(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "payments.jsonl"

    def add(self) -> None:
        """Does what the receiver does, after a start."""
        inbox = example.Inbox(str(self.path))
        payment = PaymentSnapshot(event="e", id=1)
        with inbox.once(f"{payment.id} {payment.event}") as is_new:
            if is_new:
                inbox.add(payment, mock.ANY)

    def test_keeps_nothing_of_a_payment_that_may_not_be_on_disk(self) -> None:
        with mock.patch("os.fsync", side_effect=OSError("no space left")):
            self.assertRaises(OSError, self.add)
        self.assertEqual(self.path.read_bytes(), b"")
        self.add()
        self.assertEqual(self.path.read_bytes(), LINE)


if __name__ == "__main__":
    unittest.main()
