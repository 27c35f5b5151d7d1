/** Times at which the judge itself could not receive. */

import type { Context } from "./context.ts";

/** Shortest assumed time-out of an attempt, unless the driver says otherwise (N-6.5-03). Milliseconds. */
const STALL_MS = 1000;

/** Whether the judge was delayed in a span, by default since experiments were last restarted. */
export function wasAway(context: Context, from?: number, to?: number): boolean {
  const { attemptTimeoutMs } = context.driver;
  const allowed = attemptTimeoutMs === undefined ? STALL_MS : Math.min(STALL_MS, Math.max(50, attemptTimeoutMs / 2));
  return context.longestStall(from, to) > allowed;
}
