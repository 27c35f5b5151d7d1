/** A driver whose `settle` returns too early: what is missing then may still come, so nobody is accused of it. */

import type { Received } from "../trace.ts";
import { idIn } from "../wire/delivery.ts";
import { statusOf } from "../wire/reply.ts";
import { wasAway } from "./away.ts";
import type { Context, Hook } from "./context.ts";

/** For how long an attempt that the judge was too late for may go on. Milliseconds. */
const ATTEMPT_MS = 5000;

export const EARLY =
  "settle() of the driver returns while attempts are pending: a delivery came after it had returned, and nothing was " +
  "done in between. Let it wait until no attempt, first or later, is due or under way.";

/**
 * Whether an attempt came after the driver had said that nothing is pending, and before anything else was made to
 * happen. A webhook whose answer is ignored proves nothing: its attempt may be over once it is sent. Neither does a
 * copy of what was acknowledged, which may come at any time (F-6.5-04).
 */
export function isSettledEarly(context: Context): boolean {
  const late = new Set(context.trace.unannounced);
  if (late.size === 0) return false;
  return context.hooks
    .filter(({ kind, request }) => kind === "client" || request["responseHandlingType"] === 2)
    .some((hook) => context.posts(hook).some((one) => late.has(one) && isProof(context, hook, one)));
}

function isProof(context: Context, { endpoint }: Hook, one: Received): boolean {
  const isCopy = endpoint.received.some(
    (other) => other.at < one.at && idIn(other) === idIn(one) && Math.floor((statusOf(other.reply) ?? 0) / 100) === 2,
  );
  return !isCopy && !wasAway(context, one.at - ATTEMPT_MS, one.at);
}
