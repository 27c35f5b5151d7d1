"""The verdicts of vectors/webhook-urls.json."""

import unittest

from collections_contract import is_webhook_url
from tests import cases


class Vectors(unittest.TestCase):
    def test_all_verdicts(self) -> None:
        for case in cases("webhook-urls", at_least=400):
            with self.subTest(case["why"], url=case["url"]):
                self.assertEqual(is_webhook_url(case["url"]), case["ok"])
