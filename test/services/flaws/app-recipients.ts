/** Flaws in which app webhooks an event reaches, beside those in `app-deliveries.ts`. */

import { EVENT, isSuccess } from "../service.ts";
import type { Hook } from "../types.ts";
import { arguable, type Flaws, flaw, flaws, hears } from "./flaw.ts";

export const APP_RECIPIENT_FLAWS: Flaws = {
  judge: [
    ...flaws("F-2.3-05 F-6.4-01 F-2.3-11", {
      "app-capital-host-unheard: An app webhook whose host is written in capitals receives nothing.": {
        receives: (hook, event, owner) =>
          hears(hook, event, owner) && !(hook.kind === "app" && /^https?:..[^/]*[A-Z]/.test(hook.url)),
      },
    }),
    ...flaws("F-2.3-06 F-2.3-07 F-6.4-01", {
      "app-hundredth-event-ignored: The hundredth event of an app webhook is ignored.": {
        receives: (hook, event, owner) => hears({ ...hook, events: hook.events.slice(0, 99) }, event, owner),
      },
    }),
    flaw("app-known-to-have-none", "F-6.4-01", "An App that had no webhook at an event has none for good.", () => {
      const known = new Set<string>();
      return {
        receives: (hook, event, owner, hooks) => {
          if (hook.kind === "app" && hooks.every((one) => one.owner !== owner)) known.add(owner);
          return hears(hook, event, owner) && !known.has(owner);
        },
      };
    }),
    ...flaws("F-2.3-11 F-3-02 F-6.2-04", {
      "app-type-1-inactive-receives: With type 1 the state of an app webhook is ignored.": {
        receives: (hook, event, owner) =>
          hears({ ...hook, active: hook.active || (hook.kind === "app" && hook.type === 1) }, event, owner),
      },
    }),
  ],
  histories: [
    ...flaws("F-6.4-01 F-2.3-02 F-2.3-11", {
      "app-transport-error-ends-turn: A broken connection to a webhook of type 1 keeps the event from those behind it.":
        {
          endsTurn: ({ kind, type }, outcome) => kind === "app" && type === 1 && outcome === "error",
        },
    }),
    ...flaws("F-2.3-11 F-6.2-04", {
      "app-active-once-listed-twice: A webhook that was listed twice counts as active.": () => {
        const listed = new Map<Hook, number>();
        return {
          listed: (resource, hook) => {
            listed.set(hook, (listed.get(hook) ?? 0) + 1);
            return resource;
          },
          receives: (hook, event, owner) =>
            hears({ ...hook, active: hook.active || (listed.get(hook) ?? 0) > 1 }, event, owner),
        };
      },
    }),
    ...flaws("F-2.3-01 F-6.4-01 F-6.2-04", {
      "app-event-goes-to-last-listed: The App whose list was asked for last stays chosen for the next event.": () => {
        let chosen: string | undefined;
        return {
          lists: (hook, app) => {
            chosen = app;
            return hook.kind === "app" && hook.owner === app;
          },
          receives: (hook, event, owner) => hears(hook, event, hook.kind === "client" ? owner : (chosen ?? owner)),
          chooses: (hooks) => {
            chosen = undefined;
            return hooks;
          },
        };
      },
    }),
    flaw(
      "inactive-as-failover",
      "F-2.3-11 F-6.4-01 F-3-02 F-6.2-04 F-6.5-03",
      "When a type 2 webhook failed twice, the inactive ones of its App become active for the next event.",
      () => {
        let failures = 0;
        return {
          answered: (hook, outcome) => {
            if (hook.kind === "app" && hook.type === 2 && !isSuccess(outcome)) failures++;
          },
          receives: (hook, event, owner) =>
            hook.events.includes(event) &&
            hook.owner === owner &&
            (hook.active || (hook.kind === "app" && failures >= 2 && event === EVENT)),
        };
      },
    ),
  ],
  arguable: arguable({
    "app-webhooks-receive-payments: Confirmed payments go to app webhooks, too.": {
      rests: ["F-6.2-01", "F-6.2-03", "A-01"],
      reason: "The catalogue names client webhooks; whether app webhooks are delivered today is an ambiguity.",
      switches: {
        receives: (hook, event, owner) =>
          hook.active && hook.events.includes(event) && (hook.owner === owner || hook.kind === "app"),
      },
    },
  }),
};
