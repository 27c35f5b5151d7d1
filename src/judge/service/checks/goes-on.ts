/**
 * At the end of a run, a webhook that received deliveries must still receive them. Only these checks see an outage,
 * because they compare the end of the run with its beginning.
 */

import { Breach, type Check, NotObserved, type Rests } from "../../check.ts";
import type { Context, Kind } from "../context.ts";
import { activateSoftly, trigger } from "../experiments/acting.ts";
import { group, silenceOf } from "./seen.ts";

/** Number of attempts without any delivery before the service is accused. */
const ROUNDS = 2;

/** Resolves to whether a new webhook of the kind receives what is due to it. */
async function isServed(context: Context, kind: Kind): Promise<boolean> {
  const hook = await context.hook(kind, { type: 1 });
  if (kind === "client" && context.fence.has("setClientWebhookActive")) await activateSoftly(context, [hook]);
  const from = performance.now();
  const hears = () => context.posts(hook, from).length > 0;
  await trigger(context, kind);
  await context.due(hears);
  return hears();
}

function goesOn(id: string, kind: Kind, title: string, rests: Rests, receives: string): Check<Context> {
  return {
    id,
    title,
    severity: "demand",
    rests,
    group,
    fix: "Look for what stops deliveries after some time, such as a worker that ended, a full queue, or a circuit breaker that stays open.",
    async run(context) {
      const owner = context.owner(kind);
      const earlier = context.hooks.filter((hook) => hook.kind === kind && hook.owner === owner);
      const silence = silenceOf(context, kind, `nothing was delivered: see ${receives}`);
      if (!earlier.some((hook) => context.posts(hook).length > 0)) throw silence;
      for (let round = 0; round < ROUNDS; round++) if (await isServed(context, kind)) return;
      // If webhooks cannot be switched on, the new one may be inactive (U-37).
      if (silence.constructor === NotObserved) throw silence;
      throw new Breach({
        expected: "A new webhook receives what is due to it, like earlier ones of the same owner.",
        actual: `${ROUNDS} new webhooks, one after the other, received nothing.`,
      });
    },
  };
}

export const GOES_ON_CHECKS: Check<Context>[] = [
  goesOn(
    "deliver.goes-on",
    "client",
    "At the end of the run, a client webhook still receives its payments",
    ["F-6.2-01", "F-6.2-04", "F-3-03", "F-6.1-04"],
    "deliver.receives",
  ),
  goesOn(
    "app-deliver.goes-on",
    "app",
    "At the end of the run, an app webhook still receives its events",
    ["F-6.4-01", "F-2.3-11", "F-6.1-04"],
    "app-deliver.receives",
  ),
];
