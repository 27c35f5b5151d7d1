"""What the models make of vectors/payloads.json, and what they keep."""

import json
import unittest

from collections_contract import ClientWebhook, ModelError, PaymentSnapshot, TokenResponse, parse_json
from collections_contract.models import MODELS
from tests import cases

CASES = cases("payloads", at_least=100)


class Payloads(unittest.TestCase):
    def test_all_verdicts(self) -> None:
        for case in CASES:
            with self.subTest(case["id"]):
                value = parse_json(case["text"])
                try:
                    written = MODELS[case["schema"]].from_json(value).to_json()
                except ModelError:
                    self.assertIn(case["verdict"], ("refused", "exact"))
                    continue
                self.assertIn(case["verdict"], ("taken", "exact"))
                if case["survives"]:
                    self.assertEqual(json.loads(json.dumps(written)), value)

    def test_every_model_has_cases(self) -> None:
        self.assertEqual({case["schema"] for case in CASES}, set(MODELS))


class Members(unittest.TestCase):
    def test_unknown_members_survive_at_every_depth(self) -> None:
        value = {"@event": "x.y", "id": 2**63 - 1, "caseFile": {"id": 1, "x-new": [{"a": None}]}, "x-later": {"b": 1.5}}
        snapshot = PaymentSnapshot.from_json(value)
        self.assertEqual((snapshot.event, snapshot.id), ("x.y", 2**63 - 1))
        self.assertEqual(snapshot.to_json(), value)

    def test_integers_are_exact_or_refused(self) -> None:
        def id_of(number: str) -> int:
            return PaymentSnapshot.from_json(parse_json(f'{{"@event": "e", "id": {number}}}')).id

        exact = {"8e2": 800, "1.0": 1, "10e-1": 1, "0e99999": 0, "18446744073709551617": 2**64 + 1}
        for number, expected in exact.items():
            self.assertEqual(id_of(number), expected)
        rounded = ["4503599627370496.5", "1.00000000000000000001", "0.99999999999999999999", "1e-400", "1e-99999999999"]
        for number in [*rounded, "1.5", "9007199254740993.0", "1e400", '"1"', "true", "null"]:
            with self.subTest(number), self.assertRaises(ModelError) as caught:
                id_of(number)
            self.assertEqual(str(caught.exception), "/id must be an integer")

    def test_half_a_surrogate_pair_becomes_a_text_that_can_be_stored(self) -> None:
        texts = {
            r"a\ud83d": "a\ufffd",
            r"\udc00\ud83d\ude00": "\ufffd\U0001f600",
            r"\\ud83d": r"\ud83d",
            r"\\\ud83d": "\\\ufffd",
        }
        for text, read in texts.items():
            self.assertEqual(
                PaymentSnapshot.from_json(parse_json(f'{{"@event":"e","id":1,"n":"{text}"}}')).extra["n"], read
            )

    def test_an_error_says_where(self) -> None:
        with self.assertRaises(ModelError) as caught:
            PaymentSnapshot.from_json({"@event": "x", "id": 1, "caseFile": {"id": "hidden"}})
        self.assertEqual(str(caught.exception), "/caseFile/id must be an integer")

    def test_secrets_are_not_printed(self) -> None:
        webhook = ClientWebhook.from_json({"secret": "hidden", "x-other": "hidden"})
        tokens = TokenResponse.from_json(
            {"token_type": "Bearer", "expires_in": 1, "access_token": "hidden", "refresh_token": "hidden"}
        )
        self.assertNotIn("hidden", repr([webhook, tokens]))
