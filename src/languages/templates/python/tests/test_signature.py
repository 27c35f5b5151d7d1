"""The verdicts of vectors/signature.json, which were computed with another tool."""

import unittest
from base64 import b64decode

from collections_contract import sign, verify
from tests import cases

CASES = cases("signature", at_least=40)


class Vectors(unittest.TestCase):
    def test_all_verdicts(self) -> None:
        for case in CASES:
            with self.subTest(case["id"]):
                secrets = [b64decode(secret).decode("utf-8") for secret in case["secrets"]]
                verdict = verify(b64decode(case["body"]), case["header"], secrets)
                expected = (case["ok"], case.get("secretIndex"), case.get("code"))
                self.assertEqual((verdict.ok, verdict.secret_index, verdict.code), expected)

    def test_signs_what_the_vectors_hold(self) -> None:
        signed = [case for case in CASES if case.get("secretIndex") == 0]
        self.assertGreater(len(signed), 10)
        for case in signed:
            with self.subTest(case["id"]):
                secret = b64decode(case["secrets"][0]).decode("utf-8")
                self.assertEqual(sign(b64decode(case["body"]), secret), case["header"].lower())


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
