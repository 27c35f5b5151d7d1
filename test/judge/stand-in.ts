/** The sandbox as a service under test. */

import { expect } from "vitest";
import { exitCodeOf, testService } from "../../src/judge/index.ts";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { describeAccusations, SEED } from "./judged.ts";

/**
 * U-09: unknown event names are refused. U-14: a refresh token is good for one refresh. U-35: URLs are asked. Members
 * that are not described are refused.
 */
const STRICT_REASONS = /U-09|U-14|U-35|a request with a secret is refused/;

/** Only what the strict profile refuses or requires is not observed. `skip`: groups of checks that take long. */
export async function keepsTheContract(
  profile: "default" | "strict",
  clock: Exclude<SandboxOptions["clock"], undefined>,
  skip: readonly string[],
): Promise<void> {
  const sandbox = await startSandbox({ profile, clock });
  const report = await testService(sandbox.driver, { seed: SEED, skip });
  expect(describeAccusations(report)).toEqual([]);
  const unseen = report.checks.filter(
    ({ status, reason }) => status === "not observed" && !(profile === "strict" && STRICT_REASONS.test(reason ?? "")),
  );
  expect(unseen.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  expect(exitCodeOf(report)).toBe(0);
}
