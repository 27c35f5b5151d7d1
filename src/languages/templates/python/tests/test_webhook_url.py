"""The verdicts of vectors/webhook-urls.json."""

import unittest

from collections_contract import is_webhook_url
from tests import cases


class Vectors(unittest.TestCase):
    def test_all_verdicts(self) -> None:
        for case in cases("webhook-urls", at_least=400):
            with self.subTest(case["why"], url=case["url"]):
                self.assertEqual(is_webhook_url(case["url"]), case["ok"])

    def test_a_host_is_in_ascii(self) -> None:
        for url in (
            "https://b\u00fccher.ch/",
            "https://ex%61mple.com/",
            "https://example.u\u212a/",
            "http\u017f://example.com/",
        ):
            self.assertFalse(is_webhook_url(url))
        self.assertTrue(is_webhook_url("https://xn--bcher-kva.ch/b\u00fccher"))
