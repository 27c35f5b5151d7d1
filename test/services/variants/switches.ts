/** Variants in what switches a webhook off, and in what follows. */

import { isSuccess } from "../service.ts";
import type { Hook } from "../types.ts";
import { type Variants, variant, variants } from "./variant.ts";

const failures = new WeakMap<object, number>();

export const SWITCH_VARIANTS: Variants = {
  look: variants("U-25", {
    "disabled-after-last-attempt: A client webhook whose last attempt failed is switched off.": {
      answered: (hook, outcome, isLast) => {
        if (hook.kind === "client" && isLast && !isSuccess(outcome)) hook.active = false;
      },
    },
    "gone-disables: 410 switches a client webhook off.": {
      answered: (hook, outcome) => {
        if (hook.kind === "client" && outcome === 410) hook.active = false;
      },
    },
  }),
  judge: [
    ...variants("U-25", {
      "off-after-first-failure: Any failure switches a webhook off once it was retried, until somebody switches it on.":
        {
          answered: (hook, outcome, isLast) => {
            if (isLast && !isSuccess(outcome) && (hook.kind === "client" || hook.type === 2)) hook.active = false;
          },
          attempts: 2,
        },
      "off-after-410: 410 switches a client webhook off, and an app webhook of type 2.": {
        answered: (hook, outcome) => {
          if (outcome === 410 && (hook.kind === "client" || hook.type === 2)) hook.active = false;
        },
      },
      "off-after-last-attempt: A webhook whose last attempt fails is switched off.": {
        answered: (hook, outcome, isLast) => {
          if (isLast && !isSuccess(outcome) && (hook.kind === "client" || hook.type === 2)) hook.active = false;
        },
      },
      "off-after-five-failures: A client webhook is switched off with its fifth failure in all.": {
        answered: (hook, outcome) => {
          if (hook.kind !== "client" || isSuccess(outcome)) return;
          failures.set(hook, (failures.get(hook) ?? 0) + 1);
          if (failures.get(hook) === 5) hook.active = false;
        },
      },
      "off-after-second-failure: A webhook whose second attempt of all fails is switched off.": {
        answered: (hook, outcome) => {
          if (isSuccess(outcome) || (hook.kind === "app" && hook.type === 1)) return;
          failures.set(hook, (failures.get(hook) ?? 0) + 1);
          if (failures.get(hook) === 2) hook.active = false;
        },
      },
    }),
    variant("pending-held", "U-26", "A retry of an inactive webhook waits until it is active again.", {
      holdsPendingMs: 300,
    }),
  ],
  histories: [
    ...variants("U-25", {
      "off-after-refused-connection: A webhook whose last attempt finds nobody listening is switched off.": {
        answered: (hook, outcome, isLast) => {
          if (isLast && outcome === "error") hook.active = false;
        },
      },
    }),
    variant(
      "off-after-any-answer-410",
      "U-25",
      "410 ends what is pending at the webhook and switches it off, unless the status is ignored.",
      {
        retries: ({ kind, type }, outcome) =>
          (kind === "client" || type === 2) && !isSuccess(outcome) && outcome !== 410,
        answered: (hook, outcome) => {
          if (outcome === 410 && (hook.kind === "client" || hook.type === 2)) hook.active = false;
        },
      },
    ),
    variant(
      "off-after-third-delivery-in-vain",
      "U-25",
      "The third delivery that fails to the end switches a webhook off, unless the status is ignored.",
      () => {
        const failures = new Map<Hook, number>();
        return {
          answered: (hook, outcome, isLast) => {
            if (isSuccess(outcome) || !isLast || (hook.kind === "app" && hook.type === 1)) return;
            failures.set(hook, (failures.get(hook) ?? 0) + 1);
            if ((failures.get(hook) ?? 0) >= 3) hook.active = false;
          },
        };
      },
    ),
    ...variants("N-3-01", {
      "paused-after-last-attempt: The last attempt in vain switches a webhook off, and 400 ms later on again.": () => {
        const paused = new Map<Hook, NodeJS.Timeout>();
        return {
          answered: (hook, outcome, isLast) => {
            if (isSuccess(outcome) || !isLast || hook.kind === "app") return;
            hook.active = false;
            const resume = () => {
              hook.active = true;
            };
            paused.set(hook, setTimeout(resume, 400));
          },
          // What its owner has switched since stays so (F-6.5-03).
          becomes: (hook, told) => {
            clearTimeout(paused.get(hook));
            return told;
          },
        };
      },
      "no-second-switch: A webhook cannot be switched to the state that it has.": {
        becomes: (hook: Hook, told: boolean) => {
          if (hook.active === told) throw new Error("it is so already");
          return told;
        },
      },
    }),
    variant(
      "app-2-paused-after-failure",
      "U-25",
      "With type 2 a failure switches a webhook off for 60 ms; its retry waits, and events meanwhile are not for it.",
      {
        answered: (hook, outcome) => {
          if (isSuccess(outcome) || hook.kind === "client" || hook.type === 1 || !hook.active) return;
          hook.active = false;
          setTimeout(() => {
            hook.active = true;
          }, 60);
        },
        holdsPendingMs: 300,
      },
    ),
  ],
};
