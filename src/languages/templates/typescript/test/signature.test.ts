/** The verdicts of vectors/signature.json, which were computed with another tool. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sign, verify } from "../src/index.ts";
import { signatureCases } from "./vectors.ts";

const bytes = (base64: string) => Buffer.from(base64, "base64");
const text = (base64: string) => bytes(base64).toString("utf8");

test("all verdicts", () => {
  assert.ok(signatureCases().length > 40);
  for (const { id, body, header, secrets, ok, secretIndex, code } of signatureCases()) {
    const verdict = verify(bytes(body), header, secrets.map(text));
    assert.deepEqual(verdict, ok ? { ok, secretIndex } : { ok, code }, id);
  }
});

test("signs what the vectors hold", () => {
  const signed = signatureCases().filter(({ secretIndex }) => secretIndex === 0);
  assert.ok(signed.length > 10);
  for (const { id, body, header, secrets } of signed)
    assert.equal(sign(bytes(body), text(secrets[0] ?? "")), header?.toLowerCase(), id);
});

test("misuse is told", () => {
  assert.throws(() => sign(Buffer.from("{}"), ""), /secret_empty/);
  assert.throws(() => verify("{}" as never, "sha256=00", ["s"]), /body_not_bytes/);
  assert.throws(() => verify({} as never, "sha256=00", ["s"]), /body_not_bytes/);
  assert.throws(() => verify(Buffer.from("{}"), "sha256=00", "s" as never), TypeError);
});
