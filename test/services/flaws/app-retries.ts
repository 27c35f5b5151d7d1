/** Flaws of retrying app deliveries, beside those in `app-deliveries.ts`. */

import { isSuccess, type Switches } from "../service.ts";
import type { Hook } from "../types.ts";
import { content, endsRetries, finalAfter, isOfRetriedKind, mended, notes, notesBoth } from "./client-retries.ts";
import { arguable, type Flaws, flaw, flaws, hears, hundred, isRetried, PAUSE_MS } from "./flaw.ts";

const appFinalFor = (...codes: number[]): Partial<Switches> => ({
  retries: ({ kind, type }, outcome) =>
    (kind === "client" || type === 2) && !isSuccess(outcome) && !(kind === "app" && codes.includes(Number(outcome))),
});

export const APP_RETRY_FLAWS: Flaws = {
  judge: [
    flaw("app-long-list-not-retried", "F-6.4-04 F-7-03", "Events beyond 2,000 signs are kept where no retry looks.", {
      retries: (hook, outcome) =>
        isRetried(hook, outcome) && (hook.kind === "client" || String(hook.events).length < 2000),
    }),
    ...[401, 429, 304, 308, 502].map((code) =>
      flaw(`type-2-not-retried-after-${code}`, "F-6.4-04 F-7-03", `With type 2, ${code} is final.`, appFinalFor(code)),
    ),
    ...flaws("F-6.4-04 F-7-03 F-2.3-08", {
      "app-type-of-first-in-app: The type of the App's first webhook applies to all.": {
        adopts: (hook, hooks) => {
          const first = hooks.find(({ kind, owner }) => kind === "app" && owner === hook.owner);
          return hook.kind === "app" ? { ...hook, type: first?.type ?? hook.type } : hook;
        },
      },
    }),
    ...flaws("F-6.4-03", {
      "type-1-retried-after-429-and-503: With type 1, 429 is retried: please come later.": {
        retries: ({ kind, type }, outcome) => (kind === "client" || type === 2 ? !isSuccess(outcome) : outcome === 429),
      },
      "type-1-retried-unless-200: With type 1, only 200 ends a delivery.": {
        retries: ({ kind, type }, outcome) =>
          kind === "client" || type === 2 ? !isSuccess(outcome) : outcome !== 200 && outcome !== "error",
      },
      "type-1-retried-after-201-to-299: With type 1, any answer but 204 brings a second delivery.": {
        retries: ({ kind, type }, outcome) =>
          kind === "client" || type === 2 ? !isSuccess(outcome) : hundred(outcome) === 2 && outcome !== 204,
      },
      "app-1-retried-after-success: With type 1, who once answered 2xx is retried.": {
        answered: notes,
        retries: (hook, outcome) => !isSuccess(outcome) && (isOfRetriedKind(hook) || content.has(hook)),
      },
    }),
    ...flaws("F-6.4-04 F-7-03", {
      "app-2-becomes-1-after-mend: A webhook of type 2 that failed and was mended is of type 1.": {
        answered: notesBoth,
        retries: (hook, outcome) =>
          !isSuccess(outcome) && isOfRetriedKind(hook) && !(hook.kind === "app" && mended.has(hook)),
      },
    }),
    flaw("app-2-not-retried-for-other-app", "F-6.4-04", "Deliveries of the second App are not retried.", {
      retries: (hook, outcome) => !isSuccess(outcome) && isOfRetriedKind(hook) && hook.owner !== "/api/apps/8",
    }),
  ],
  histories: [
    ...flaws("F-6.4-03", {
      "app-1-retried-beside-app-2: A delivery of type 1 is retried if one of type 2 failed shortly before.": () => {
        let failedAt = Number.NEGATIVE_INFINITY;
        return {
          answered: ({ kind, type }, outcome) => {
            if (kind === "app" && type === 2 && !isSuccess(outcome)) failedAt = performance.now();
          },
          retries: (hook, outcome) =>
            isRetried(hook, outcome) ||
            (typeof outcome === "number" && !isSuccess(outcome) && performance.now() - failedAt < PAUSE_MS),
        };
      },
      "app-1-asked-again-later: Type 1 is retried if the answer has Retry-After.": () => {
        const isAsked = new WeakMap<Hook, boolean>();
        return {
          misreads: ({ headers }, hook) => {
            isAsked.set(hook, headers["retry-after"] !== undefined);
            return false;
          },
          retries: (hook, outcome) => isRetried(hook, outcome) || (!isSuccess(outcome) && isAsked.get(hook) === true),
        };
      },
    }),
    ...flaws("F-6.4-04 F-7-03", {
      "list-ends-app-retries: A list that is read ends the retries that are due at app webhooks.": () => {
        const { now, switches } = endsRetries("app");
        return {
          ...switches,
          // Time for what other stories do meanwhile.
          pauseMs: () => 400,
          list: (items) => {
            now();
            return items;
          },
        };
      },
      "app-2-status-451-final: Type 2 is not retried after 451.": finalAfter("app", 451),
      "app-2-five-retries-in-all: An app webhook is granted five retries in all.": () => {
        const retries = new Map<Hook, number>();
        return {
          retries: (hook, outcome) => {
            if (!isRetried(hook, outcome) || hook.kind === "client") return isRetried(hook, outcome);
            retries.set(hook, (retries.get(hook) ?? 0) + 1);
            return (retries.get(hook) ?? 0) <= 5;
          },
        };
      },
      "newer-event-replaces-retry: A newer event takes the place of a retry that is due at an app webhook.": () => {
        const eventAt = new WeakMap<Hook, number>();
        return {
          receives: (hook, event, owner) => {
            const isDue = hears(hook, event, owner);
            if (isDue) eventAt.set(hook, performance.now());
            return isDue;
          },
          pauseMs: () => PAUSE_MS,
          drops: (hook, failedAt) => hook.kind === "app" && (eventAt.get(hook) ?? 0) > failedAt,
        };
      },
    }),
  ],
  arguable: arguable({
    "app-type-1-lost-after-error: With responseHandlingType 1, a transport error switches the webhook off.": {
      rests: ["F-6.4-03", "U-28"],
      reason: "Only the status is stated to be ignored; transport errors are open.",
      switches: {
        answered: (hook, outcome) => {
          if (hook.kind === "app" && hook.type === 1 && outcome === "error") hook.active = false;
        },
      },
    },
  }),
};
