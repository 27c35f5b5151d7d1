/**
 * Nobody is accused for what may be the judge's own doing: where it was held up for so long that attempts of the service
 * may have timed out, a check that failed is made again, with new experiments.
 */

import type { Check } from "../check.ts";
import { type Verdict, verdictOf } from "../verdicts.ts";
import type { Context } from "./context.ts";

/** How often a check is made at most. */
const ROUNDS = 3;
/** No attempt is given up sooner, unless the driver says so (N-6.5-03). Milliseconds. */
const STALL_MS = 1000;

const longestAllowed = ({ driver }: Context): number =>
  driver.attemptTimeoutMs === undefined ? STALL_MS : Math.min(STALL_MS, Math.max(50, driver.attemptTimeoutMs / 2));

/** Resolves to the verdict of a check; a failure counts where the judge was there all the time, or shows each time. */
export async function calmVerdict(check: Check<Context>, context: Context): Promise<Verdict> {
  for (let round = 1; ; round++) {
    const verdict = await verdictOf(check, context);
    const wasAway = context.longestStall() > longestAllowed(context);
    if (verdict.status !== "failed" || round === ROUNDS || !wasAway || context.options.signal?.aborted) return verdict;
    await context.startAnew();
  }
}
