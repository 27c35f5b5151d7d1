/** An event for an app webhook of type 2 whose retry of an earlier event is due. */

import { setTimeout as sleep } from "node:timers/promises";
import { demandOf } from "../../../check.ts";
import type { Received } from "../../../trace.ts";
import type { Context, Hook } from "../../context.ts";
import { breachAt } from "../../course.ts";
import { silenceOf } from "../../shown.ts";
import { isFailure } from "../due/evidence.ts";
import { AGAIN } from "../due/rules.ts";
import { needsDriver } from "../findings/needs.ts";

/**
 * What comes in this part of the time after which a retry comes is not one. The times may be random (N-6.5-02): then
 * all rounds agree once in 4,000 services that also keep back or merge newer events.
 */
const EARLY = 4;
/** How long to wait for the delivery that must fail. Milliseconds. */
const FAILS_MS = 3000;
/**
 * How long the service gets to take note of the failure before the newer event, in milliseconds. A newer event that
 * comes before that shows nothing, and one that comes after the retry neither: where both were delivered after the
 * shorter time, the longer one is tried, unless the retry comes sooner.
 */
const LAST_MS = 100;
const NOTED_MS = [10, LAST_MS];

/** The delivery that failed, and the last one that was acknowledged after it; `isAlone`: no other one was. */
interface Round {
  readonly hook: Hook;
  readonly failed: Received;
  readonly good: Received;
  readonly isAlone: boolean;
}
const msOf = ({ failed, good }: Round) => good.at - failed.answeredAt;
const isCopy = ({ failed, good }: Round) => good.body.equals(failed.body);

/**
 * A new webhook, and an event whose first delivery to it fails; `notedMs` after that a newer one, if it is given.
 * Undefined if none is acknowledged then.
 */
async function failOnce(context: Context, notedMs?: number): Promise<Round | undefined> {
  const hook = await context.hook("app", { type: 2 });
  hook.endpoint.once = 503;
  const came = (fails: boolean) => context.world.posts(hook).filter((one) => isFailure(one) === fails);
  await context.dispatch(hook.owner);
  await context.listener?.until(() => came(true).length > 0, FAILS_MS);
  if (notedMs !== undefined) {
    await sleep(notedMs);
    await context.dispatch(hook.owner);
  }
  await context.due(() => came(false).length >= (notedMs === undefined ? 1 : 2));
  const [[failed], all] = [came(true), came(false)];
  const good = all.at(-1);
  if (!failed) throw silenceOf(context, "app", "the webhook received no first delivery");
  // With two of them, the older event was retried and the newer one delivered; without any, see retry.app-2.503.
  return good && { hook, failed, good, isAlone: all.length === 1 };
}

/**
 * A round in which the only delivery after the failure is that of the newer event. If it was the retry, the newer event
 * may not have been due: what else a failure does to a webhook for a time is open (U-25, N-3-01). A new webhook with no
 * newer event shows when a retry comes, and whether it has the bytes of the delivery that failed.
 */
async function tried(context: Context, notedMs: number) {
  const round = await failOnce(context, notedMs);
  const alone = round?.isAlone ? await failOnce(context) : undefined;
  const isEarly = round && alone?.isAlone && msOf(round) < msOf(alone) / EARLY;
  return { round, isReplaced: isEarly || (round && alone?.isAlone && isCopy(alone) && !isCopy(round)) };
}

// Before those of the retries are created, so that few webhooks receive each event.
const check = demandOf<Context>("app deliveries", async (context) => {
  needsDriver(context, "app");
  for (const notedMs of NOTED_MS) {
    let { round, isReplaced } = await tried(context, notedMs);
    if (round && !round.isAlone && msOf(round) < LAST_MS) return;
    for (let times = 0; times < AGAIN && isReplaced; times++) ({ round, isReplaced } = await tried(context, notedMs));
    if (!round || !isReplaced) continue;
    const expected = "Two deliveries are acknowledged: the retry of the first event, and the second event.";
    const actual = `Only that of the second event came after the first was answered 503; ${AGAIN} further rounds agree.`;
    throw breachAt(context, round.hook, { until: performance.now() }, actual, expected);
  }
});

export const NEWER_EVENT_RETRY = check`retry.app-2.newer-event F-6.4-04 F-7-03
  With responseHandlingType 2, a delivery that fails is retried, although a newer event reaches its webhook
  Keep the attempts of each event separate: a newer event does not replace or end the retry of an older one.`;
