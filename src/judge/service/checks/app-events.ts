/**
 * Events of an App with another name than the stated one. Judged only where one was heard: none is stated (F-6.2-02).
 */

import { type Check, demand } from "../../check.ts";
import { eventIn } from "../../wire/delivery.ts";
import type { Received } from "../../wire/listener.ts";
import { type Context, EVENT, type Hook } from "../context.ts";

import { appEvents, OTHER } from "../experiments/app-events.ts";
import { shownFrom } from "./seen.ts";

export const APP_EVENT_CHECKS: Check<Context>[] = [
  {
    id: "app-deliver.other-event",
    title: "Events of an App with different names reach exactly the active webhooks that list them, also two at once",
    severity: "demand",
    rests: ["F-6.4-01", "F-6.2-04", "F-6.5-03", "F-2.3-06", "F-2.3-11"],
    group: "app deliveries",
    fix: "Keep the name of an event with its delivery, and compare it with every entry of events.",
    async run(context) {
      const { other, stated, both, unlisted, at } = await context.once(appEvents);
      const exactly = (hook: Hook, came: readonly Received[], events: readonly string[]) => {
        // Anything else in @event is a finding of app-deliver.json.
        const isNamed = (one: Received) => context.world.dispatched.has(eventIn(one));
        const wrong = came.find((one) => isNamed(one) && !events.includes(eventIn(one) as string));
        const { active, events: listed } = hook.request;
        const which = `${active ? "A" : "An inactive"} webhook with events ${JSON.stringify(listed)}`;
        const expected = `${which} receives ${events.join(" and ") || "nothing"}.`;
        demand(!wrong, expected, () => `It received ${wrong && eventIn(wrong)}.`, shownFrom(context, wrong));
        const missing = events.find((name) => came.every((one) => isNamed(one) && eventIn(one) !== name));
        demand(!missing, expected, `It did not receive ${missing}.`, hook.exchange);
      };
      for (const hook of [other, both]) exactly(hook, context.posts(hook, at.alone, at.together), [OTHER]);
      exactly(stated, context.posts(stated, at.alone, at.together), []);
      if (at.together < at.end) {
        exactly(other, context.posts(other, at.together), [OTHER]);
        exactly(stated, context.posts(stated, at.together), [EVENT]);
        exactly(both, context.posts(both, at.together), [EVENT, OTHER]);
      }
      for (const hook of unlisted) exactly(hook, context.posts(hook), []);
    },
  },
];
