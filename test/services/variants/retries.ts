/** Variants in what is retried, how often and when. */

import { isSuccess } from "../service.ts";
import { type Variants, variant } from "./variant.ts";

export const RETRY_VARIANTS: Variants = {
  look: [
    { id: "two-attempts", gap: "N-6.5-01", about: "There is one retry.", switches: { attempts: 2 } },
    {
      id: "eight-attempts",
      gap: "N-6.5-01",
      about: "There are seven retries.",
      switches: { attempts: 8, pauseMs: () => 15 },
    },
    {
      id: "pauses-grow",
      gap: "N-6.5-02",
      about: "The pauses between attempts grow from 10 to 250 ms.",
      switches: { attempts: 4, pauseMs: (attempt) => 2 * 5 ** attempt, retryWindowMs: 600 },
    },
    {
      id: "retried-at-once",
      gap: "N-6.5-02",
      about: "Retries follow without a pause.",
      switches: { pauseMs: () => 0 },
    },
    {
      id: "redirects-followed",
      gap: "U-23",
      about: "Redirections with a Location are followed.",
      switches: { follows: true },
    },
    {
      id: "retried-after-any-2xx-but-200",
      gap: "N-6.5-01",
      about: "Client deliveries are repeated unless the answer is 200: a delivery may arrive more than once.",
      switches: {
        retries: ({ kind, type }, outcome) => (kind === "client" ? outcome !== 200 : type === 2 && !isSuccess(outcome)),
      },
    },
    {
      id: "app-type-2-not-after-transport-error",
      gap: "U-28",
      about: "With responseHandlingType 2, a transport error is not retried.",
      switches: {
        retries: ({ kind, type }, outcome) =>
          !isSuccess(outcome) && (kind === "client" || (type === 2 && outcome !== "error")),
      },
    },
    {
      id: "app-type-1-after-transport-error",
      gap: "U-28",
      about: "With responseHandlingType 1, a transport error is retried.",
      switches: {
        retries: ({ kind, type }, outcome) =>
          !isSuccess(outcome) && (kind === "client" || type === 2 || outcome === "error"),
      },
    },
    {
      id: "app-deliveries-always-thrice",
      gap: "A-02",
      about: "With responseHandlingType 1, each delivery is sent three times, whatever the answer is.",
      switches: { retries: ({ kind, type }, outcome) => (kind === "app" && type === 1) || !isSuccess(outcome) },
    },
  ],
  judge: [
    variant("retried-with-jitter", "N-6.5-02", "The pauses between attempts are random.", {
      pauseMs: () => 150 * Math.random(),
    }),
    variant("retried-late", "N-6.5-02", "The first retry comes late, the others at once.", {
      pauseMs: (attempt) => (attempt === 1 ? 350 : 5),
    }),
    variant("retried-20-times", "N-6.5-01", "There are twenty attempts.", { attempts: 20, pauseMs: () => 4 }),
    variant("retried-after-408-and-429-more", "N-6.5-01", "After 429 there are more attempts than after 500.", {
      attempts: 5,
      retries: ({ kind, type }, outcome) =>
        (kind === "client" || type === 2) && !isSuccess(outcome) && (outcome === 429 || Math.random() < 2),
    }),
    variant(
      "repeated-always",
      "F-6.5-04",
      "Each client delivery comes three times, whatever the answer is, and a fourth time after a failure.",
      {
        attempts: 4,
        retries: (() => {
          const counts = new WeakMap<object, number>();
          return (hook, outcome) => {
            const nth = (counts.get(hook) ?? 0) + 1;
            counts.set(hook, nth);
            return hook.kind === "app" ? hook.type === 2 && !isSuccess(outcome) : nth % 4 !== 3 || !isSuccess(outcome);
          };
        })(),
      },
    ),
    variant("app-1-retried-after-transport-error", "U-28", "With type 1, a transport error is retried.", {
      retries: ({ kind, type }, outcome) =>
        kind === "client" || type === 2 ? !isSuccess(outcome) : outcome === "error",
    }),
    variant("app-2-not-retried-after-transport-error", "U-28", "With type 2, a transport error is not retried.", {
      retries: ({ kind, type }, outcome) =>
        !isSuccess(outcome) && (kind === "client" || (type === 2 && outcome !== "error")),
    }),
  ],
  histories: [
    {
      id: "answers-read-to-their-end",
      gap: "N-6.5-03",
      about: "An answer is read to its end before its status counts, informational ones and long bodies as well.",
      switches: { misreads: () => false },
    },
    {
      id: "retry-after-honoured",
      gap: "N-6.5-02",
      about: "A failure is retried after as many seconds as Retry-After says, at once if that cannot be read.",
      switches: { misreads: () => false, pauseMs: () => 0 },
    },
    {
      id: "redirects-followed-with-post",
      gap: "U-23",
      about: "The target of a redirect is requested as well, with the same signed bytes, after the URL itself.",
      switches: { follows: true },
    },
    {
      id: "sends-by-fetch",
      gap: "U-28",
      about:
        "The HTTP client takes 407 for a transport error, which type 2 does not retry, and repeats after 421 and 417.",
      switches: {
        retries: ({ kind, type }, outcome) =>
          [408, 417, 421].includes(Number(outcome)) ||
          (!isSuccess(outcome) && (kind === "client" || (type === 2 && outcome !== 407 && outcome !== "error"))),
      },
    },
  ],
};
