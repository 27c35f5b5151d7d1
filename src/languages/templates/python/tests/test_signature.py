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
    def test_text_is_no_body(self) -> None:
        with self.assertRaises(TypeError):
            verify("{}", "sha256=00", ["s"])  # type: ignore[arg-type]

    def test_one_string_is_no_list_of_secrets(self) -> None:
        with self.assertRaises(TypeError):
            verify(b"{}", "sha256=00", "secret")

    def test_nobody_signs_with_an_empty_secret(self) -> None:
        with self.assertRaises(ValueError):
            sign(b"{}", "")
