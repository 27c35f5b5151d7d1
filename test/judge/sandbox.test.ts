/**
 * The stand-in service keeps the contract in both profiles. Only what the strict profile refuses or requires is not
 * observed.
 */

import { describe, expect, it } from "vitest";
import { exitCodeOf, testService } from "../../src/judge/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { keepsTheContract } from "./drawn.ts";
import { accusationsIn, SEED } from "./judged.ts";

/**
 * U-09: unknown event names are refused. U-14: a refresh token is good for one refresh. U-35: URLs are asked. Members
 * that are not described are refused.
 */
const STRICT_REASONS = /U-09|U-14|U-35|a request with a secret is refused/;

it.concurrent.each([
  ["default", "virtual"],
  ["default", "real"],
  ["strict", "virtual"],
] as const)(
  "the profile %s with a %s clock",
  async (profile, clock) => {
    const sandbox = await startSandbox({ profile, clock });
    // Histories are drawn below.
    const report = await testService(sandbox.driver, { seed: SEED, skip: clock === "real" ? ["history", "walk"] : [] });
    expect(accusationsIn(report).map(({ id, actual }) => `${id}: ${actual}`)).toEqual([]);
    const unseen = report.checks.filter(
      ({ status, reason }) => status === "not observed" && !(profile === "strict" && STRICT_REASONS.test(reason ?? "")),
    );
    expect(unseen.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(exitCodeOf(report)).toBe(0);
  },
  120_000,
);

/**
 * 422379610 drew a webhook at the URL of another one, whose delivery was still on its way; 33 and 57 ask for a webhook
 * that exists and is switched off, which the strict profile gives out again (U-39). Others: test/on-demand/judge.
 */
describe("whatever history is drawn", () => keepsTheContract([422379610, 33, 57]));
