/** An event for an app webhook of type 2 whose retry of an earlier event is due. */

import { setTimeout as sleep } from "node:timers/promises";
import { Breach, type Check } from "../../check.ts";
import { type Received, statusOf } from "../../wire/listener.ts";
import type { Context, Hook } from "../context.ts";
import { courseOf } from "../course.ts";
import { needsTrigger } from "../experiments/acting.ts";
import { silenceOf } from "./seen.ts";

/** Number of rounds that must agree before the service is accused. */
const ROUNDS = 4;
/**
 * What comes in this part of the time after which a retry comes is not one. The times may be random (N-6.5-02): then
 * four rounds agree once in 4,000 services that also keep back or merge newer events.
 */
const EARLY = 4;
/** How long to wait for the delivery that must fail. Milliseconds. */
const FAILS_MS = 3000;
/**
 * How long the service gets to take note of the failure before the newer event, in milliseconds. A newer event that
 * comes before that shows nothing, and one that comes after the retry neither: where both were delivered after the
 * shorter time, the longer one is tried.
 */
const NOTED_MS = [10, 100];

interface Round {
  readonly hook: Hook;
  /** The delivery that was answered 503, and those that were answered 200. */
  readonly failed: Received;
  readonly good: readonly Received[];
  readonly until: number;
}

/** A new webhook, and an event whose first delivery to it fails; `notedMs` after that a newer one, if it is given. */
async function failOnce(context: Context, notedMs?: number): Promise<Round | undefined> {
  const hook = await context.hook("app", { type: 2 });
  hook.endpoint.once = 503;
  const dispatch = () => context.dispatch(hook.owner);
  const good = () => context.posts(hook).filter(({ reply }) => statusOf(reply) === 200);
  const failed = () => context.posts(hook).find(({ reply }) => statusOf(reply) === 503);
  await dispatch();
  await context.listener?.until(() => failed() !== undefined, FAILS_MS);
  if (notedMs !== undefined) {
    await sleep(notedMs);
    await dispatch();
  }
  await context.due(() => good().length > (notedMs === undefined ? 0 : 1));
  const first = failed();
  return first && { hook, failed: first, good: good(), until: performance.now() };
}

/**
 * Whether the one delivery that came after the failure is that of the newer event. If it was the retry, the newer event
 * may not have been due: what else a failure does to a webhook for a time is open (U-25, N-3-01). A new webhook with no
 * newer event shows when a retry comes, and whether it has the bytes of the delivery that failed.
 */
async function isNewer(context: Context, { failed, good }: Round): Promise<boolean> {
  const [came] = good;
  const alone = await failOnce(context);
  const retry = alone?.good[0];
  if (!came || !alone || !retry) return false;
  const isTooEarly = came.at - failed.answeredAt < (retry.at - alone.failed.answeredAt) / EARLY;
  return isTooEarly || (retry.body.equals(alone.failed.body) && !came.body.equals(failed.body));
}

/** The first of the rounds in which only the newer event arrived; undefined if one of them shows anything else. */
async function replacedRound(context: Context, notedMs: number): Promise<Round | undefined> {
  const first = await failOnce(context, notedMs);
  if (!first) throw silenceOf(context, "app", "the webhook received no first delivery");
  let round: Round | undefined = first;
  for (let count = 1; ; count++) {
    // With two of them, the older event was retried and the newer one delivered; without any, see retry.app-2.503.
    if (round?.good.length !== 1 || !(await isNewer(context, round))) return;
    if (count === ROUNDS) return first;
    round = await failOnce(context, notedMs);
  }
}

export const NEWER_EVENT_RETRY: Check<Context> = {
  id: "retry.app-2.newer-event",
  title: "With responseHandlingType 2, a delivery that fails is retried, although a newer event reaches its webhook",
  severity: "demand",
  rests: ["F-6.4-04", "F-7-03"],
  group: "later events",
  fix: "Keep the attempts of each event separate: a newer event does not replace or end the retry of an older one.",
  async run(context) {
    needsTrigger(context, "app");
    for (const notedMs of NOTED_MS) {
      const replaced = await replacedRound(context, notedMs);
      if (!replaced) continue;
      const { hook, until } = replaced;
      throw new Breach({
        expected: "Two deliveries are acknowledged: the retry of the first event, and the second event.",
        actual: `Only that of the second event came after the first one was answered 503; ${ROUNDS} rounds agree.`,
        exchange: hook.exchange,
        sequence: courseOf(context, [hook], { until }),
      });
    }
  },
};
