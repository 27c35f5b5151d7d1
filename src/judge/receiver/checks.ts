/** The checks of a receiver. It is judged by its effects; it may answer a forgery with any status. */

import { type Check, demand, NotObserved, observed } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import type { ReceiverContext } from "./context.ts";
import {
  BEHIND,
  behindGenuine,
  earlyEffects,
  first,
  forged,
  genuine,
  lateEffects,
  later,
  poisoned,
  repeated,
  SIMULTANEOUS,
  simultaneous,
  tookEffect,
} from "./course.ts";
import { type Delivered, mustAcknowledge } from "./delivery.ts";
import { exactlyOnce, mustHaveNone } from "./effects.ts";
import { FORGERIES } from "./forgeries.ts";
import { PRACTICE_CHECKS } from "./practice.ts";
import { GENUINE, type Named } from "./shapes.ts";

function genuineCheck({ id, title, rests }: Named): Check<ReceiverContext> {
  return {
    id: `receive.${id}`,
    title: `A signed delivery ${title} is answered 2xx and takes effect`,
    severity: "demand",
    rests,
    group: "genuine",
    fix: "Verify the raw bytes, accept members and headers that are not described, and answer 2xx.",
    async run(context) {
      const delivered = (await context.early(genuine)).get(id) as Delivered;
      const { exchange, shape } = delivered;
      // A server may refuse a body of unknown length (RFC 9110, 15.5.12): see practice.length.
      observed(
        !(id === "chunked" && exchange.response?.status === 411),
        "it requires a Content-Length: see practice.length",
      );
      mustAcknowledge(delivered);
      const effects = await context.once(earlyEffects);
      const took = effects === undefined || effects.has(shape.id);
      demand(took, "It takes effect.", "It was answered 2xx and had no effect.", exchange);
      return exchange.ms;
    },
  };
}

function forgeryCheck({ id, title, rests }: Omit<Named, "make">): Check<ReceiverContext> {
  return {
    id: `forgery.${id}`,
    title: `A delivery ${title} has no effect`,
    severity: "demand",
    rests,
    group: "forgeries",
    fix: "Compute the HMAC of the raw body, compare all of it in constant time, and act only if it is equal.",
    async run(context) {
      const delivered =
        id === BEHIND.id ? await context.once(behindGenuine) : ((await context.once(forged)).sent.get(id) as Delivered);
      mustHaveNone(delivered, await tookEffect(context, delivered), context.seesEffects);
      return delivered.exchange.ms;
    },
  };
}

const isSlow = (context: ReceiverContext, { exchange }: Delivered) =>
  exchange.failure?.code === "timeout" || (isAccepted(exchange) && exchange.ms > context.ackWithinMs);

/** Slow when idle, slow under load, and slow at the end: so neither a cold start nor a burst is the reason. */
async function inTime(context: ReceiverContext): Promise<number> {
  const one = await context.early(first);
  const all = [...(await context.early(genuine)).values()];
  const slow = all.filter((delivered) => isSlow(context, delivered));
  if (!isSlow(context, one) || slow.length < all.length / 2) return one.exchange.ms;
  const { exchange } = await context.once(poisoned);
  const took = `${exchange.failure ? "more than " : ""}${Math.round(exchange.ms)} ms`;
  const isLate = exchange.failure?.code === "timeout" || exchange.ms > context.ackWithinMs;
  demand(!isLate, `The answer comes within ${context.ackWithinMs} ms.`, `It took ${took}.`, exchange);
  return exchange.ms;
}

/** How long to wait at the end before a receiver is reported as stuck. */
const LAST_MS = 8000;

/** @throws Breach if nothing listens any more, or connections are accepted but never answered */
async function stillThere(context: ReceiverContext): Promise<number> {
  const { exchange } = await context.once(poisoned);
  if (isAccepted(exchange)) return exchange.ms;
  const expected = "After any forgery, the next genuine delivery is answered 2xx.";
  const { failure } = exchange;
  demand(failure?.code !== "refused", expected, `Nothing listens any more (${failure?.message}).`, exchange);
  const didAnswer = isAccepted((await context.early(first)).exchange);
  if (didAnswer && failure?.code === "timeout") {
    const snapshot = context.snapshot();
    const timeoutMs = Math.max(LAST_MS, 2 * context.timeoutMs);
    const again = await context.deliver({ id: snapshot.id, body: JSON.stringify(snapshot), timeoutMs });
    const isStuck = again.exchange.failure?.code === "timeout" && again.exchange.isConnected;
    demand(!isStuck, expected, `Connections are accepted, and no answer comes within ${timeoutMs} ms.`, again.exchange);
  }
  throw new NotObserved("the last genuine delivery was not answered 2xx: the judge may be locked out");
}

const demanded = (
  id: string,
  title: string,
  rests: Check<ReceiverContext>["rests"],
  group: string,
  run: Check<ReceiverContext>["run"],
  fix?: string,
): Check<ReceiverContext> => ({ id, title, severity: "demand", rests, group, run, ...(fix && { fix }) });

const DUPLICATE_CHECKS = [
  demanded(
    "duplicate.acknowledged",
    "A repeated delivery is answered 2xx",
    ["F-6.5-01", "F-6.5-05"],
    "duplicates",
    async (context) => {
      const { sent, between } = await context.early(repeated);
      const [one, ...again] = sent as [Delivered, Delivered, Delivered];
      mustAcknowledge(one);
      // Both repetitions fail but not the new delivery between them: so speed is not the reason.
      const isSilent = again.every(({ exchange }) => exchange.failure?.code === "timeout");
      const actual = "It was not answered, although new deliveries were.";
      demand(!(isAccepted(between.exchange) && isSilent), "A repetition is answered 2xx.", actual, again[0]?.exchange);
      for (const delivered of again) mustAcknowledge(delivered);
      return one.exchange.ms;
    },
    "Answer 2xx to what was already processed: any other answer makes the service retry.",
  ),
  demanded(
    "duplicate.once",
    "A repeated delivery takes effect once",
    ["F-6.5-05"],
    "duplicates",
    async (context) => {
      const { sent } = await context.early(repeated);
      exactlyOnce(await context.once(earlyEffects), sent[0] as Delivered);
      return sent[0]?.exchange.ms;
    },
    "Store the payment id and @event of each processed delivery, and skip those that are stored.",
  ),
  demanded(
    "duplicate.simultaneous",
    `A delivery that arrives ${SIMULTANEOUS} times at once takes effect once`,
    ["F-6.5-05"],
    "duplicates",
    async (context) => {
      const { last } = await context.early(simultaneous);
      exactlyOnce(await context.once(earlyEffects), last);
      return last.exchange.ms;
    },
    "Reserve the delivery in one atomic step, such as an insert with a unique key.",
  ),
  demanded(
    "duplicate.simultaneous-acknowledged",
    `At least one of ${SIMULTANEOUS} simultaneous deliveries is answered 2xx, and so is the next one`,
    ["F-6.5-01", "F-6.5-05"],
    "duplicates",
    async (context) => {
      const { sent, last } = await context.early(simultaneous);
      if (!sent.some(({ exchange }) => isAccepted(exchange))) mustAcknowledge(sent[0] as Delivered);
      mustAcknowledge(last);
      return last.exchange.ms;
    },
  ),
  demanded(
    "duplicate.later",
    "A delivery that is repeated later, after many others, takes effect once",
    ["F-6.5-05"],
    "duplicates",
    async (context) => {
      const again = await context.early(later);
      mustAcknowledge(again);
      exactlyOnce(await context.once(earlyEffects), again);
      return again.exchange.ms;
    },
    "Store processed deliveries for as long as retries may arrive; how long that is, is not stated (N-6.5-01, N-6.5-02).",
  ),
];

export const RECEIVER_CHECKS: readonly Check<ReceiverContext>[] = [
  ...GENUINE.map(genuineCheck),
  demanded(
    "receive.ack-within",
    "The 2xx comes quickly (the limit itself is an assumption)",
    ["F-6.5-01"],
    "genuine",
    inTime,
    "Store or enqueue the delivery, answer, and process it afterwards.",
  ),
  ...DUPLICATE_CHECKS,
  ...[...FORGERIES, BEHIND].map(forgeryCheck),
  demanded(
    "forgery.first",
    "After a forgery, the genuine delivery of the same payment takes effect once",
    ["F-6.3-08", "F-6.3-06"],
    "forgeries",
    async (context) => {
      const sent = await context.once(poisoned);
      const why = "after a forgery, the genuine delivery was not answered 2xx: the judge may be locked out";
      observed(isAccepted(sent.exchange), why);
      exactlyOnce(await context.once(lateEffects), sent);
      return sent.exchange.ms;
    },
    "Verify the signature first, and store only what is genuine.",
  ),
  ...PRACTICE_CHECKS,
  demanded(
    "receive.still",
    "At the end of the run, the receiver still answers",
    ["F-6.5-01"],
    "practice",
    stillThere,
    "Refuse malformed requests; none of them may end the program.",
  ),
];
