/** A flaw that shows after seconds in which nothing happened. Only walks of a run with `walkMs` have such pauses. */

import { flaw, hears } from "./flaw.ts";

/** Longer than whatever else the judge waits for. */
const IDLE_MS = 4500;

export const IDLE_FLAW = flaw(
  "event-lost-after-pause",
  "F-6.2-01 F-6.4-01 F-6.2-04 F-2.3-11",
  "The first event after 4.5 seconds without one is lost, as at a connection that timed out.",
  () => {
    let last = Number.POSITIVE_INFINITY;
    let isLost = false;
    return {
      // All webhooks are asked at the same moment whether an event is for them.
      receives: (hook, event, owner) => {
        const now = performance.now();
        if (now - last > IDLE_MS) {
          isLost = true;
          queueMicrotask(() => (isLost = false));
        }
        last = now;
        return hears(hook, event, owner) && !isLost;
      },
    };
  },
);
