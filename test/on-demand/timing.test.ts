/**
 * Does the time a refusal takes show where the digests differ? (F-6.3-07: the receiver compares in constant time.)
 *
 * Welch's t-test between digests that differ in the first and in the last digit, in random order. The gate is wide
 * because the machine is shared; that it is narrow enough is shown by a naive comparison, which must not pass it.
 */

import { describe, expect, it } from "vitest";
import { createVerifier, signBody } from "../../src/signature/node.ts";

type Verify = (body: Uint8Array, header: string) => boolean;

const GATE = 20;
const TRIES = 4;
const SAMPLES = 8000;
/** Calls per sample: more of them stand out better against the resolution of the clock and the noise of the machine. */
const CALLS = 12;

const SECRET = "<WEBHOOK_SECRET>";
const body = new Uint8Array(Buffer.from('{"@event":"case_file.payment.confirmed","id":4711}'));
const right = signBody(body, SECRET);

/** A flat string, made in the same way for both sides: strings of another inner shape take another time to read. */
const withDigit = (at: number) => {
  const bytes = Buffer.from(right);
  bytes[at] = bytes[at] === 0x30 ? 0x31 : 0x30;
  return bytes.toString("latin1");
};
const first = withDigit("sha256=".length);
const last = withDigit(right.length - 1);

/** A comparison that is wrong on purpose: it stops at the first digit that differs. */
const naive: Verify = (bytes, header) => {
  const expected = signBody(bytes, SECRET);
  for (let i = 0; i < expected.length; i++) if (expected.charCodeAt(i) !== header.charCodeAt(i)) return false;
  return true;
};

function time(verify: Verify, header: string): number {
  const start = process.hrtime.bigint();
  for (let call = 0; call < CALLS; call++) if (verify(body, header)) throw new Error("accepted");
  return Number(process.hrtime.bigint() - start);
}

/** The slower half is interruptions, garbage collection and a neighbour's work, not the comparison. */
function summary(times: number[]): { mean: number; error: number } {
  const kept = times.toSorted((a, b) => a - b).slice(0, Math.floor(times.length / 2));
  const mean = kept.reduce((sum, one) => sum + one, 0) / kept.length;
  const variance = kept.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (kept.length - 1);
  return { mean, error: variance / kept.length };
}

function welchT(verify: Verify): number {
  for (let i = 0; i < 4000; i++) time(verify, i % 2 ? first : last);
  const times: [number[], number[]] = [[], []];
  for (let i = 0; i < 2 * SAMPLES; i++) {
    const side = Math.random() < 0.5 ? 0 : 1;
    times[side].push(time(verify, side === 0 ? first : last));
  }
  const [a, b] = [summary(times[0]), summary(times[1])];
  return Math.abs(a.mean - b.mean) / Math.sqrt(a.error + b.error);
}

/** The smallest of some tries, as soon as one passes: noise comes and goes, a leak stays. */
function smallestT(verify: Verify): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && smallest > GATE; attempt++) smallest = Math.min(smallest, welchT(verify));
  return smallest;
}

describe("signature timing", () => {
  it("does not show the place of the first difference", () => {
    const verifier = createVerifier(SECRET);
    expect(smallestT(verifier.verifySignature)).toBeLessThanOrEqual(GATE);
  });

  it("would show it for a naive comparison", () => {
    expect(smallestT(naive)).toBeGreaterThan(GATE);
  });
});
