/** What the readers make of vectors/payloads.json, and what they keep. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import {
  PayloadError,
  parseJson,
  READERS,
  type Reader,
  readClientWebhook,
  readPaymentSnapshot,
  readTokenResponse,
  stringify,
} from "../src/index.ts";
import { payloadCases } from "./vectors.ts";

const readers: Record<string, Reader<object>> = READERS;

test("all verdicts", () => {
  assert.ok(payloadCases().length > 100);
  for (const { id, schema, verdict, survives, text } of payloadCases()) {
    let written: string;
    try {
      written = stringify((readers[schema] as Reader<object>)(parseJson(text)));
    } catch (error) {
      assert.ok(error instanceof PayloadError, id);
      assert.ok(verdict === "refused" || verdict === "exact", id);
      continue;
    }
    assert.ok(verdict === "taken" || verdict === "exact", id);
    if (survives) assert.deepEqual(parseJson(written), parseJson(text), id);
  }
});

test("every reader has cases", () => {
  assert.deepEqual([...new Set(payloadCases().map(({ schema }) => schema))].sort(), Object.keys(READERS).sort());
});

test("integers are exact or refused", () => {
  const idOf = (id: string) => readPaymentSnapshot(parseJson(`{"@event":"e","id":${id}}`)).id;
  assert.equal(idOf("8e2"), 800);
  assert.equal(idOf("9223372036854775807"), 9_223_372_036_854_775_807n);
  assert.equal(idOf("-12345678901234567890"), -12_345_678_901_234_567_890n);
  const rounded = ["4503599627370496.5", "1.00000000000000000001", "0.99999999999999999999", "1e-400"];
  for (const id of [...rounded, "1.5", "9007199254740993.0", "1e400", '"1"', "true", "null"])
    assert.throws(() => idOf(id), { code: "payload_invalid", message: "/id must be an integer" });
});

test("a fraction that would be rounded is written again as it was", () => {
  const text = '{"@event":"e","id":1.0,"rate":4503599627370496.5}';
  assert.equal(stringify(readPaymentSnapshot(parseJson(text))), text.replace("1.0", "1"));
});

test("unknown members survive at every depth", () => {
  const text =
    '{"@event":"x.y","id":1,"caseFile":{"id":2,"x-new":[{"a":null}]},"x-later":{"b":1.5,"x-big":12345678901234567890},"__proto__":{"c":1}}';
  const snapshot = readPaymentSnapshot(parseJson(text));
  assert.deepEqual([snapshot["@event"], snapshot.caseFile?.id], ["x.y", 2]);
  assert.equal(stringify(snapshot), text);
});

test("an error says where, and no value", () => {
  const message = (call: () => unknown, expected: string) => assert.throws(call, { message: expected });
  message(
    () => readPaymentSnapshot({ "@event": "x", id: 1, caseFile: { id: "hidden" } }),
    "/caseFile/id must be an integer",
  );
  message(() => readClientWebhook({ secret: "hidden", events: ["e", 1] }), "/events/1 must be a string");
  message(() => readPaymentSnapshot([]), "/ must be an object");
  message(() => readPaymentSnapshot(Object.create({ "@event": "inherited", id: 1 })), "/@event must be a string");
});

test("secrets are not printed", () => {
  const webhook = readClientWebhook({ secret: "hidden", name: "shown" });
  const tokens = readTokenResponse({
    token_type: "Bearer",
    expires_in: 1,
    access_token: "hidden",
    refresh_token: "hidden",
  });
  const printed = inspect({ list: [webhook, tokens] }, { depth: 9 });
  assert.ok(printed.includes("shown") && !printed.includes("hidden"));
  assert.equal(JSON.parse(stringify(webhook)).secret, "hidden");
});
