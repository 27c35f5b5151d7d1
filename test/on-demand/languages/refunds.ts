/**
 * A test for each package that an event of a deployment reaches its handler: with its model, once, and refused where it
 * does not fit. It is written into the package beside its own tests.
 */

const BODY = `{"@event":"case_file.payment.refunded","id":7,"rate":1.50,\
"lines":[{"label":"a","amount":1}],"labels":{"b c":"d"}}`;
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
        read = lambda refund: (refund.id, refund.lines[0].label, refund.labels)
        on = {EVENT: lambda refund, delivery: seen.append((*read(refund), delivery.event))}
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
import { createReceiver, SIGNATURE_HEADER, signBody } from "../src/index.ts";
import { createClient, itemsOf } from "../src/client.ts";
import { createReceiver as createEdgeReceiver } from "../src/edge.ts";
import { authorizationUrl, rfc6749Refresh } from "../src/oauth.ts";

const EVENT = "case_file.payment.refunded";
const request = (text: string, header = SIGNATURE_HEADER) => {
  const body = new TextEncoder().encode(text);
  return { method: "POST", headers: { "content-type": "application/json", [header]: signBody(body, "s") }, body };
};

test("a refund reaches its handler once, under the header of the deployment", async () => {
  for (const create of [createReceiver, createEdgeReceiver]) {
    const seen: unknown[] = [];
    const receiver = create({
      secrets: "s",
      onProblem: () => undefined,
      on: {
        [EVENT]({ payload, event, key }) {
          seen.push([payload.id, payload.lines?.[0]?.label, payload.labels, event, key]);
        },
      },
    });
    const other = await receiver.bytes(request(\`${BODY}\`, "X-Service-Signature"));
    assert.deepEqual([SIGNATURE_HEADER, other.status], ["X-Acme-Signature", 401]);
    for (let i = 0; i < 2; i++) assert.equal((await receiver.bytes(request(\`${BODY}\`))).status, 204);
    assert.deepEqual(seen, [[7, "a", { "b c": "d" }, EVENT, "verified 7 " + EVENT]]);
    assert.match(String((await receiver.bytes(request(\`${BAD}\`))).body), /payload_invalid/);
  }
});

test("what the deployment states may be left out, and said otherwise", async () => {
  const app = { clientId: "a", redirectUri: "https://app.example.com/", scopes: ["x"] };
  assert.match((await authorizationUrl(app)).url, /^https:\\/\\/login\\.acme\\.example\\/oauth\\/v2\\/approve\\?/);
  const other = await authorizationUrl({ ...app, authorizationEndpoint: "https://other.example/a" });
  assert.match(other.url, /^https:\\/\\/other\\.example\\/a\\?/);
  assert.equal(typeof rfc6749Refresh({ clientId: "a", clientSecret: "s" }), "function");
  assert.deepEqual(itemsOf([{ app: "/api/apps/7" }]), [{ app: "/api/apps/7" }]);
  const asked: string[] = [];
  const fetch = async (input: URL | RequestInfo) => {
    asked.push((input as Request).url, String((input as Request).headers.get("X-Acme-Token")));
    return Response.json([]);
  };
  await createClient({ accessToken: "t", fetch }).listAppWebhooks(7);
  assert.deepEqual([asked[0], asked[1]?.endsWith("t")], ["https://api.acme.example/api/apps/7/app_webhooks", true]);
  assert.throws(() => createClient({ accessToken: "t", baseUrl: "http://127.0.0.1:1" }), { code: "insecure_url" });
});

test("what would never run is refused", () => {
  assert.throws(() => createReceiver({ secrets: "s", on: { "no.such.event": () => undefined } as object }));
  // @ts-expect-error no such event
  const never = () => createReceiver({ secrets: "s", on: { "no.such.event": () => undefined } });
  // @ts-expect-error a refund has no such member
  createReceiver({ secrets: "s", on: { [EVENT]: ({ payload }) => payload.lines?.[0]?.nothing.at(0) } });
  assert.throws(never);
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
		label := refund.Lines[0].Label + refund.Labels["b c"]
		if refund.ID != 7 || label != "ad" || *refund.Rate != "1.50" || delivery.Event != event {
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
  java: [
    "src/test/java/example/acme/collections/RefundsTest.java",
    `package example.acme.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RefundsTest {
  private static final String EVENT = "case_file.payment.refunded";

  @Test
  void aRefundReachesItsHandlerOnce() {
    List<Object> seen = new ArrayList<>();
    Receiver receiver =
        Receiver.builder(Secrets.of("s"), (payment, delivery) -> {})
            .on(
                EVENT,
                RefundSnapshot::fromJson,
                (refund, delivery) -> {
                  seen.add(List.of(refund.id(), refund.lines().get(0).label(), refund.labels(), delivery.event()));
                })
            .build();
    assertEquals(204, receive(receiver, ${JSON.stringify(BODY)}).status());
    assertEquals(204, receive(receiver, ${JSON.stringify(BODY)}).status());
    assertEquals(List.of(List.of(7L, "a", Map.of("b c", "d"), EVENT)), seen);
    assertEquals("payload_invalid", receive(receiver, ${JSON.stringify(BAD)}).code());
  }

  @Test
  void whatWouldNeverRunIsRefused() {
    for (String event : List.of("case_file.payment.confirmed", "no.such.event")) {
      ReceiverBuilder builder = Receiver.builder(Secrets.of("s"), (payment, delivery) -> {});
      assertThrows(
          IllegalArgumentException.class,
          () -> builder.on(event, RefundSnapshot::fromJson, (refund, delivery) -> {}));
    }
  }

  private static Answer receive(Receiver receiver, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return receiver.receive(bytes, WebhookSignature.sign(bytes, "s"));
  }
}
`,
  ],
  php: [
    "tests/RefundsTest.php",
    `<?php

declare(strict_types=1);

namespace AcmeExampleCollections\\Tests;

use AcmeExampleCollections\\Delivery;
use AcmeExampleCollections\\Model\\RefundSnapshot;
use AcmeExampleCollections\\PdoStore;
use AcmeExampleCollections\\Receiver;
use AcmeExampleCollections\\Signature;
use InvalidArgumentException;
use PDO;

final class RefundsTest extends TestCase
{
    private const EVENT = 'case_file.payment.refunded';

    public function testARefundReachesItsHandlerOnce(): void
    {
        $seen = [];
        $on = [self::EVENT => static function (RefundSnapshot $refund, Delivery $delivery) use (&$seen): void {
            $seen[] = [$refund->id, $refund->lines[0]->label, (array) $refund->labels, $delivery->event];
        }];
        $receiver = new Receiver(['s'], static fn () => null, self::table(), on: $on);
        foreach ([1, 2] as $_) {
            self::assertSame(204, self::receive($receiver, '${BODY}')->status);
        }
        self::assertSame([[7, 'a', ['b c' => 'd'], self::EVENT]], $seen);
        self::assertSame('payload_invalid', self::receive($receiver, '${BAD}')->code);
    }

    public function testWhatWouldNeverRunIsRefused(): void
    {
        foreach (['case_file.payment.confirmed', 'no.such.event'] as $event) {
            self::thrown(InvalidArgumentException::class, static fn () =>
                new Receiver(['s'], static fn () => null, self::table(), on: [$event => static fn () => null]));
        }
    }

    private static function table(): PdoStore
    {
        $pdo = new PDO('sqlite::memory:');
        $pdo->exec(PdoStore::TABLE);

        return new PdoStore($pdo);
    }

    private static function receive(Receiver $receiver, string $body): \\AcmeExampleCollections\\Answer
    {
        return $receiver->receive($body, Signature::sign($body, 's'));
    }
}
`,
  ],
  ruby: [
    "test/refunds_test.rb",
    `# frozen_string_literal: true

require "test_helper"

class RefundsTest < Minitest::Test
  EVENT = "case_file.payment.refunded"

  def test_a_refund_reaches_its_handler_once
    seen = []
    read = ->(refund) { [refund.id, refund.lines.first.label, refund.labels] }
    on = { EVENT => ->(refund, delivery) { seen << [*read.(refund), delivery.event] } }
    receiver = AcmeExampleCollections::Receiver.new(["s"], on: on, store: AcmeExampleCollections::MemoryStore.new) {}
    2.times { assert_equal 204, receive(receiver, '${BODY}').status }
    assert_equal [[7, "a", { "b c" => "d" }, EVENT]], seen
    assert_equal "payload_invalid", receive(receiver, '${BAD}').code
  end

  def test_what_would_never_run_is_refused
    ["case_file.payment.confirmed", "no.such.event"].each do |event|
      assert_raises(ArgumentError) { AcmeExampleCollections::Receiver.new(["s"], on: { event => ->(*) {} }) {} }
    end
  end

  private

  def receive(receiver, body)
    receiver.receive(body, AcmeExampleCollections::Signature.sign(body, "s"))
  end
end
`,
  ],
  rust: [
    "tests/refunds.rs",
    `//! A refund reaches its handler once, and what would never run is refused.

use std::sync::{Arc, Mutex};

use acme_example_collections::models::RefundSnapshot;
use acme_example_collections::{Receiver, sign};

const EVENT: &str = "case_file.payment.refunded";

fn receive(receiver: &Receiver, body: &str) -> (u16, Option<&'static str>) {
    let signature = sign(body.as_bytes(), "s").unwrap();
    let answer = receiver.receive(body.as_bytes(), Some(&signature));
    (answer.status, answer.code)
}

#[test]
fn a_refund_reaches_its_handler_once() {
    let seen = Arc::<Mutex<Vec<_>>>::default();
    let own = seen.clone();
    let receiver = Receiver::new(["s"], |_, _| Ok(()))
        .unwrap()
        .on(EVENT, move |refund: &RefundSnapshot, delivery| {
            let label = refund.lines.as_ref().map(|lines| lines[0].label.clone());
            let labels = refund.labels.as_ref().map(|labels| labels["b c"].clone());
            own.lock().unwrap().push((refund.id, label, labels, delivery.event.to_owned()));
            Ok(())
        })
        .unwrap();
    for _ in 0..2 {
        assert_eq!(receive(&receiver, r#"${BODY}"#), (204, None));
    }
    let (label, labels) = (Some("a".to_owned()), Some("d".to_owned()));
    assert_eq!(*seen.lock().unwrap(), [(7, label, labels, EVENT.to_owned())]);
    assert_eq!(receive(&receiver, r#"${BAD}"#), (422, Some("payload_invalid")));
}

#[test]
fn what_would_never_run_is_refused() {
    for event in ["case_file.payment.confirmed", "no.such.event"] {
        let receiver = Receiver::new(["s"], |_, _| Ok(())).unwrap();
        assert!(receiver.on(event, |_: &RefundSnapshot, _| Ok(())).is_err(), "{event}");
    }
}
`,
  ],
};
