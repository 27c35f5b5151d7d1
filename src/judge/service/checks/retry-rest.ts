/** Retries after the statuses that have no check of their own, several in one finding. */

import { Breach, type Check, NotObserved, type Rests } from "../../check.ts";
import type { Reply } from "../../wire/listener.ts";
import type { Context } from "../context.ts";
import { courseOf } from "../course.ts";
import {
  clientRest,
  forgettingRest,
  type IsSuspect,
  notRetried,
  REST,
  REST_IGNORED,
  sentMore,
  waitingRest,
} from "../experiments/retries.ts";
import { replyWords } from "../walk/steps.ts";
import { confirmed, type Experiment, times } from "./retry-confirmed.ts";

/** Many answers in one check: the ones that every round confirms. Throws if none of them was observed. */
async function wrongAmong(context: Context, experiment: Experiment, replies: readonly Reply[], isSuspect: IsSuspect) {
  const seen = [];
  let unheard: NotObserved | undefined;
  for (const reply of replies)
    try {
      seen.push(await confirmed(context, experiment, reply, isSuspect));
    } catch (error) {
      if (!(error instanceof NotObserved)) throw error;
      unheard = error;
    }
  if (seen.length === 0 && unheard) throw unheard;
  return seen.filter((one) => one !== undefined);
}

function rest(
  id: string,
  title: string,
  rests: Rests,
  expected: string,
  of: [Experiment, readonly Reply[], IsSuspect],
): Check<Context> {
  return {
    id,
    title,
    severity: "demand",
    rests,
    group: id.includes("client") ? "client retries" : "app retries",
    fix: "Decide by whether the status is in 2xx, without a list of statuses.",
    async run(context) {
      const [first, ...more] = await wrongAmong(context, ...of);
      if (!first) return;
      const names = [first, ...more].map(({ own }) => replyWords(own.reply)).join(", ");
      throw new Breach({
        expected,
        actual: `Not so after ${names}: ${times(first.own.count)} after the first of them, ${times(Math.max(...first.good))} after 2xx.`,
        exchange: first.own.hook.exchange,
        sequence: courseOf(context, [first.own.hook], first.own),
      });
    },
  };
}

export const REST_CHECKS: Check<Context>[] = [
  rest(
    "retry.client.rest",
    "After other statuses outside 2xx, a client delivery is retried",
    ["F-6.5-02", "F-7-03"],
    "Every delivery that is not answered 2xx is retried.",
    [clientRest, REST, notRetried],
  ),
  rest(
    "retry.app-2.rest",
    "With responseHandlingType 2, a delivery is retried after other statuses outside 2xx",
    ["F-6.4-04", "F-7-03"],
    "Every delivery that is not answered 2xx is retried.",
    [waitingRest, REST, notRetried],
  ),
  rest(
    "retry.app-1.rest",
    "With responseHandlingType 1, the delivery is not retried because of other statuses, or of Retry-After",
    ["F-6.4-03"],
    "The number of deliveries does not depend on the answer.",
    [forgettingRest, REST_IGNORED, sentMore],
  ),
];
