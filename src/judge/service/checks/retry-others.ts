/** Webhooks that fail must not keep an event from other webhooks. */

import { Breach, type Check, type Rests, Unexplained } from "../../check.ts";
import type { Context } from "../context.ts";
import { trigger } from "../experiments/acting.ts";
import type { Attempts, Comparison } from "../experiments/retries.ts";
import { silenceOf } from "./seen.ts";

/**
 * No webhook received anything. That is a breach if webhooks of the same owner received events before and none
 * receives the next event either.
 */
async function outage(context: Context, attempts: readonly Attempts[]): Promise<void> {
  const hooks = attempts.map(({ hook }) => hook);
  const [{ kind, owner, exchange } = { kind: "client" as const, owner: "", exchange: undefined }] = hooks;
  const heard = context.hooks.filter((one) => one.kind === kind && one.owner === owner && !hooks.includes(one));
  const nothing = silenceOf(context, kind, "no webhook received anything");
  if (!(nothing instanceof Unexplained) || !heard.some((hook) => context.posts(hook).length > 0)) throw nothing;
  const from = performance.now();
  const hears = () => hooks.some((hook) => context.posts(hook, from).length > 0);
  await trigger(context, kind);
  await context.due(hears);
  if (hears()) throw nothing;
  throw new Breach({
    expected: `All ${hooks.length} webhooks receive the event, as others of the same owner did before.`,
    actual: "None of them received anything, and nothing of the next event either.",
    exchange,
  });
}

/** A failure at one webhook must not affect the others. */
export function others(
  id: string,
  rests: Rests,
  experiment: (context: Context) => Promise<Comparison>,
): Check<Context> {
  return {
    id,
    title: "A failing webhook does not keep the event from other webhooks",
    severity: "demand",
    rests,
    group: id.includes("client") ? "client retries" : "app retries",
    fix: "Deliver to each webhook independently of the others.",
    async run(context: Context) {
      const { first } = await context.once(experiment);
      const deaf = first.filter(({ hook }) => context.posts(hook).length === 0);
      if (deaf.length === 0) return;
      if (deaf.length === first.length) await outage(context, first);
      throw new Breach({
        expected: `All ${first.length} webhooks receive the event, whatever the others answer.`,
        actual: `${deaf.length} of them received no POST.`,
        exchange: deaf[0]?.hook.exchange,
      });
    },
  };
}
