import unittest

from acme_example_collections import MemoryStore, Receiver, sign

EVENT = "case_file.payment.refunded"
BODY = (
    b'{"@event":"case_file.payment.refunded","id":7,"rate":1.50,'
    b'"lines":[{"label":"a","amount":1}],"labels":{"b c":"d"}}'
)
BAD = b'{"@event":"case_file.payment.refunded","id":7,"lines":{}}'


class RefundsTest(unittest.TestCase):
    def test_reaches_its_handler_once(self) -> None:
        seen = []
        read = lambda refund: (refund.id, refund.lines[0].label, refund.labels)
        on = {EVENT: lambda refund, delivery: seen.append((*read(refund), delivery.event))}
        receiver = Receiver(["s"], lambda *_: None, on=on, store=MemoryStore())
        for body in (BODY, BODY):
            self.assertEqual(receiver.receive(body, sign(body, "s")).status, 204)
        self.assertEqual(seen, [(7, "a", {"b c": "d"}, EVENT)])
        self.assertEqual(receiver.receive(BAD, sign(BAD, "s")).code, "payload_invalid")

    def test_refuses_what_would_never_run(self) -> None:
        for event in ("case_file.payment.confirmed", "no.such.event"):
            with self.assertRaises(ValueError):
                Receiver(["s"], lambda *_: None, on={event: print}, store=MemoryStore())
