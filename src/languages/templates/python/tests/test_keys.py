"""Payments of two customers are two payments: what vectors/receiver.json does not say of it."""

import unittest
from collections.abc import Iterator
from contextlib import contextmanager

from collections_contract import CASE_FILE_PAYMENT_CONFIRMED as EVENT
from collections_contract import LabelledSecret, OwnedSecrets, Receiver, sign
from collections_contract.keys import KEY_MAX, key_within
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
        with self.assertLogs("collections_contract", "WARNING"):
            self.assertEqual(receiver.receive(body, sign(body, "one")).status, 204)

    def test_keys_are_equal_only_if_owner_and_payment_are(self) -> None:
        owners = [None, "a", "a/b", "a%2Fb", "a b", "\u00e4", "a" * 90, "a" * 91, "a" * 500, "/", "\ud800"]
        sames = ["4711 e", "4712 e", "x" * 95, "x" * 96]
        keys = [key_within(owner, same) for owner in owners for same in sames]
        self.assertEqual(len(set(keys)), len(keys))
        self.assertTrue(all(len(key_within(owner, same)) <= KEY_MAX for owner in owners[1:] for same in sames))
