/** Webhooks that are added one by one, each after the list was read: what a cache of the list overlooks. */

import { type Check, demand, NotObserved } from "../../check.ts";
import type { Context } from "../context.ts";
import { isIn, look } from "../experiments/app-list.ts";
import { type Listed, listed } from "../listed.ts";
import { mayHaveMore, otherPages } from "./list.ts";

/** Of each state, the one first that changes nothing for deliveries. */
const ADDED = [{ active: false }, { active: true }];

/** A list that is longer after another creation was not a full page before. */
async function growsWith(context: Context, list: Listed): Promise<boolean> {
  await context.hook("app");
  const later = await listed(context, context.driver.appId);
  return !list.isPart && !later.isPart && later.items.length > list.items.length;
}

export const ADDED_CHECKS: Check<Context>[] = [
  {
    id: "list.added",
    title: "Each new webhook is in the list of its App although the list was read just before, an inactive one too",
    severity: "demand",
    rests: ["F-4.4-01", "F-2.3-02"],
    group: "list",
    fix: "Invalidate a cached list whenever a webhook is created.",
    async run(context) {
      const { after, own } = await look(context);
      if (!own.every((hook) => isIn(after, hook))) throw new NotObserved("the list does not show all: see list.holds");
      for (const { active } of ADDED) {
        const before = await listed(context, context.driver.appId);
        const hook = await context.hook("app", { active });
        const now = await listed(context, context.driver.appId);
        if (isIn(now, hook)) continue;
        if (mayHaveMore(now, before) && !(await growsWith(context, now))) throw otherPages();
        demand(false, `The list holds the new webhook with active ${active}.`, "It does not.", now.exchange);
      }
    },
  },
];
