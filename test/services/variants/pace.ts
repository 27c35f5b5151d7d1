/** Variants in when deliveries are made, and in which order. */

import { type Variants, variant, variants } from "./variant.ts";

export const PACE_VARIANTS: Variants = {
  look: variants("U-24", {
    "deliveries-doubled: Each delivery is sent twice, at the same time.": { copies: 2 },
    "deliveries-slow: A delivery starts 100 ms after its event.": { delayMs: () => 100 },
    "deliveries-disordered: Deliveries overtake each other.": {
      delayMs: (number) => (number % 2 === 0 ? 60 : 0),
      chooses: (hooks) => hooks.toReversed(),
    },
  }),
  judge: [
    ...variants("U-24", {
      "each-delivery-after-700-ms: A delivery starts 700 ms after its event.": {
        delayMs: () => 700,
        retryWindowMs: 1000,
        attempts: 2,
      },
      "served-in-order: Later deliveries overtake earlier ones.": {
        delayMs: (number) => (number % 3 === 0 ? 80 : 0),
      },
    }),
    variant("confirm-waits", "", "A confirmation returns when everything is delivered.", { confirmWaits: true }),
    variant("events-more-than-one", "U-09", "Every second webhook is served first.", {
      chooses: (hooks) => [...hooks.filter((_, i) => i % 2), ...hooks.filter((_, i) => i % 2 === 0)],
    }),
  ],
  histories: [
    ...variants("N-6.5-02", {
      "waits-for-the-whole-host: After a broken connection, nothing is sent to any webhook of that host for 200 ms.":
        () => {
          let until = 0;
          const left = () => Math.max(0, until - performance.now());
          return {
            broke: () => {
              until = performance.now() + 200;
            },
            delayMs: left,
            pauseMs: () => 20 + left(),
          };
        },
    }),
    ...variants("U-24", {
      "one-after-the-other: Deliveries leave in any order, up to 90 ms later, three times.": {
        copies: 3,
        delayMs: (number) => (number * 37) % 90,
      },
      "one-at-a-time-for-each-owner: A delivery waits for all earlier ones of its client or App, with their retries.": {
        laneOf: ({ owner }) => owner,
        pauseMs: () => 5,
      },
      "last-of-a-shared-url-first: The newest webhook is served first, each delivery twice, and there is one retry.": {
        chooses: (hooks) => hooks.toReversed(),
        copies: 2,
        attempts: 2,
      },
    }),
    variant(
      "one-at-a-time-for-each-url",
      "U-24",
      "A delivery waits until the one before it at its URL has succeeded, or was tried three times.",
      { laneOf: ({ url }) => url },
    ),
  ],
};
