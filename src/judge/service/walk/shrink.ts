/** Repeats a violation with fewer steps, for as long as it still shows. */

import type { Context } from "../context.ts";
import { perform, type Walked } from "./perform.ts";
import type { Step } from "./steps.ts";
import type { Violation } from "./violations.ts";

const isSame = (one: Violation) => (other: Violation) => other.kind === one.kind && other.rule === one.rule;

/** Returns the walk again with the same violation, or undefined where it does not show a second time. */
export async function repeat(context: Context, walked: Walked): Promise<Walked | undefined> {
  const { violation, taken } = walked;
  if (!violation) return undefined;
  const again = await perform(context, taken, { isSought: isSame(violation) });
  return again.violation ? again : undefined;
}

/**
 * Leaves out steps, halves first, until each of them is needed or the time is over (`until`: as of `performance.now`).
 */
export async function shrink(context: Context, walked: Walked, until: number): Promise<Walked> {
  let best = walked;
  for (let size = Math.ceil(walked.taken.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let from = 0; from < best.taken.length - 1; ) {
      if (performance.now() > until) return best;
      const fewer = without(best.taken, from, size);
      const tried = fewer.length < best.taken.length ? await attempt(context, fewer, best) : undefined;
      if (tried) best = tried;
      else from += size;
    }
  }
  return best;
}

/** The last step is the one that showed it. */
const without = (steps: readonly Step[], from: number, size: number) => [
  ...steps.slice(0, from),
  ...steps.slice(Math.min(from + size, steps.length - 1)),
];

async function attempt(context: Context, steps: readonly Step[], { violation }: Walked): Promise<Walked | undefined> {
  if (!violation) return undefined;
  const tried = await perform(context, steps, { isSought: isSame(violation) });
  return tried.violation ? tried : undefined;
}
