"""What operators are told by default, and through their own functions."""

import logging
import unittest
from typing import Any

from collections_contract import CASE_FILE_PAYMENT_CONFIRMED as EVENT
from collections_contract import Accepted, LabelledSecret, MemoryStore, Receiver, sign
from tests.test_receiver import SECRET, payment

LOG = "collections_contract"


class Log(unittest.TestCase):
    def receiver(self, handler: Any = lambda *_: None, **options: Any) -> Receiver:
        return Receiver([LabelledSecret("shop", SECRET, "a\ncme")], handler, **{"store": MemoryStore(), **options})

    def test_a_failing_handler_is_told_with_its_trace_and_owner_each_time(self) -> None:
        def book_the_payment(*_: Any) -> None:
            raise OSError("disk full")

        receiver = self.receiver(book_the_payment)
        with self.assertLogs(LOG, "ERROR") as told:
            for _ in range(2):
                failed = receiver.receive(payment(1), sign(payment(1), SECRET)).error
        self.assertEqual((len(told.output), repr(failed and failed.__cause__)), (2, "OSError('disk full')"))
        for line in told.output:
            self.assertRegex(line, r"handler_failed \(owner 'a\\ncme'\); [\s\S]*in book_the_payment[\s\S]*disk full")

    def test_what_is_not_understood_is_told_with_its_owner(self) -> None:
        with self.assertLogs(LOG, "WARNING") as told:
            self.receiver().receive(b"{}", sign(b"{}", SECRET))
        self.assertRegex(told.output[0], r"payload_invalid \(owner 'a\\ncme'\) \(/@event")

    def test_a_secret_that_is_wrong_is_told_once_with_advice(self) -> None:
        receiver = self.receiver()
        with self.assertLogs(LOG, "WARNING") as told:
            for _ in range(3):
                receiver.receive(payment(1), sign(payment(1), "another"))
        self.assertEqual(len(told.output), 1)
        self.assertRegex(told.output[0], "signature_mismatch.*secret of this webhook")
        self.assertNotIn("another", told.output[0])

    def test_strangers_are_not_told_once_a_signature_was_right(self) -> None:
        receiver = self.receiver()
        receiver.receive(payment(1), sign(payment(1), SECRET))
        with self.assertNoLogs(LOG, "WARNING"):
            receiver.receive(payment(1), "sha256=" + "0" * 64)
            receiver.refuse_head("GET", None, None)

    def test_a_memory_that_ends_with_the_process_is_told_at_the_start(self) -> None:
        with self.assertLogs(LOG, "WARNING") as told:
            self.receiver(store=None)
        self.assertIn("in this process alone: give the receiver a store that lasts", told.output[0])

    def test_functions_of_operators_change_no_answer(self) -> None:
        def fail(*_: Any) -> None:
            raise OSError("the metrics are away")

        async def later(*_: Any) -> None:
            pass

        receiver = self.receiver(on_problem=fail, on_accepted=fail)
        with self.assertLogs(LOG, "ERROR"):
            answers = [receiver.receive(payment(1), one).status for one in (None, sign(payment(1), SECRET))]
        self.assertEqual(answers, [401, 204])
        with self.assertLogs(LOG, "ERROR"):
            self.assertEqual(self.receiver(on_problem=lambda _: later()).receive(b"", None).status, 401)


class Functions(unittest.TestCase):
    def test_every_acknowledgement_is_told(self) -> None:
        seen: list[Accepted] = []
        secrets = [LabelledSecret("shop", SECRET, "acme")]
        receiver = Receiver(secrets, lambda *_: None, store=MemoryStore(), on_accepted=seen.append)
        unknown = payment(1, **{"@event": "x.y"})
        for body in (payment(1), payment(1), unknown):
            receiver.receive(body, sign(body, SECRET))
        outcomes = [(one.outcome, one.event, one.label, one.owner) for one in seen]
        told = [("handled", EVENT), ("duplicate", EVENT), ("ignored", None)]
        self.assertEqual(outcomes, [(*one, "shop", "acme") for one in told])
        self.assertTrue(all(0 <= one.seconds < 60 for one in seen))


logging.getLogger(LOG).addHandler(logging.NullHandler())
