/** Flaws that show only where an App has events of more than one name. */

import { EVENT } from "../service.ts";
import { change, type Flaws, flaws, hears } from "./flaw.ts";

export const APP_EVENT_FLAWS: Flaws = {
  judge: [
    ...flaws("F-6.4-01", {
      "app-event-cut: App deliveries have the first 64 characters of the event in @event.": {
        appPayload: change("@event", (event) => String(event).slice(0, 64)),
      },
      "app-event-always-the-same: App deliveries say the stated event, whatever was dispatched.": () => ({
        appPayload: change("@event", () => EVENT),
      }),
      "app-events-told-as-the-last: Of two events at the same moment, both deliveries say the later one.": () => {
        let last = EVENT;
        return {
          delayMs: () => 20,
          receives: (hook, event, owner) => {
            last = event;
            return hears(hook, event, owner);
          },
          appPayload: change("@event", () => last),
        };
      },
    }),
    ...flaws("F-6.2-04 F-6.5-03 F-2.3-06", {
      "app-other-event-unlisted: An event of another name reaches every active webhook of the App.": () => ({
        receives: (hook, event, owner) =>
          hears({ ...hook, events: event === EVENT ? hook.events : [event] }, event, owner),
      }),
    }),
    ...flaws("F-2.3-11 F-6.2-04 F-6.5-03", {
      "app-other-event-inactive: An event of another name reaches inactive webhooks, too.": () => ({
        receives: (hook, event, owner) => hears({ ...hook, active: hook.active || event !== EVENT }, event, owner),
      }),
    }),
    ...flaws("F-6.4-01 F-6.2-04", {
      "app-events-merged: Of two events for one webhook within 50 ms, only the first is delivered.": () => {
        const told = new Map<string, { event: string; at: number }>();
        return {
          receives: (hook, event, owner) => {
            if (hook.kind !== "app" || !hears(hook, event, owner)) return hears(hook, event, owner);
            const before = told.get(hook.url);
            const isMerged = before !== undefined && before.event !== event && performance.now() - before.at < 50;
            if (!isMerged) told.set(hook.url, { event, at: performance.now() });
            return !isMerged;
          },
        };
      },
    }),
  ],
};
