/** Flaws that show after seconds in which nothing happened. Walks of a run with `walkMs` have the longer pauses. */

import { type Flaw, flaw, hears, isRetried } from "./flaw.ts";

const lostAfter = (id: string, idleMs: number): Flaw =>
  flaw(
    id,
    "F-6.2-01 F-6.4-01 F-6.2-04 F-2.3-11",
    `The first event after ${idleMs / 1000} seconds without one is lost, as at a connection that timed out.`,
    () => {
      let last = Number.POSITIVE_INFINITY;
      let isLost = false;
      return {
        // All webhooks are asked at the same moment whether an event is for them.
        receives: (hook, event, owner) => {
          const now = performance.now();
          if (now - last > idleMs) {
            isLost = true;
            queueMicrotask(() => (isLost = false));
          }
          last = now;
          return hears(hook, event, owner) && !isLost;
        },
      };
    },
  );

/** A failing delivery is not retried if none was made for so long before it. */
export const IDLE_RETRY_FLAW = flaw(
  "retry-lost-after-pause",
  "F-6.5-02 F-6.4-04 F-7-03",
  "A delivery that fails after five seconds without one is not retried.",
  () => {
    let last = Number.POSITIVE_INFINITY;
    let isWoken = false;
    return {
      receives: (hook, event, owner) => {
        const now = performance.now();
        // What happens at the same moment, on a busy machine, too.
        isWoken = now - last > 5000 || (isWoken && now - last < 100);
        last = now;
        return hears(hook, event, owner);
      },
      retries: (hook, outcome) => isRetried(hook, outcome) && !isWoken,
    };
  },
);
export const SHORT_IDLE_FLAW = lostAfter("event-lost-after-short-pause", 5000);
/** Longer than whatever else the judge waits for. */
export const IDLE_FLAW = lostAfter("event-lost-after-pause", 6200);
