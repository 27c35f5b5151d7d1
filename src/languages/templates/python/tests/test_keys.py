"""Payments of two customers are two payments: what vectors/receiver.json does not say of it."""

import unittest
from collections.abc import Iterator
from contextlib import contextmanager

from collections_contract import CASE_FILE_PAYMENT_CONFIRMED as EVENT
from collections_contract import LabelledSecret, OwnedSecrets, Receiver, sign
from tests.test_receiver import payment


class Owners(unittest.TestCase):
    def test_what_is_no_list_of_secrets_is_refused_at_once_and_not_quoted(self) -> None:
        ambiguous = [LabelledSecret("a", "one", "x"), LabelledSecret("a", "two", "y")]
        owned = [OwnedSecrets("", ["s"]), OwnedSecrets("a", []), OwnedSecrets("a", "text")]
        for secrets in (ambiguous, [LabelledSecret("a", "")], *owned, {"label": "s"}, 1, "text"):
            with self.assertRaises(ValueError) as caught:
                Receiver(secrets, lambda *_: None)
            self.assertNotIn("two", str(caught.exception))

    def test_a_payment_that_was_handled_before_there_were_owners_is_told(self) -> None:
        class Table:
            @contextmanager
            def once(self, key: str) -> Iterator[bool]:
                yield key != f"4711 {EVENT}"

        body = payment(4711)
        receiver = Receiver([LabelledSecret("a", "one")], lambda *_: None, store=Table())
        with self.assertLogs("collections_contract", "WARNING") as told:
            self.assertEqual(receiver.receive(body, sign(body, "one")).status, 204)
        self.assertRegex(told.output[0], "owner_unknown \\(owner 'a'\\); a duplicate")
