/** Signatures, bodies at the edges of JSON, payloads and URLs, with the verdicts of vectors/. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CASE_FILE_PAYMENT_CONFIRMED,
  checkWebhookUrl,
  createReceiver,
  MODELS,
  SIGNATURE_HEADER,
  validate,
  verify,
} from "../src/index.ts";
import { bytes, vectors } from "./vectors.ts";

type Signature = {
  id: string;
  body: string;
  secrets: string[];
  header: string | null;
  ok: boolean;
  secretIndex?: number;
  code?: string;
};
type Body = { id: string; body: string; header: string; verdict: string; payment?: string; code?: string };
type Payload = { id: string; schema: keyof typeof MODELS; verdict: string; text: string };
type UrlCase = { url: string; ok: boolean; why: string };

test("signatures", () => {
  for (const { id, body, header, secrets, ok, secretIndex, code } of vectors<Signature>("signature", 40).cases) {
    const verdict = verify(
      bytes(body),
      header,
      secrets.map((one) => `${bytes(one)}`),
    );
    assert.deepEqual(verdict, ok ? { ok, secretIndex } : { ok, code }, id);
  }
});

test("bodies at the edges of JSON", async () => {
  const { cases, secret } = vectors<Body>("json", 70);
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
  const { cases } = vectors<Payload>("payloads", 100);
  for (const { id, schema, verdict, text } of cases)
    if (verdict !== "exact") assert.equal(validate(schema, JSON.parse(text, unrounded)).ok, verdict === "taken", id);
  assert.deepEqual([...new Set(cases.map(({ schema }) => schema))].sort(), Object.keys(MODELS).sort());
});

/** The receiver refuses what JavaScript rounds to an integer; `json.json` shows it. */
function unrounded(_: string, value: unknown, { source = "" } = {}): unknown {
  return Number.isInteger(value) && /\d[.eE]-?\d*[1-9]/.test(source) ? 0.5 : value;
}

test("URLs", () => {
  // The npm package reads hosts as browsers do.
  for (const { url, ok, why } of vectors<UrlCase>("webhook-urls", 400, ["hosts in ASCII"]).cases)
    assert.equal(checkWebhookUrl(url).ok, ok, `${url}: ${why}`);
});
