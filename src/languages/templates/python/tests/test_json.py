"""The verdicts of vectors/json.json: what a receiver makes of bodies at the edges of JSON."""

import json
import unittest
from base64 import b64decode

from collections_contract import MemoryStore, PaymentSnapshot, Receiver
from tests import ROOT

VECTORS = json.loads((ROOT / "vectors/json.json").read_text("utf-8"))


class Vectors(unittest.TestCase):
    def test_all_verdicts(self) -> None:
        self.assertGreater(len(VECTORS["cases"]), 60)
        secret = b64decode(VECTORS["secret"]).decode("utf-8")
        for case in VECTORS["cases"]:
            with self.subTest(case["id"]):
                paid: list[PaymentSnapshot] = []
                codes: list[str] = []
                receiver = Receiver(
                    [secret],
                    lambda payment, _, paid=paid: paid.append(payment),
                    store=MemoryStore(),
                    on_problem=lambda problem, codes=codes: codes.append(problem.code),
                )
                answer = receiver.receive(b64decode(case["body"]), case["header"])
                taken, refused = (204, [case.get("payment")], []), (4, [], [case.get("code")])
                # What is kept has to be JSON again.
                json.dumps([one.to_json() for one in paid], allow_nan=False)
                ids = [str(one.id) for one in paid]
                seen = (answer.status if answer.status == 204 else answer.status // 100, ids, codes)
                allowed = {"taken": [taken], "refused": [refused], "exact": [taken, refused]}
                self.assertIn(seen, allowed[case["verdict"]])
