/** The checks of a receiver. It is judged by its effects: what it answers to a forgery is its own business. */

import * as http from "node:http";
import * as https from "node:https";
import { Breach, type Check, NotObserved } from "../check.ts";
import { isAccepted } from "../http.ts";
import { type Delivered, isBusy, mustAcknowledge, type ReceiverContext } from "../receiver-context.ts";
import { type Effects, effectsLater, exactlyOnce, judgeEffect } from "./receiver-effects.ts";
import { PRACTICE_CHECKS } from "./receiver-practice.ts";
import { FORGERIES, GENUINE, type Named } from "./receiver-shapes.ts";

const AT_ONCE = 6;
const SIMULTANEOUS = 50;
/** So long after the beginning of the run the first delivery comes again. */
const LATER_MS = 1500;

/** In the order in which they run: forgeries come late, for a receiver may lock their sender out. */
export const RECEIVER_GROUPS = ["genuine", "duplicates", "forgeries", "practice"] as const;

/** Sends them a few at a time. */
async function sendAll(context: ReceiverContext, shapes: readonly Named[]): Promise<Map<string, Delivered>> {
  const sent = new Map<string, Delivered>();
  const queue = [...shapes];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      sent.set(next.id, await context.deliver(next.make(context)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sent;
}

/** Those that met a busy receiver. */
async function sendAgain(context: ReceiverContext, sent: Map<string, Delivered>): Promise<void> {
  for (const [id, delivered] of sent)
    if (isBusy(delivered)) sent.set(id, await context.deliverPatiently(delivered.shape));
}

async function genuine(context: ReceiverContext): Promise<{ sent: Map<string, Delivered>; effects: Effects }> {
  const sent = await sendAll(context, GENUINE);
  await sendAgain(context, sent);
  context.isTooSlow = [...sent.values()].every(({ exchange }) => exchange.failure?.code === "timeout");
  const ids = [...sent.values()].filter(({ exchange }) => isAccepted(exchange)).map(({ shape }) => shape.id);
  const effects = context.seesEffects ? await context.effectsOf(ids).catch(() => undefined) : undefined;
  return { sent, effects };
}

async function forged(context: ReceiverContext): Promise<{ sent: Map<string, Delivered>; effects: Effects }> {
  await context.once(genuine);
  const before = context.seesEffects ? await context.effects().catch(() => undefined) : undefined;
  const sent = await sendAll(context, FORGERIES);
  sent.set(BEHIND.id, await behindGenuine(context));
  const after = before && (await effectsLater(context));
  if (!after) return { sent, effects: undefined };
  const isNew = ([id, events]: [number, unknown[]]) => events.length > (before.get(id)?.length ?? 0);
  return { sent, effects: new Map([...after].filter(isNew)) };
}

const BEHIND: Omit<Named, "make"> = {
  id: "same-connection",
  title: "with a wrong signature behind a genuine one on its connection",
  rests: ["F-6.3-07", "F-6.3-08"],
};

async function behindGenuine(context: ReceiverContext): Promise<Delivered> {
  const agent = new (context.url.startsWith("https:") ? https : http).Agent({ keepAlive: true, maxSockets: 1 });
  const [one, other] = [context.snapshot(), context.snapshot()];
  await context.deliver({ id: one.id, body: JSON.stringify(one), agent });
  const signature = context.sign(JSON.stringify(one));
  const delivered = await context.deliver({ id: other.id, body: JSON.stringify(other), signature, agent });
  agent.destroy();
  return delivered;
}

function genuineCheck({ id, title, rests }: Named): Check<ReceiverContext> {
  return {
    id: `receive.${id}`,
    title: `A signed delivery ${title} is answered 2xx and takes effect`,
    severity: "demand",
    rests,
    group: "genuine",
    fix: "Verify over the raw bytes, take what is not described as it comes, and answer 2xx.",
    async run(context) {
      const { sent, effects } = await context.once(genuine);
      const delivered = sent.get(id) as Delivered;
      mustAcknowledge(delivered);
      if (effects && !effects.has(delivered.shape.id))
        throw new Breach({
          expected: "It takes effect.",
          actual: "It was answered 2xx and had no effect.",
          exchange: delivered.exchange,
        });
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
    fix: "Compute the HMAC over the raw body, compare all of it in constant time, and act only if it is equal.",
    async run(context) {
      const { sent, effects } = await context.once(forged);
      const delivered = sent.get(id) as Delivered;
      judgeEffect(context, delivered, effects);
    },
  };
}

/** The same delivery again and again: each time 2xx, one effect. */
async function repeated(
  context: ReceiverContext,
): Promise<{ sent: Delivered[]; between: Delivered; effects: Effects }> {
  context.needsSpeed();
  const [one, another] = [context.snapshot(), context.snapshot()];
  const shape = { id: one.id, body: JSON.stringify(one) };
  const sent = [await context.deliverPatiently(shape), await context.deliverPatiently(shape)];
  const between = await context.deliver({ id: another.id, body: JSON.stringify(another) });
  sent.push(await context.deliverPatiently(shape));
  return { sent, between, effects: await effectsLater(context, one.id) };
}

async function simultaneous(
  context: ReceiverContext,
): Promise<{ sent: Delivered[]; last: Delivered; effects: Effects }> {
  context.needsSpeed();
  const one = context.snapshot();
  const shape = { id: one.id, body: JSON.stringify(one), timeoutMs: 2 * context.ackWithinMs + 2000 };
  const sent = await Promise.all(Array.from({ length: SIMULTANEOUS }, () => context.deliver(shape)));
  const last = await context.deliverPatiently(shape);
  return { sent, last, effects: await effectsLater(context, one.id) };
}

/** A retry may come late: the first delivery of the run once more, with many others and some time between. */
async function later(context: ReceiverContext): Promise<{ again: Delivered; effects: Effects }> {
  await context.once(genuine);
  await context.once(repeated).catch(() => {});
  const [first] = context.delivered;
  if (!first || !isAccepted(first.exchange)) throw new NotObserved("the first delivery was not answered 2xx");
  const wait = LATER_MS - (performance.now() - context.started);
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const again = await context.deliverPatiently(first.shape);
  return { again, effects: await effectsLater(context, first.shape.id) };
}

/** A forgery comes first, and then the genuine delivery with the same id and event. */
async function poisoned(context: ReceiverContext): Promise<{ sent: Delivered; effects: Effects }> {
  context.needsSpeed();
  const snapshot = context.snapshot();
  const body = JSON.stringify(snapshot);
  const forged = JSON.stringify({ ...snapshot, amount: 1 });
  const last = (digest: string) => digest.slice(0, -1) + (digest.endsWith("0") ? "1" : "0");
  await context.deliver({ id: snapshot.id, body: forged, signature: last(context.sign(forged)) });
  const sent = await context.deliverPatiently({ id: snapshot.id, body });
  return { sent, effects: await effectsLater(context, snapshot.id) };
}

export const RECEIVER_CHECKS: readonly Check<ReceiverContext>[] = [
  ...GENUINE.map(genuineCheck),
  {
    id: "receive.ack-within",
    title: 'The 2xx comes quickly (the limit is an assumption: only "quickly" is stated)',
    severity: "demand",
    rests: ["F-6.5-01"],
    group: "genuine",
    fix: "Store or enqueue the delivery, answer, and do the work afterwards.",
    async run(context) {
      const { sent } = await context.once(genuine);
      const slow = [...sent.values()].filter(
        ({ exchange }) =>
          exchange.failure?.code === "timeout" || (isAccepted(exchange) && exchange.ms > context.ackWithinMs),
      );
      const slowest = slow.sort((a, b) => b.exchange.ms - a.exchange.ms)[0];
      if (!slowest) return;
      // Once more, alone: a burst must not be what is judged.
      const again = context.snapshot();
      const { exchange } = await context.deliver({ id: again.id, body: JSON.stringify(again) });
      const isSlow = exchange.failure?.code === "timeout" || exchange.ms > context.ackWithinMs;
      if (isSlow)
        throw new Breach({
          expected: `The answer comes within ${context.ackWithinMs} ms.`,
          actual: `It took ${exchange.failure ? "more than " : ""}${Math.round(exchange.ms)} ms.`,
          exchange,
        });
    },
  },
  {
    id: "duplicate.acknowledged",
    title: "A delivery that comes again is answered 2xx",
    severity: "demand",
    rests: ["F-6.5-01", "F-6.5-05"],
    group: "duplicates",
    fix: "Answer 2xx to what is already done: any other answer brings it again.",
    async run(context) {
      const { sent, between } = await context.once(repeated);
      const [first, ...again] = sent as [Delivered, Delivered, Delivered];
      mustAcknowledge(first);
      // Both repetitions, and not the new delivery between them: this is no matter of speed.
      if (isAccepted(between.exchange) && again.every(({ exchange }) => exchange.failure?.code === "timeout"))
        throw new Breach({
          expected: "A repetition is answered 2xx.",
          actual: "It was not answered at all; new deliveries were.",
          exchange: again[0]?.exchange,
        });
      for (const delivered of again) mustAcknowledge(delivered);
    },
  },
  {
    id: "duplicate.once",
    title: "A delivery that comes again takes effect once",
    severity: "demand",
    rests: ["F-6.5-05"],
    group: "duplicates",
    fix: "Keep payment id and @event of what was done, and skip what is there.",
    async run(context) {
      const { sent, effects } = await context.once(repeated);
      exactlyOnce(effects, sent[0] as Delivered);
    },
  },
  {
    id: "duplicate.simultaneous",
    title: `A delivery that comes ${SIMULTANEOUS} times at once takes effect once`,
    severity: "demand",
    rests: ["F-6.5-05"],
    group: "duplicates",
    fix: "Note that it is being done in one atomic step, such as an insert under a unique key.",
    async run(context) {
      const { last, effects } = await context.once(simultaneous);
      exactlyOnce(effects, last);
    },
  },
  {
    id: "duplicate.simultaneous-acknowledged",
    title: `Of ${SIMULTANEOUS} deliveries at once, one is answered 2xx, and so is the next`,
    severity: "demand",
    rests: ["F-6.5-01", "F-6.5-05"],
    group: "duplicates",
    async run(context) {
      const { sent, last } = await context.once(simultaneous);
      if (!sent.some(({ exchange }) => isAccepted(exchange))) mustAcknowledge(sent[0] as Delivered);
      mustAcknowledge(last);
    },
  },
  {
    id: "duplicate.later",
    title: "A delivery that comes again later, after many others, takes effect once",
    severity: "demand",
    rests: ["F-6.5-05"],
    group: "duplicates",
    fix: "Keep what was done for as long as retries may come: how long that is, is not stated (N-6.5-01, N-6.5-02).",
    async run(context) {
      const { again, effects } = await context.once(later);
      mustAcknowledge(again);
      exactlyOnce(effects, again);
    },
  },
  ...[...FORGERIES, BEHIND].map(forgeryCheck),
  {
    id: "forgery.first",
    title: "A forgery does not keep out the genuine delivery of the same payment",
    severity: "demand",
    rests: ["F-6.3-08", "F-6.3-06"],
    group: "forgeries",
    fix: "Look at the signature first: note what was seen only once it is trusted.",
    async run(context) {
      const { sent, effects } = await context.once(poisoned);
      if (!isAccepted(sent.exchange))
        throw new NotObserved(
          "after a forgery, the genuine delivery was not answered 2xx: its sender may be locked out",
        );
      exactlyOnce(effects, sent);
    },
  },
  ...PRACTICE_CHECKS,
  {
    id: "receive.still",
    title: "After all of this the receiver is still there",
    severity: "demand",
    rests: ["F-6.5-01"],
    group: "practice",
    fix: "Refuse what is malformed; nothing that a stranger sends may end the program.",
    async run(context) {
      await context.once(forged);
      const snapshot = context.snapshot();
      const { exchange } = await context.deliverPatiently({ id: snapshot.id, body: JSON.stringify(snapshot) });
      if (exchange.failure?.code === "refused")
        throw new Breach({
          expected: "Whatever strangers send, the next genuine delivery is answered 2xx.",
          actual: `Nobody listens any more (${exchange.failure.message}).`,
          exchange,
        });
      if (!isAccepted(exchange))
        throw new NotObserved("the last genuine delivery was not answered 2xx: its sender may be locked out");
    },
  },
];
