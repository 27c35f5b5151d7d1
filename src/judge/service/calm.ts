/**
 * The judge may itself be the cause of a failure: if it was delayed for so long that the service's attempts may have
 * timed out, it repeats a failed check with new experiments.
 */

import type { Check } from "../check.ts";
import { type Verdict, verdictOf, WAITING } from "../verdicts.ts";
import { wasAway } from "./away.ts";
import type { Context } from "./context.ts";
import { arrivedAs, courseAt } from "./course.ts";
import { EARLY, isSettledEarly } from "./early.ts";

/** Largest number of runs of a check. */
const ROUNDS = 3;

/** Resolves to the verdict of a check. A failure counts if the judge was never delayed, or if it shows every time. */
export async function calmVerdict(check: Check<Context>, context: Context): Promise<Verdict> {
  for (let round = 1; ; round++) {
    const verdict = await verdictOf(check, context);
    const isFinal = verdict.status !== "failed" || round === ROUNDS || check.isUnrepeatable;
    if (isFinal || !wasAway(context) || context.options.signal?.aborted)
      return withCourse(proved(verdict, check, context), context);
    await context.startAnew();
  }
}

/** Judges by what came so far, without anything new. */
export async function earlyVerdict(check: Check<Context>, context: Context): Promise<Verdict> {
  context.looksBack = true;
  try {
    return withCourse(await verdictOf(check, context), context);
  } finally {
    context.looksBack = false;
  }
}

/** What did not come is no finding while the service may still send it; a delivery that came is one. */
function proved(verdict: Verdict, { group }: Check<Context>, context: Context): Verdict {
  const { status, evidence, ms } = verdict;
  const isSeen = evidence?.exchange !== undefined && arrivedAs.has(evidence.exchange);
  if (status !== "failed" || isSeen || !WAITING.test(group)) return verdict;
  if (isSettledEarly(context)) return { status: "not observed", ms, why: `driver_invalid: ${EARLY}` };
  if (context.settling.isProof) return verdict;
  const why = "settle() of the driver has not returned while nothing new came, so what is missing may still come";
  return { status: "not observed", ms, why: `${why} (N-6.5-02)` };
}

function withCourse(verdict: Verdict, context: Context): Verdict {
  const { evidence } = verdict;
  if (!evidence || evidence.sequence) return verdict;
  return { ...verdict, evidence: { ...evidence, sequence: courseAt(context, evidence.exchange) } };
}
