/** What is not due to a webhook must not come later either, however much happens meanwhile. */

import { Breach, type Check, NotObserved } from "../../check.ts";
import type { Context } from "../context.ts";
import { type Dormant, dormant } from "../experiments/dormant.ts";
import { HISTORY } from "../walk/checks.ts";
import { shownFrom } from "./seen.ts";

/** A webhook that hears what happens at once is the finding of other checks. */
const MANY = 8;

/** How many deliveries other webhooks of the kind received in between. */
function before(context: Context, { hook, from }: Dormant, to: number): number {
  const others = context.hooks.filter((one) => one.kind === hook.kind && one !== hook);
  return others.reduce((sum, one) => sum + context.posts(one, from, to).length, 0);
}

export const DORMANT_CHECKS: Check<Context>[] = [
  {
    id: "deliver.dormant",
    title: "A webhook that is inactive, or lists another event, receives nothing, however much happens",
    severity: "demand",
    rests: ["F-6.5-03", "F-6.2-04", "F-2.2-14", "F-2.3-11"],
    group: HISTORY,
    fix: "Decide from the stored state of the webhook at each event; test it with what caches, snapshots and clean-ups do.",
    async run(context) {
      const heard = [];
      for (const one of await context.once(dormant)) {
        const [first] = context.posts(one.hook, one.from);
        const others = before(context, one, first?.at ?? Number.POSITIVE_INFINITY);
        if (others >= MANY) heard.push({ ...one, first, others });
      }
      if (heard.length === 0) throw new NotObserved("too little happened while such webhooks existed");
      const wrong = heard.find(({ first }) => first);
      if (!wrong) return;
      throw new Breach({
        expected: "Nothing is due to it at any time.",
        actual: `${wrong.what} received a delivery after ${wrong.others} deliveries to others.`,
        exchange: shownFrom(context, wrong.first),
      });
    },
  },
];
