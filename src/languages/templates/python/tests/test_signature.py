"""The verdicts of vectors/signature.json, which were computed with another tool."""

import unittest
from base64 import b64decode

from collections_contract import sign, verify
from tests import cases


class Vectors(unittest.TestCase):
    def test_all_verdicts(self) -> None:
        for case in cases("signature", at_least=40):
            with self.subTest(case["id"]):
                secrets = [b64decode(secret).decode("utf-8") for secret in case["secrets"]]
                verdict = verify(b64decode(case["body"]), case["header"], secrets)
                expected = (case["ok"], case.get("secretIndex"), case.get("code"))
                self.assertEqual((verdict.ok, verdict.secret_index, verdict.code), expected)
                if case["ok"]:
                    own = sign(b64decode(case["body"]), secrets[case["secretIndex"]])
                    self.assertEqual(own, case["header"].lower())


class Misuse(unittest.TestCase):
    def test_it_is_refused(self) -> None:
        self.assertRaises(TypeError, verify, "{}", "sha256=00", ["s"])
        self.assertRaises(TypeError, verify, b"{}", "sha256=00", "one string is not a list of secrets")
        self.assertRaises(ValueError, sign, b"{}", "")
