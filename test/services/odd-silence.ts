/** Legal services that fall silent, or are late, where the description lets them. `gap` is what leaves the choice. */

import { isSuccess } from "./service.ts";
import type { Variant } from "./variants.ts";

export const SILENT_VARIANTS: Variant[] = [
  {
    id: "each-delivery-after-700-ms",
    gap: "U-24",
    about: "A delivery starts 700 ms after its event.",
    switches: { delayMs: () => 700, retryWindowMs: 1000, attempts: 2 },
  },
  {
    id: "off-after-first-failure",
    gap: "U-25",
    about: "Any failure switches a webhook off once it was retried, until somebody switches it on.",
    switches: {
      answered: (hook, outcome, isLast) => {
        if (isLast && !isSuccess(outcome) && (hook.kind === "client" || hook.type === 2)) hook.active = false;
      },
      attempts: 2,
    },
  },
  {
    id: "eighty-webhooks-at-most",
    gap: "F-8-02",
    about: "The service has room for eighty webhooks in all, and refuses more.",
    switches: { refuses: ({ hooks }) => hooks.length >= 80 },
  },
];
