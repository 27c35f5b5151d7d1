/** What the judge or its driver may have caused: delays of the judge, and a `settle` that returns too early. */

import type { Check } from "../check.ts";
import type { Received } from "../trace.ts";
import { type Verdict, verdictOf, WAITING } from "../verdicts.ts";
import { idIn } from "../wire/delivery.ts";
import { statusOf } from "../wire/reply.ts";
import type { Context, Hook } from "./context.ts";
import { arrivedAs, courseAt } from "./course.ts";

/** Shortest assumed time-out of an attempt, unless the driver says otherwise (N-6.5-03). Milliseconds. */
const STALL_MS = 1000;

/** Returns how long a delay may be, in milliseconds, without an attempt that times out. */
export function allowedMs({ driver: { attemptTimeoutMs } }: Context): number {
  return attemptTimeoutMs === undefined ? STALL_MS : Math.min(STALL_MS, Math.max(50, attemptTimeoutMs / 2));
}

/** Whether the judge was delayed in a span, by default since experiments were last restarted. */
export const wasAway = (context: Context, from = context.anewAt, to?: number): boolean =>
  (context.listener?.presence.latest(from, to) ?? 0) > allowedMs(context);

const isLate = ({ evidence }: Verdict, context: Context) =>
  wasAway(context, evidence?.span?.from, evidence?.span?.until);

/** Largest number of runs of a check. */
const ROUNDS = 3;

/** Resolves to the verdict of a check: a failure while the judge was delayed is looked for again. */
export async function calmVerdict(check: Check<Context>, context: Context): Promise<Verdict> {
  for (let round = 1; ; round++) {
    const verdict = await verdictOf(check, context);
    const isFinal = verdict.status !== "failed" || round === ROUNDS || check.isUnrepeatable;
    if (isFinal || !isLate(verdict, context) || context.options.signal?.aborted)
      return withCourse(proved(verdict, check, context), context);
    await context.startAnew();
  }
}

/** Judges by what came so far, without anything new. */
export async function earlyVerdict(check: Check<Context>, context: Context): Promise<Verdict> {
  context.looksBack = true;
  try {
    return withCourse(proved(await verdictOf(check, context), check, context), context);
  } finally {
    context.looksBack = false;
  }
}

/** What did not come is no finding where the service may still send it, or gave it up; a delivery that came is one. */
function proved(verdict: Verdict, { group, isUnrepeatable }: Check<Context>, context: Context): Verdict {
  const { status, evidence, ms } = verdict;
  const isSeen = evidence?.exchange !== undefined && arrivedAs.has(evidence.exchange);
  if (status !== "failed" || isSeen || !WAITING.test(group)) return verdict;
  if (isSettledEarly(context)) return { status: "not observed", ms, why: `driver_invalid: ${EARLY}` };
  if (!context.settling.isProof) return { status: "not observed", ms, why: UNSETTLED };
  return isUnrepeatable || !isLate(verdict, context) ? verdict : { status: "not observed", ms, why: LATE };
}

const UNSETTLED =
  "settle() of the driver has not returned while nothing new came, so what is missing may still come (N-6.5-02)";
const LATE =
  "the judge was late to receive each time, as on a busy machine: what is missing may have been given up (N-6.5-03)";

function withCourse(verdict: Verdict, context: Context): Verdict {
  const { evidence } = verdict;
  if (!evidence || evidence.sequence) return verdict;
  return { ...verdict, evidence: { ...evidence, sequence: courseAt(context, evidence.exchange) } };
}

/** How long an attempt may go on for which the judge was too late. Milliseconds. */
export const ATTEMPT_MS = 5000;

export const EARLY =
  "settle() of the driver returns while attempts are pending: a delivery came after it had returned, and nothing was " +
  "done in between. Let it wait until no attempt, first or later, is due or under way.";

/**
 * Whether an attempt was made after the driver had said that nothing is pending, and before anything else was made to
 * happen. A webhook whose answer is ignored proves nothing: its attempt may be over once it is sent. Neither does a
 * copy of what was acknowledged, which may come at any time (F-6.5-04).
 */
export function isSettledEarly(context: Context): boolean {
  const late = new Set(context.trace.unannounced);
  if (late.size === 0) return false;
  return context.hooks
    .filter(({ kind, request }) => kind === "client" || request["responseHandlingType"] === 2)
    .some((hook) => context.world.posts(hook).some((one) => late.has(one) && isProof(context, hook, one)));
}

function isProof(context: Context, { endpoint }: Hook, one: Received): boolean {
  const isCopy = endpoint.received.some(
    (other) => other.at < one.at && idIn(other) === idIn(one) && Math.floor((statusOf(other.reply) ?? 0) / 100) === 2,
  );
  return !isCopy && !wasAway(context, one.at - ATTEMPT_MS, one.at);
}
