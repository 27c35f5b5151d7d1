/** Variants in when deliveries are made, and in which order. */

import { type Variants, variant } from "./variant.ts";

export const PACE_VARIANTS: Variants = {
  look: [
    {
      id: "deliveries-doubled",
      gap: "U-24",
      about: "Each delivery is sent twice, at the same time.",
      switches: { copies: 2 },
    },
    {
      id: "deliveries-slow",
      gap: "U-24",
      about: "A delivery starts 100 ms after its event.",
      switches: { delayMs: () => 100 },
    },
    {
      id: "deliveries-disordered",
      gap: "U-24",
      about: "Deliveries overtake each other.",
      switches: { delayMs: (number) => (number % 2 === 0 ? 60 : 0), chooses: (hooks) => hooks.toReversed() },
    },
  ],
  judge: [
    {
      id: "each-delivery-after-700-ms",
      gap: "U-24",
      about: "A delivery starts 700 ms after its event.",
      switches: { delayMs: () => 700, retryWindowMs: 1000, attempts: 2 },
    },
    variant("confirm-waits", "", "A confirmation returns when everything is delivered.", { confirmWaits: true }),
    variant("events-more-than-one", "U-09", "Every second webhook is served first.", {
      chooses: (hooks) => [...hooks.filter((_, i) => i % 2), ...hooks.filter((_, i) => i % 2 === 0)],
    }),
    variant("served-in-order", "U-24", "Later deliveries overtake earlier ones.", {
      delayMs: (number) => (number % 3 === 0 ? 80 : 0),
    }),
  ],
  histories: [
    {
      id: "waits-for-the-whole-host",
      gap: "N-6.5-02",
      about: "After a broken connection, nothing is sent to any webhook of that host for 200 ms.",
      get switches() {
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
    },
    {
      id: "one-after-the-other",
      gap: "U-24",
      about: "Deliveries leave in any order, up to 90 ms later, three times.",
      switches: { copies: 3, delayMs: (number) => (number * 37) % 90 },
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
  ],
};
