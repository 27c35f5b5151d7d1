"""The cases of vectors/receiver.json: answers, what handlers get, and what a store holds."""

import json
import logging
import unittest
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from collections_contract import Delivery, EventBusy, LabelledSecret, OwnedSecrets, PaymentSnapshot, Problem, Receiver
from tests import cases


def fail_if(condition: bool) -> None:
    if condition:
        raise OSError("away")


class Run:
    """One case: its receiver, its store, and the lines that say what they did."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case, self.now, self.done = case, {}, set(case["before"]["done"])
        self.lines, options = [], case["options"]
        more = {"max_body_bytes": options["maxBodyBytes"]} if "maxBodyBytes" in options else {}
        more |= {"key": self.key} if "key" in options else {}
        more |= {"on_unknown": lambda delivery: self.handle(None, delivery)} if "onUnknown" in options else {}
        more |= {"on_problem": self.problem, "on_accepted": lambda one: self.tell(f"accepted {one.outcome}")}
        self.receiver = Receiver(self.secrets if "asked" in case else self.secrets(), self.handle, store=self, **more)

    def secrets(self) -> Any:
        fail_if("secretsFail" in self.now)
        given = self.now.get("secrets", self.case["secrets"])
        known = [LabelledSecret(**one) if "label" in one else one["secret"] for one in given]
        return OwnedSecrets(self.case["owner"], known) if "owner" in self.case else known

    def tell(self, line: str) -> None:
        self.lines.append(line)
        fail_if("listeners" in self.case["options"])

    def problem(self, one: Problem) -> None:
        whose = f"event={one.event or ''} label={one.label or ''} owner={one.owner or ''}"
        self.tell(f"problem status={one.status} code={one.code} {whose}")

    def key(self, payment: PaymentSnapshot) -> str:
        name = self.case["options"]["key"]
        member = payment.to_json().get(name)
        fail_if(name == "throws" or (name == "strict" and member != 7))
        return "" if name == "empty" else f"{name} {json.dumps(member, separators=(',', ':'))}"

    def handle(self, payment: Any, one: Delivery) -> None:
        found = f"event={one.event} id={payment.id if payment else ''} key={one.key} secret={one.secret_index}"
        self.lines.append(f"handler {found} label={one.label or ''} owner={one.owner or ''}")
        fail_if(self.now.get("handler") == "throws")
        if self.now.get("handler") == "repeats":
            self.answer()

    @contextmanager
    def once(self, key: str) -> Iterator[bool]:
        how = self.now.get("store")
        fail_if(how == "away")
        if key in self.case["before"]["busy"]:
            raise EventBusy
        with suppress(OSError if how == "hides failures" else ()):
            yield key not in self.done
        fail_if(how == "rolls back")
        if how is None and key not in self.done:
            self.done.add(key)
            self.lines.append(f"stored {key}")

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
                for run.now in case["requests"]:
                    run.lines = []
                    run.answer()
                    self.assertEqual(run.lines, run.now["expected"])
