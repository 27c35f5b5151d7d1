/** Variants in what is retried, how often and when. */

import { isSuccess } from "../service.ts";
import { type Variants, variant, variants } from "./variant.ts";

export const RETRY_VARIANTS: Variants = {
  look: [
    ...variants("N-6.5-01", {
      "two-attempts: There is one retry.": { attempts: 2 },
      "eight-attempts: There are seven retries.": { attempts: 8, pauseMs: () => 15 },
    }),
    ...variants("N-6.5-02", {
      "pauses-grow: The pauses between attempts grow from 10 to 250 ms.": {
        attempts: 4,
        pauseMs: (attempt) => 2 * 5 ** attempt,
        retryWindowMs: 600,
      },
      "retried-at-once: Retries follow without a pause.": { pauseMs: () => 0 },
    }),
    variant("redirects-followed", "U-23", "Redirections with a Location are followed.", { follows: () => true }),
    variant(
      "retried-after-any-2xx-but-200",
      "N-6.5-01",
      "Client deliveries are repeated unless the answer is 200: a delivery may arrive more than once.",
      {
        retries: ({ kind, type }, outcome) => (kind === "client" ? outcome !== 200 : type === 2 && !isSuccess(outcome)),
      },
    ),
    ...variants("U-28", {
      "app-type-2-not-after-transport-error: With responseHandlingType 2, a transport error is not retried.": {
        retries: ({ kind, type }, outcome) =>
          !isSuccess(outcome) && (kind === "client" || (type === 2 && outcome !== "error")),
      },
      "app-type-1-after-transport-error: With responseHandlingType 1, a transport error is retried.": {
        retries: ({ kind, type }, outcome) =>
          !isSuccess(outcome) && (kind === "client" || type === 2 || outcome === "error"),
      },
    }),
    variant(
      "app-deliveries-always-thrice",
      "A-02",
      "With responseHandlingType 1, each delivery is sent three times, whatever the answer is.",
      { retries: ({ kind, type }, outcome) => (kind === "app" && type === 1) || !isSuccess(outcome) },
    ),
  ],
  judge: [
    ...variants("N-6.5-02", {
      "retried-with-jitter: The pauses between attempts are random.": {
        pauseMs: () => 150 * Math.random(),
      },
      "retried-late: The first retry comes late, the others at once.": {
        pauseMs: (attempt) => (attempt === 1 ? 350 : 5),
      },
    }),
    ...variants("N-6.5-01", {
      "retried-20-times: There are twenty attempts.": { attempts: 20, pauseMs: () => 4 },
      "retried-after-408-and-429-more: After 429 there are more attempts than after 500.": {
        attempts: 5,
        retries: ({ kind, type }, outcome) =>
          (kind === "client" || type === 2) && !isSuccess(outcome) && (outcome === 429 || Math.random() < 2),
      },
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
    ...variants("U-28", {
      "app-1-retried-after-transport-error: With type 1, a transport error is retried.": {
        retries: ({ kind, type }, outcome) =>
          kind === "client" || type === 2 ? !isSuccess(outcome) : outcome === "error",
      },
      "app-2-not-retried-after-transport-error: With type 2, a transport error is not retried.": {
        retries: ({ kind, type }, outcome) =>
          !isSuccess(outcome) && (kind === "client" || (type === 2 && outcome !== "error")),
      },
    }),
  ],
  histories: [
    variant(
      "answers-read-to-their-end",
      "N-6.5-03",
      "An answer is read to its end before its status counts, informational ones and long bodies as well.",
      { misreads: () => false },
    ),
    variant(
      "retry-after-honoured",
      "N-6.5-02",
      "A failure is retried after as many seconds as Retry-After says, at once if that cannot be read.",
      { misreads: () => false, pauseMs: () => 0 },
    ),
    variant(
      "redirects-followed-with-post",
      "U-23",
      "The target of a redirect is requested as well, with the same signed bytes, after the URL itself.",
      { follows: () => true },
    ),
    variant(
      "sends-by-fetch",
      "U-28",
      "The HTTP client takes 407 for a transport error, which type 2 does not retry, and repeats after 421 and 417.",
      {
        retries: ({ kind, type }, outcome) =>
          [408, 417, 421].includes(Number(outcome)) ||
          (!isSuccess(outcome) && (kind === "client" || (type === 2 && outcome !== 407 && outcome !== "error"))),
      },
    ),
  ],
};
