"""The cases of vectors/receiver.json: answers, what handlers get, what a store holds; bodies in JSON, and URLs."""

import json
import logging
import unittest
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from collections_contract import (
    Delivery,
    EventBusy,
    LabelledSecret,
    MemoryStore,
    OwnedSecrets,
    PaymentSnapshot,
    Problem,
    Receiver,
    is_webhook_url,
)
from tests import ROOT, cases


class Run:
    """One case: its receiver, its store, and the lines that say what they did."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case, self.now, self.known, self.lines = case, case, case["before"], []
        more = {"key": self.key} if "key" in case else {}
        more |= {"on_unknown": lambda delivery: self.handle(None, delivery)} if "onUnknown" in case else {}
        more |= {"on_problem": self.problem, "on_accepted": lambda one: self.write(f"accepted {one.outcome}")}
        secrets = self.secrets if "asked" in case else self.secrets()
        self.receiver = Receiver(secrets, self.handle, store=self, max_body_bytes=case["maxBodyBytes"], **more)

    def secrets(self) -> Any:
        known = [*self.now["secrets"], *(LabelledSecret(**one) for one in self.now["labelled"])]
        return OwnedSecrets(self.case["owner"], known) if "owner" in self.case else known

    def write(self, line: str) -> None:
        self.lines.append(line)
        if line.split()[0] in self.now["fails"]:
            raise OSError(line)

    def problem(self, one: Problem) -> None:
        whose = f"event={one.event or ''} label={one.label or ''} owner={one.owner or ''}"
        self.write(f"problem status={one.status} code={one.code} {whose}")

    def key(self, payment: PaymentSnapshot) -> str:
        name = self.case["key"]
        member = json.dumps(payment.to_json().get(name), separators=(",", ":"))
        if name == "strict" and member != "7":
            raise OSError(member)
        return "" if name == "empty" else f"{name} {member}"

    def handle(self, payment: Any, one: Delivery) -> None:
        found = f"event={one.event} id={payment.id if payment else ''} key={one.key} secret={one.secret_index}"
        self.write(f"handler {found} label={one.label or ''} owner={one.owner or ''}")
        if self.now.get("handler") == "repeats":
            self.answer()

    @contextmanager
    def once(self, key: str) -> Iterator[bool]:
        how = self.now.get("store")
        if how == "away":
            raise OSError("the store is away")
        if self.known.get(key) == "busy":
            raise EventBusy
        with suppress(OSError if how == "hides failures" else ()):
            yield key not in self.known
            if key not in self.known:
                self.write(f"commit {key}")
                self.known[key] = "done"

    def answer(self) -> None:
        head = self.now["head"]
        refused = self.receiver.refuse_head(self.now["method"], head.get("Content-Type"), head.get("Content-Length"))
        answer = refused or self.receiver.receive(b64decode(self.now["body"]), head.get("signature"))
        self.lines.append(f"answer {answer.status} {answer.body.decode()}".strip())


class Vectors(unittest.TestCase):
    def test_all_cases(self) -> None:
        self.addCleanup(logging.disable, logging.NOTSET)
        logging.disable()
        for case in cases("receiver", at_least=100, lacking={"deadline"}):  # AsyncReceiver has one.
            with self.subTest(case["id"]):
                if "refusedWhenMade" in case:
                    self.assertRaises(ValueError, Run, case)
                    continue
                run = Run(case)
                self.assertTrue(case["requests"])
                for run.now in case["requests"]:
                    run.lines = []
                    run.answer()
                    self.assertEqual(run.lines, run.now["expected"])

    def test_bodies_at_the_edges_of_json(self) -> None:
        secret = b64decode(json.loads((ROOT / "vectors/json.json").read_text("utf-8"))["secret"]).decode("utf-8")
        for case in cases("json", at_least=60):
            with self.subTest(case["id"]):
                paid: list[PaymentSnapshot] = []
                codes: list[str] = []
                receiver = Receiver(
                    [secret],
                    lambda payment, _, paid=paid: paid.append(payment),
                    store=MemoryStore(),
                    on_problem=lambda problem, codes=codes: codes.append(problem.code),
                )
                answer = receiver.receive(b64decode(case["body"]), case["header"])
                taken, refused = (204, [case.get("payment")], []), (4, [], [case.get("code")])
                # What is kept has to be JSON again.
                json.dumps([one.to_json() for one in paid], allow_nan=False)
                ids = [str(one.id) for one in paid]
                seen = (answer.status if answer.status == 204 else answer.status // 100, ids, codes)
                allowed = {"taken": [taken], "refused": [refused], "exact": [taken, refused]}
                self.assertIn(seen, allowed[case["verdict"]])

    def test_urls_of_webhooks(self) -> None:
        for case in cases("webhook-urls", at_least=400):
            with self.subTest(case["why"], url=case["url"]):
                self.assertEqual(is_webhook_url(case["url"]), case["ok"])
