"""The cases of vectors/receiver.json: answers, what handlers get, and what a store holds."""

import json
import logging
import unittest
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from collections_contract import Answer, Delivery, EventBusy, LabelledSecret, OwnedSecrets, Receiver
from tests import ROOT

CASES = json.loads((ROOT / "vectors/receiver.json").read_text("utf-8"))["cases"]
LACKS = {"deadline"}  # Of a plain receiver: AsyncReceiver has one.


class Run:
    """One case: its receiver, its store, and what they saw."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case, self.now = case, {}
        self.done, self.busy = set(case["before"]["done"]), set(case["before"]["busy"])
        self.handled: list[dict[str, Any]] = []
        self.told: list[str] = []
        options = case["options"]
        more = {"max_body_bytes": options["maxBodyBytes"]} if "maxBodyBytes" in options else {}
        more |= {"key": self.key} if "key" in options else {}
        more |= {"on_unknown": lambda delivery: self.handle(None, delivery)} if "onUnknown" in options else {}
        secrets = self.secrets if "asked" in case else self.listed(case["secrets"])
        hooks = {"on_problem": lambda code, _: self.tell(code), "on_accepted": lambda one: self.tell(one.outcome)}
        self.receiver = Receiver(secrets, self.handle, store=self, **hooks, **more)

    def listed(self, secrets: list[dict[str, str]]) -> Any:
        known = [LabelledSecret(**one) if "label" in one else one["secret"] for one in secrets]
        return OwnedSecrets(self.case["owner"], known) if "owner" in self.case else known

    def secrets(self) -> Any:
        if "secretsFail" in self.now:
            raise OSError("the secrets are away")
        return self.listed(self.now.get("secrets", self.case["secrets"]))

    def key(self, _: Any) -> str:
        return {"same": "same", "empty": ""}[self.case["options"]["key"]]

    def tell(self, what: str) -> None:
        self.told.append(what)
        if "listeners" in self.case["options"]:
            raise OSError("the metrics are away")

    def handle(self, payment: Any, one: Delivery) -> None:
        found = {"event": one.event, "id": payment and str(payment.id), "key": one.key, "secretIndex": one.secret_index}
        self.handled.append({**found, "label": one.label, "owner": one.owner})
        if self.now.get("handler") == "throws":
            raise OSError("disk full")
        if self.now.get("handler") == "repeats":
            again = self.answer()
            assert (again.code, self.told.pop()) == ("event_busy",) * 2, again

    @contextmanager
    def once(self, key: str) -> Iterator[bool]:
        how = self.now.get("store")
        if how == "away":
            raise OSError("the store is away")
        if key in self.busy:
            raise EventBusy
        with suppress(OSError if how == "hides failures" else ()):
            yield key not in self.done
        if how == "rolls back":
            raise OSError("the commit failed")
        self.done |= {key} if how is None else set()

    def answer(self) -> Answer:
        def header(name: str) -> str | None:
            values = [value for own, value in self.now["headers"] if own == name]
            return ",".join(values) if values else None

        head = (self.now["method"], header("Content-Type"), header("Content-Length"))
        return self.receiver.refuse_head(*head) or self.receiver.receive(
            b64decode(self.now["body"]), header("signature")
        )


class Vectors(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        logging.disable()
        self.addCleanup(logging.disable, logging.NOTSET)

    def test_all_cases(self) -> None:
        self.assertGreater(len(CASES), 100)
        for case in CASES:
            with self.subTest(case["id"]):
                if not LACKS.intersection(case["needs"]):
                    self.check(case)

    def check(self, case: dict[str, Any]) -> None:
        if "refusedWhenMade" in case:
            self.assertRaises(ValueError, Run, case)
            return
        run = Run(case)
        for run.now in case["requests"]:
            answer, code = run.answer(), run.now.get("code")
            allow = {"Allow": "POST"} if run.now["status"] == 405 else {}
            headers = {"Content-Type": "application/json"} if code else {}
            body = json.dumps({"code": code}, separators=(",", ":")).encode() if code else b""
            self.assertEqual((answer.status, answer.code, answer.body), (run.now["status"], code, body))
            self.assertEqual((answer.headers, run.told), ({**headers, **allow}, [code or run.now["as"]]))
            expected = [{"id": None, "label": None, "owner": None, **run.now["handled"]}] if "handled" in run.now else []
            self.assertEqual(run.handled, expected)
            run.handled, run.told = [], []
        self.assertEqual(sorted(run.done), case["stored"])
