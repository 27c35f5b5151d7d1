/**
 * Retries: how often a webhook is sent the same event, compared between answers. A repeated delivery is always allowed
 * (F-6.5-04).
 */

import { Breach, type Check, demand, NotObserved } from "../../check.ts";
import type { Reply } from "../../wire/listener.ts";
import type { Context, Kind } from "../context.ts";
import { courseOf } from "../course.ts";
import { trigger } from "../experiments/acting.ts";
import {
  type Attempts,
  BAD,
  BROKEN,
  clientRetries,
  countAgain,
  countsOf,
  forgetting,
  GOOD,
  IGNORED,
  notRetried,
  ROUNDS,
  SPECIAL,
  sentMore,
  waitingRetries,
} from "../experiments/retries.ts";
import { replyWords } from "../walk/steps.ts";
import { confirmed, type Experiment, times } from "./retry-confirmed.ts";
import { others } from "./retry-others.ts";
import { REST_CHECKS } from "./retry-rest.ts";

const nameOf = (reply: Reply) => (typeof reply === "string" ? replyWords(reply) : `the answer ${replyWords(reply)}`);

/** Every failed delivery has to be retried: it comes at least twice, and more often than one that was acknowledged. */
async function isRetried(context: Context, experiment: Experiment, reply: Reply): Promise<void> {
  const found = await confirmed(context, experiment, reply, notRetried);
  if (!found) return;
  const { own, good, rounds } = found;
  throw new Breach({
    expected: `After ${nameOf(reply)}, the delivery is retried.`,
    actual: `${attempted(own.count, Math.min(...good))}; at ${rounds.length} more webhooks: ${rounds.join(", ")}.`,
    exchange: own.hook.exchange,
    sequence: courseOf(context, [own.hook], own),
  });
}

/** Repetitions where nothing failed prove no retry, so that more of them are expected. */
const attempted = (count: number, good: number) =>
  count === 1 ? "1 attempt, at least 2 expected" : `${count} attempts, more than the ${good} after 2xx expected`;

function retried(kind: Kind, reply: Reply): Check<Context> {
  const isClient = kind === "client";
  return {
    id: isClient ? `retry.client.${reply}` : `retry.app-2.${reply}`,
    title: isClient
      ? `After ${nameOf(reply)}, a client delivery is retried`
      : `With responseHandlingType 2, a delivery is retried after ${nameOf(reply)}`,
    severity: "demand",
    rests: isClient ? ["F-6.5-02", "F-7-03"] : ["F-6.4-04", "F-7-03"],
    group: isClient ? "client retries" : "app retries",
    fix: "Treat every answer outside 2xx as a failure, and retry the delivery.",
    run: (context) => isRetried(context, isClient ? clientRetries : waitingRetries, reply),
  };
}

function ignored(reply: Reply): Check<Context> {
  return {
    id: `retry.app-1.${reply}`,
    title: `With responseHandlingType 1, the delivery is not retried because of ${nameOf(reply)}`,
    severity: "demand",
    rests: ["F-6.4-03"],
    group: "app retries",
    fix: "Ignore the status of the answer to a delivery of type 1.",
    async run(context) {
      const found = await confirmed(context, forgetting, reply, sentMore);
      if (!found) return;
      const { own, good, rounds } = found;
      throw new Breach({
        expected: `The number of deliveries does not depend on the status: ${times(Math.max(...good))}, as after 2xx.`,
        actual: `After ${reply} it arrived ${times(own.count)}; at ${rounds.length} more webhooks, ${rounds.join(", ")} times.`,
        exchange: own.hook.exchange,
        sequence: courseOf(context, [own.hook], own),
      });
    },
  };
}

/** The type 1 webhooks that gave all kinds of answers must receive another event. */
async function secondEvent(context: Context): Promise<{ deaf: Attempts[]; isComparable: boolean }> {
  const { first } = await context.once(forgetting);
  const heard = first.filter(({ count }) => count > 0);
  const from = performance.now();
  await trigger(context, "app");
  const hears = ({ hook }: Attempts) => context.posts(hook, from).length > 0;
  await context.due(() => heard.every(hears));
  const good = heard.filter(({ reply }) => GOOD.includes(reply));
  return { deaf: heard.filter((one) => !hears(one)), isComparable: good.length > 0 && good.every(hears) };
}

/**
 * One 2xx against another: with type 1 they have to be the same as well. Told apart only if no count of one is any
 * count of the other.
 */
async function sameForEvery2xx(context: Context): Promise<void> {
  const [one = 200, other = 204] = GOOD;
  const apart = (attempts: Attempts[]) => {
    const [a, b] = [countsOf(attempts, one), countsOf(attempts, other)];
    if ([...a, ...b].includes(0)) return 0;
    return Math.min(...a) > Math.max(...b) ? 1 : Math.min(...b) > Math.max(...a) ? -1 : 0;
  };
  const { first } = await context.once(forgetting);
  const way = apart(first);
  for (let round = 0; round < ROUNDS && way !== 0; round++)
    if (apart(await countAgain(context, "app", [one, other], 1)) !== way) return;
  if (way === 0) return;
  throw new Breach({
    expected: `The number of deliveries is the same after ${one} and after ${other}.`,
    actual: `After ${way > 0 ? one : other} the delivery arrives more often, at each of many webhooks.`,
    exchange: first.find(({ reply }) => reply === (way > 0 ? one : other))?.hook.exchange,
  });
}

/** A service that sends again after each 204, and never after 200, may take 200 alone for an acknowledgement. */
async function takesNoContent(context: Context): Promise<void> {
  const { first } = await context.once(clientRetries);
  const isApart = (attempts: readonly Attempts[]) => {
    const [plain, empty] = [countsOf([...attempts], 200), countsOf([...attempts], 204)];
    return ![...plain, ...empty].includes(0) && Math.min(...empty) > 1 && plain.every((count) => count === 1);
  };
  if (!isApart(first)) return;
  for (let round = 0; round < ROUNDS; round++) if (!isApart(await countAgain(context, "client", []))) return;
  throw new Breach({
    expected: "204 acknowledges a delivery as 200 does.",
    actual: "After 204 the delivery was always retried, and after 200 never.",
    exchange: first.find(({ reply }) => reply === 204)?.hook.exchange,
  });
}

export const RETRY_CHECKS: Check<Context>[] = [
  ...[...BAD, ...BROKEN, ...SPECIAL].map((reply) => retried("client", reply)),
  ...[...BAD, ...SPECIAL].map((reply) => retried("app", reply)),
  ...[...BAD, ...IGNORED].map(ignored),
  others("retry.client.others", ["F-6.2-01", "F-6.2-04", "F-2.2-02", "F-6.1-04"], clientRetries),
  others("retry.app.others", ["F-6.4-01", "F-2.3-02", "F-6.1-04"], waitingRetries),
  {
    id: "retry.client.204",
    title: "204 acknowledges a client delivery as 200 does",
    severity: "practice",
    rests: ["N-6.5-01"],
    group: "client retries",
    fix: "Take every 2xx for an acknowledgement; with 204, a receiver does not ask for a retry.",
    run: takesNoContent,
  },
  {
    id: "retry.app-1.2xx",
    title: "With responseHandlingType 1, the number of deliveries is the same for every 2xx",
    severity: "demand",
    rests: ["F-6.4-03"],
    group: "app retries",
    fix: "Ignore the status of the answer to a delivery of type 1.",
    run: sameForEvery2xx,
  },
  {
    id: "retry.app-1.next-event",
    title: "With responseHandlingType 1, the next event is delivered after every status",
    severity: "demand",
    rests: ["F-6.4-03"],
    group: "app retries",
    fix: "Do not switch a webhook of type 1 off because of a status.",
    async run(context) {
      const { deaf, isComparable } = await context.once(secondEvent);
      if (!isComparable) throw new NotObserved("the webhooks that answer 2xx did not receive the next event either");
      demand(
        deaf.length === 0,
        "The next event reaches the webhook, whatever it answered to the previous one.",
        `Nothing arrived any more after ${[...new Set(deaf.map(({ reply }) => nameOf(reply)))].join(", ")}.`,
        deaf[0]?.hook.exchange,
      );
    },
  },
  // They create many webhooks, of which a service may allow few.
  ...REST_CHECKS,
];
