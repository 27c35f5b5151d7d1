/** What this package adds to the npm package, which passes all vectors itself: names, events and models. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CASE_FILE_PAYMENT_CONFIRMED, createReceiver, MODELS, SIGNATURE_HEADER, validate } from "../src/index.ts";

type Body = { id: string; body: string; header: string; verdict: string; payment?: string; code?: string };
type Payload = { id: string; schema: keyof typeof MODELS; verdict: string; text: string };

const vectors = (name: string) => JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), "utf8"));
const bytes = (base64: string): Buffer => Buffer.from(base64, "base64");
test("bodies at the edges of JSON", async () => {
  const { cases, secret }: { cases: Body[]; secret: string } = vectors("json");
  assert.ok(cases.length >= 70);
  for (const { id, body, header, verdict, payment, code } of cases) {
    const handled: string[] = [];
    const on = {
      [CASE_FILE_PAYMENT_CONFIRMED]: ({ payload }: { payload: { id: number } }) => handled.push(`${payload.id}`),
    };
    const receiver = createReceiver({ secrets: `${bytes(secret)}`, on, store: false, onProblem: () => undefined });
    const headers = { "Content-Type": "application/json", [SIGNATURE_HEADER]: header };
    const answer = await receiver.bytes({ method: "POST", headers, body: bytes(body) });
    const isRefused = verdict === "refused" || (verdict === "exact" && handled.length === 0);
    assert.deepEqual([handled, Math.floor(answer.status / 100)], isRefused ? [[], 4] : [[payment], 2], id);
    if (verdict === "refused") assert.equal(JSON.parse(String(answer.body)).code, code, id);
  }
});

test("payloads", () => {
  const { cases }: { cases: Payload[] } = vectors("payloads");
  assert.ok(cases.length >= 100);
  for (const { id, schema, verdict, text } of cases)
    if (verdict !== "exact") assert.equal(validate(schema, JSON.parse(text, unrounded)).ok, verdict === "taken", id);
  assert.deepEqual([...new Set(cases.map(({ schema }) => schema))].sort(), Object.keys(MODELS).sort());
});

/** The receiver refuses what JavaScript rounds to an integer; `json.json` shows it. */
function unrounded(_: string, value: unknown, { source = "" } = {}): unknown {
  return Number.isInteger(value) && /\d[.eE]-?\d*[1-9]/.test(source) ? 0.5 : value;
}
