/**
 * A test for each package that an event of a deployment reaches its handler: with its model, once, and refused where it
 * does not fit. It is written into the package beside its own tests.
 */

const BODY = `{"@event":"case_file.payment.refunded","id":7,"rate":1.50,"lines":[{"label":"a","amount":1}],"labels":{"b c":"d"}}`;
const BAD = `{"@event":"case_file.payment.refunded","id":7,"lines":{}}`;

/** By language: the file and its text, under the names of the example's package. */
export const REFUND_TESTS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  python: [
    "tests/test_refunds.py",
    `import unittest

from acme_example_collections import MemoryStore, Receiver, sign

EVENT = "case_file.payment.refunded"


class RefundsTest(unittest.TestCase):
    def test_reaches_its_handler_once(self) -> None:
        seen = []
        on = {EVENT: lambda refund, delivery: seen.append((refund.id, refund.lines[0].label, refund.labels, delivery.event))}
        receiver = Receiver(["s"], lambda *_: None, on=on, store=MemoryStore())
        for body in (b'${BODY}', b'${BODY}'):
            self.assertEqual(receiver.receive(body, sign(body, "s")).status, 204)
        self.assertEqual(seen, [(7, "a", {"b c": "d"}, EVENT)])
        self.assertEqual(receiver.receive(b'${BAD}', sign(b'${BAD}', "s")).code, "payload_invalid")

    def test_refuses_what_would_never_run(self) -> None:
        for event in ("case_file.payment.confirmed", "no.such.event"):
            with self.assertRaises(ValueError):
                Receiver(["s"], lambda *_: None, on={event: print}, store=MemoryStore())
`,
  ],
  typescript: [
    "test/refunds.test.ts",
    `import assert from "node:assert/strict";
import { test } from "node:test";
import { createReceiver, sign } from "../src/index.ts";

const EVENT = "case_file.payment.refunded";
const bytes = (text: string) => new TextEncoder().encode(text);
const body = bytes(\`${BODY}\`);
const bad = bytes(\`${BAD}\`);

test("a refund reaches its handler once", async () => {
  const seen: unknown[] = [];
  const receiver = createReceiver({
    secrets: ["s"],
    onPayment: () => undefined,
    on: { [EVENT]: (refund, delivery) => void seen.push([refund.id, refund.lines?.[0]?.label, refund.labels, delivery.event]) },
  });
  for (let i = 0; i < 2; i++) assert.equal((await receiver.receive(body, sign(body, "s"))).status, 204);
  assert.deepEqual(seen, [[7, "a", { "b c": "d" }, EVENT]]);
  assert.equal((await receiver.receive(bad, sign(bad, "s"))).code, "payload_invalid");
});

test("what would never run is refused", () => {
  for (const event of ["case_file.payment.confirmed", "no.such.event"])
    assert.throws(() => createReceiver({ secrets: ["s"], onPayment: () => undefined, on: { [event]: () => undefined } as object }));
});
`,
  ],
  go: [
    "refunds_test.go",
    `package collections

import (
	"context"
	"testing"
)

func TestARefundReachesItsHandlerOnce(t *testing.T) {
	const event = "case_file.payment.refunded"
	ignore := func(context.Context, PaymentSnapshot, Delivery) error { return nil }
	seen := 0
	refund := func(_ context.Context, refund RefundSnapshot, delivery Delivery) error {
		if refund.ID != 7 || refund.Lines[0].Label != "a" || refund.Labels["b c"] != "d" || *refund.Rate != "1.50" || delivery.Event != event {
			t.Errorf("%v", refund)
		}
		seen++
		return nil
	}
	receiver, err := NewReceiver([]string{"s"}, ignore, ReceiverOptions{On: []EventHandler{On(event, refund)}})
	if err != nil {
		t.Fatal(err)
	}
	receive := func(body string) Answer {
		signature, err := Sign([]byte(body), "s")
		if err != nil {
			t.Fatal(err)
		}
		return receiver.Receive(context.Background(), []byte(body), signature)
	}
	for range 2 {
		if answer := receive(\`${BODY}\`); answer.Status != 204 {
			t.Errorf("%v", answer)
		}
	}
	if answer := receive(\`${BAD}\`); seen != 1 || answer.Code != "payload_invalid" {
		t.Errorf("%d handled, then %v", seen, answer)
	}
	for _, other := range []string{CaseFilePaymentConfirmed, "no.such.event"} {
		if _, err := NewReceiver([]string{"s"}, ignore, ReceiverOptions{On: []EventHandler{On(other, refund)}}); err == nil {
			t.Errorf("%s was taken", other)
		}
	}
}
`,
  ],
};
