"""The cases of vectors/receiver.json: answers, what handlers get, and what a store holds."""

import logging
import unittest
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from collections_contract import Answer, Delivery, EventBusy, LabelledSecret, OwnedSecrets, Problem, Receiver
from tests import cases


def fail_if(condition: bool) -> None:
    if condition:
        raise OSError("away")


class Run:
    """One case: its receiver, its store, and what they saw."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case, self.now, self.done = case, {}, set(case["before"]["done"])
        self.handled, self.told, options = [], [], case["options"]
        more = {"max_body_bytes": options["maxBodyBytes"]} if "maxBodyBytes" in options else {}
        more |= {"key": lambda _: {"same": "same", "empty": ""}[options["key"]]} if "key" in options else {}
        more |= {"on_unknown": lambda delivery: self.handle(None, delivery)} if "onUnknown" in options else {}
        more |= {"on_problem": self.tell, "on_accepted": lambda one: self.tell(one.outcome)}
        self.receiver = Receiver(self.secrets if "asked" in case else self.secrets(), self.handle, store=self, **more)

    def secrets(self) -> Any:
        fail_if("secretsFail" in self.now)
        given = self.now.get("secrets", self.case["secrets"])
        known = [LabelledSecret(**one) if "label" in one else one["secret"] for one in given]
        return OwnedSecrets(self.case["owner"], known) if "owner" in self.case else known

    def tell(self, what: Any) -> None:
        self.told.append(what)
        fail_if("listeners" in self.case["options"])

    def handle(self, payment: Any, one: Delivery) -> None:
        found = {"event": one.event, "id": payment and str(payment.id), "key": one.key, "secretIndex": one.secret_index}
        self.handled.append({**found, "label": one.label, "owner": one.owner})
        repeats = self.now.get("handler") == "repeats"
        fail_if(self.now.get("handler") == "throws" or repeats and self.answer().code != self.told.pop().code)

    @contextmanager
    def once(self, key: str) -> Iterator[bool]:
        how = self.now.get("store")
        fail_if(how == "away")
        if key in self.case["before"]["busy"]:
            raise EventBusy
        with suppress(OSError if how == "hides failures" else ()):
            yield key not in self.done
        fail_if(how == "rolls back")
        self.done |= {key} if how is None else set()

    def answer(self) -> Answer:
        headers: dict[str, str] = {}
        for name, value in self.now["headers"]:
            headers[name] = f"{headers[name]},{value}" if name in headers else value
        refused = self.receiver.refuse_head(self.now["method"], *map(headers.get, ("Content-Type", "Content-Length")))
        return refused or self.receiver.receive(b64decode(self.now["body"]), headers.get("signature"))


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
                    run.handled, run.told = [], []
                    answer, code, handled = run.answer(), run.now.get("code"), run.now.get("handled")
                    headers = {"Content-Type": "application/json"} if code else {}
                    headers |= {"Allow": "POST"} if answer.status == 405 else {}
                    said = (answer.status, answer.code, answer.body.decode(), answer.headers)
                    self.assertEqual(said, (run.now["status"], code, f'{{"code":"{code}"}}' if code else "", headers))
                    expected = [{"id": None, "label": None, "owner": None, **handled}] if handled else []
                    told = [Problem(**run.now["problem"])] if "problem" in run.now else []
                    told += [run.now["as"]] if "as" in run.now else []
                    self.assertEqual((run.told, run.handled), (told, expected))
                self.assertEqual(sorted(run.done), case["stored"])
