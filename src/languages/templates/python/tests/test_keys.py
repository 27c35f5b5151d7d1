"""Payments of two customers are two payments, also with the same id."""

import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from collections_contract import CASE_FILE_PAYMENT_CONFIRMED as EVENT
from collections_contract import Delivery, EventBusy, LabelledSecret, MemoryStore, OwnedSecrets, Receiver, sign
from collections_contract.keys import KEY_MAX, key_within
from tests.test_receiver import payment


class Table:
    """A store that lasts."""

    def __init__(self, *done: str) -> None:
        self.done = set(done)
        self.busy: set[str] = set()

    @contextmanager
    def once(self, key: str) -> Iterator[bool]:
        if key in self.busy:
            raise EventBusy
        yield key not in self.done
        self.done.add(key)


class Keys(unittest.TestCase):
    def setUp(self) -> None:
        self.seen: list[Delivery] = []

    def receiver(self, secrets: Any, **options: Any) -> Receiver:
        return Receiver(secrets, lambda _, delivery: self.seen.append(delivery), **{"store": MemoryStore(), **options})

    def post(self, receiver: Receiver, secret: str, body: bytes = payment(4711)) -> int:
        return receiver.receive(body, sign(body, secret)).status


class Owners(Keys):
    def test_the_same_id_of_two_customers_is_handled_twice(self) -> None:
        receiver = self.receiver([LabelledSecret("a", "one"), LabelledSecret("b", "two", "B & Sons/2"), "three"])
        for secret in ("one", "two", "three", "one", "two", "three"):
            self.assertEqual(self.post(receiver, secret), 204)
        found = [(one.label, one.owner, one.key) for one in self.seen]
        same = f"4711 {EVENT}"
        keys = [("a", "a", f"a/{same}"), ("b", "B & Sons/2", f"B%20%26%20Sons%2F2/{same}"), (None, None, same)]
        self.assertEqual(found, keys)

    def test_two_webhooks_of_one_customer_share_their_payments(self) -> None:
        receiver = self.receiver([LabelledSecret("a", "one", "acme"), LabelledSecret("b", "two", "acme")])
        self.assertEqual([self.post(receiver, one) for one in ("one", "two")], [204, 204])
        self.assertEqual([one.label for one in self.seen], ["a"])

    def test_a_function_can_name_the_owner_of_all_its_secrets(self) -> None:
        store = MemoryStore()
        for owner in ("acme", "bolt"):
            secrets = OwnedSecrets(owner, ["one", LabelledSecret("b", "two")])
            receiver = self.receiver(lambda secrets=secrets: secrets, store=store)
            self.assertEqual([self.post(receiver, secret) for secret in ("one", "two")], [204, 204])
        self.assertEqual([(one.label, one.owner) for one in self.seen], [(None, "acme"), (None, "bolt")])

    def test_a_key_of_ones_own_is_within_the_owner(self) -> None:
        receiver = self.receiver([LabelledSecret("a", "one"), LabelledSecret("b", "two")], key=lambda _: "same")
        self.assertEqual([self.post(receiver, one) for one in ("one", "two")], [204, 204])
        self.assertEqual([one.key for one in self.seen], ["a/same", "b/same"])

    def test_what_cannot_be_told_apart_is_refused_at_once(self) -> None:
        ambiguous = [LabelledSecret("a", "one", "x"), LabelledSecret("a", "two", "y")]
        labelled = [[LabelledSecret("", "s")], [LabelledSecret("a", "s", "")], [LabelledSecret("a", "")]]
        owned = [OwnedSecrets("", ["s"]), OwnedSecrets("a", []), OwnedSecrets("a", "text"), {"label": "s"}, 1]
        for secrets in (ambiguous, *labelled, *owned):
            with self.assertRaises(ValueError) as caught:
                self.receiver(secrets)
            self.assertNotIn("two", str(caught.exception))
        receiver = self.receiver(lambda: ambiguous, on_problem=lambda *_: None)
        self.assertEqual(receiver.receive(b"{}", sign(b"{}", "one")).code, "secrets_unavailable")


class Earlier(Keys):
    """Payments that were handled before secrets had owners."""

    def test_a_payment_of_before_is_a_duplicate(self) -> None:
        receiver = self.receiver([LabelledSecret("a", "one")], store=Table(f"4711 {EVENT}"))
        with self.assertLogs("collections_contract", "WARNING"):
            self.assertEqual(self.post(receiver, "one"), 204)
        self.assertEqual(self.seen, [])

    def test_a_new_one_leaves_the_earlier_key_free(self) -> None:
        table = Table()
        receiver = self.receiver([LabelledSecret("a", "one"), LabelledSecret("b", "two")], store=table)
        self.assertEqual([self.post(receiver, one) for one in ("one", "two", "one")], [204] * 3)
        self.assertEqual((len(self.seen), table.done), (2, {f"a/4711 {EVENT}", f"b/4711 {EVENT}"}))

    def test_one_that_the_version_before_handles_just_now_is_busy(self) -> None:
        table = Table()
        table.busy.add(f"4711 {EVENT}")
        receiver = self.receiver([LabelledSecret("a", "one")], store=table)
        self.assertEqual((self.post(receiver, "one"), self.seen), (503, []))


class Form(unittest.TestCase):
    def test_keys_are_equal_only_if_owner_and_payment_are(self) -> None:
        owners = [None, "a", "a/b", "a%2Fb", "a b", "\u00e4", "a" * 90, "a" * 91, "a" * 500, "/", "\ud800"]
        sames = ["4711 e", "4712 e", "x" * 95, "x" * 96]
        keys = [key_within(owner, same) for owner in owners for same in sames]
        self.assertEqual(len(set(keys)), len(keys))
        self.assertTrue(all(len(key_within(owner, same)) <= KEY_MAX for owner in owners[1:] for same in sames))
