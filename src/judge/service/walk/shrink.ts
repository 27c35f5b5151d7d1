/** Repeats a violation with fewer steps, for as long as it still shows. */

import type { Context } from "../context.ts";
import { perform, type Walked } from "./perform.ts";
import { concerning, type Step, twinsOf } from "./steps.ts";
import type { Violation } from "./violations.ts";

const isSame = (one: Violation) => (other: Violation) => other.kind === one.kind && other.rule === one.rule;

/** Returns the walk again with the same violation, or undefined where it does not show a second time. */
export async function repeat(context: Context, walked: Walked): Promise<Walked | undefined> {
  const { violation, taken } = walked;
  if (!violation) return undefined;
  const again = await perform(context, taken, { isSought: isSame(violation) });
  return again.violation ? again : undefined;
}

/** The steps of a walk that concern the webhook of its violation. */
export const ownSteps = ({ taken, violation }: Pick<Walked, "taken" | "violation">): readonly Step[] =>
  violation ? concerning(taken, twinsOf(taken, violation.slot)) : taken;

/**
 * Leaves out steps until each of them is needed or the time is over (`until`: as of `performance.now`): those of other
 * webhooks first, then halves.
 */
export async function shrink(context: Context, walked: Walked, until: number): Promise<Walked> {
  const own = ownSteps(walked);
  let best = (own.length < walked.taken.length && (await attempt(context, own, walked))) || walked;
  for (let size = Math.ceil(best.taken.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
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
