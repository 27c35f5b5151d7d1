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
