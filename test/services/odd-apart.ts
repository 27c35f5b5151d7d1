/** Legal services that are odd where the flaws of `flaws/apart.ts` are. `gap` is what leaves the choice. */

import { merging } from "./flaws/apart.ts";
import { EVENT, isSuccess } from "./service.ts";
import type { Json } from "./types.ts";
import type { Variant } from "./variants.ts";

export const APART_VARIANTS: Variant[] = [
  {
    id: "known-event-needed",
    gap: "U-09",
    about: "Lists without the event that is delivered are refused; beside it, any name is taken.",
    switches: {
      refuses: ({ body: { events } }) => Array.isArray(events) && events.length > 0 && !events.includes(EVENT),
    },
  },
  {
    id: "one-at-a-time-for-each-url",
    gap: "U-24",
    about: "A delivery waits until the one before it at its URL has succeeded, or was tried three times.",
    switches: { laneOf: ({ url }) => url },
  },
  {
    id: "one-at-a-time-for-each-owner",
    gap: "U-24",
    about: "A delivery waits for all earlier ones of its client or App, with their retries.",
    switches: { laneOf: ({ owner }) => owner, pauseMs: () => 5 },
  },
  {
    id: "last-of-a-shared-url-first",
    gap: "U-24",
    about: "The newest webhook is served first, each delivery twice, and there is one retry.",
    switches: { chooses: (hooks) => hooks.toReversed(), copies: 2, attempts: 2 },
  },
  {
    id: "app-2-paused-after-failure",
    gap: "U-25",
    about:
      "With type 2 a failure switches a webhook off for 60 ms; its retry waits, and events meanwhile are not for it.",
    switches: {
      answered: (hook, outcome) => {
        if (isSuccess(outcome) || hook.kind === "client" || hook.type === 1 || !hook.active) return;
        hook.active = false;
        setTimeout(() => {
          hook.active = true;
        }, 60);
      },
      holdsPendingMs: 300,
    },
  },
  {
    id: "eleventh-begins-inactive",
    gap: "U-37",
    about: "A client webhook begins inactive where its client has ten active ones.",
    switches: {
      adopts: (hook, hooks) => {
        const active = hooks.filter(({ owner, active }) => owner === hook.owner && active);
        return { ...hook, active: hook.active && (hook.kind === "app" || active.length < 10) };
      },
    },
  },
  {
    id: "app-events-alike-sent-once",
    gap: "U-27",
    about: "Events for an App that look the same and follow within 50 ms are sent once.",
    get switches() {
      return { ...merging().switches, appPayload: ({ "@event": event }: Json) => ({ "@event": event }) };
    },
  },
];
