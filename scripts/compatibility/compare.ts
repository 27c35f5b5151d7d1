/** Results against the committed ones. No I/O. */

import type { Result, Results } from "./result.ts";

/** What can fail, in the order in which it is found out. The token's host may be given by hand, so it fails no row. */
const STEPS = ["made", "compiles", "operations", "payload"] as const;
const REST = ["tokenHost", "integers", "unknownMembers", "colon", "noColon"] as const;

/** The steps that went wrong. */
export const failures = (result: Result): (typeof STEPS)[number][] =>
  STEPS.filter((step) => result[step].startsWith("no"));

const skippedAt = (result: Result) => STEPS.findIndex((step) => result[step].startsWith("skipped"));

/**
 * What differs, a line each. The words of a failure are not compared: they hold versions and places. From the first
 * step that was skipped on this machine nothing is.
 */
export function differences(known: Result, now: Result): string[] {
  const skipped = skippedAt(now);
  const asked = skipped < 0 ? STEPS : STEPS.slice(0, skipped);
  const rest = skipped < 0 && skippedAt(known) < 0 ? REST : [];
  const verdict = (text: string) => text.replace(/^(no|skipped): .*/s, "$1");
  return [...asked, ...rest]
    .filter((step) => !known[step].startsWith("skipped") && verdict(known[step]) !== verdict(now[step]))
    .map((step) => `${step}: was ${JSON.stringify(known[step])}, is ${JSON.stringify(now[step])}`);
}

/** What a machine could not run leaves what another one found. */
export function merge(known: Results, now: Results): Results {
  const result = { ...known };
  for (const [id, row] of Object.entries(now)) if (skippedAt(row) < 0 || !known[id]) result[id] = row;
  return result;
}
