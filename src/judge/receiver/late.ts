/** What is sent once everything genuine is over: forgeries, and genuine deliveries between, beside and after them. */

import { setTimeout as sleep } from "node:timers/promises";
import { isAccepted } from "../wire/http.ts";
import { made } from "./cases.ts";
import { type ReceiverContext, step, stepsAfter } from "./context.ts";
import { effectsOfAccepted, genuine, onKeptConnection, REFUSED_MS, sendAll } from "./course.ts";
import { type Delivered, oneConnection } from "./delivery.ts";
import { FORGERIES, STRANGER } from "./forgeries.ts";

/** Genuine deliveries and forgeries that arrive together. */
const PAIRS = 6;
/** Milliseconds by which the pairs differ: one meets a genuine delivery that is being handled, another one is met. */
const APART_MS = 5;
/** New payments beside the forgeries, so that a receiver that fails now and then fails for one of them. */
const ROW = 10;
/** Repetitions of what was answered 5xx. */
const MOST_RETRIES = 12;
/** For so long a forgery may stand in a queue of its own, where nobody can say that nothing is under way. */
const QUEUED_MS = 1000;
/** A receiver sees that a connection ended. */
const NOTICE_MS = 50;
/** The size of a small pool of workers: a broken body may keep its worker. */
const MOST_WORKERS = 12;

const genuineIsOver = step(async (context) => {
  await genuine(context);
  await context.isOver("early");
});
const [afterwards, late] = [stepsAfter(genuineIsOver), stepsAfter(genuineIsOver, "late")];

/** Every forgery, by id, and first the effects of the payment that one of the forgeries repeats. */
export const forged = afterwards(async (context) => {
  const { known } = context;
  const isKnown = context.seesEffects && known && isAccepted(known.exchange);
  const before = isKnown ? await context.effectsOf([known.shape.id]).catch(() => undefined) : undefined;
  return { sent: await sendAll(context, FORGERIES), before };
});

/** On one connection, a genuine delivery, and a forgery with its header; and then the genuine one again. */
export const behindGenuine = late(async (context) => {
  const agent = oneConnection(context.url);
  const one = made(context);
  await context.deliver({ ...one, agent });
  const sent = context.deliver({ ...made(context), signature: context.sign(one.body), agent });
  // A slow answer does not hold up the run: other forgeries were refused before.
  await Promise.race([sent, sleep(REFUSED_MS)]);
  // A receiver may take one connection at a time.
  void sent.then(() => agent.destroy());
  const [forgery, again] = await Promise.all([sent, context.deliverPatiently(one)]);
  return { forgery, again };
});

/** Genuine deliveries behind what is refused by its headers alone: its body may be left in the connection. */
export const behindUnsigned = late(
  onKeptConnection({ header: () => null }, { header: () => "sha1=0", how: { contentType: "text/plain" } }),
);

/** Forgeries that arrive while genuine deliveries are handled. */
export const besideGenuine = late(async (context) => {
  const pair = async (index: number) => {
    const later = index % 2;
    const [genuineOne, forgery] = [1 - later, later].map(async (isLater, isForged) => {
      const shape = isForged ? made(context, STRANGER) : made(context);
      await sleep(isLater * index * APART_MS);
      return context.deliver({ ...shape, isOfBurst: true });
    });
    await genuineOne;
    return forgery as Promise<Delivered>;
  };
  return context.limit.alone(() => Promise.all(Array.from({ length: PAIRS }, (_, index) => pair(index))));
});

/** A delivery whose connections end too early, and its retry (F-6.5-02). */
const cutOff = (endsIn: "body" | "answer", times: number) =>
  late(async (context) => {
    const shape = made(context);
    await Promise.all(Array.from({ length: times }, () => context.deliver({ ...shape, endsIn })));
    await sleep(NOTICE_MS);
    return context.deliverPatiently(shape);
  });
export const cutOffInBody = cutOff("body", MOST_WORKERS);
export const cutOffInAnswer = cutOff("answer", 1);

/** A forgery first, and at the very end the genuine delivery with the same id and event. */
export const poisoned = afterwards(async (context) => {
  const { id, body } = made(context);
  const forgery = JSON.stringify({ ...JSON.parse(String(body)), amount: 1 });
  const right = context.sign(forgery);
  const signature = right.slice(0, -1) + (right.endsWith("0") ? "1" : "0");
  await Promise.all([context.deliver({ id, body: forgery, signature }), forged(context).catch(() => {})]);
  return context.deliverPatiently({ id, body });
});

const isGenuine = ({ shape }: Delivered) => shape.signature === undefined && !shape.isUnclear && !shape.endsIn;
const isFailed = (one: Delivered) => isGenuine(one) && (one.exchange.response?.status ?? 0) >= 500;

/** Retries what was answered 5xx, as the service would (F-6.5-02). */
export const retries = late(async (context) => {
  await Promise.all(Array.from({ length: ROW }, () => context.deliver(made(context))));
  await poisoned(context);
  const done = new Set(context.delivered.flatMap(({ exchange, shape }) => (isAccepted(exchange) ? [shape.id] : [])));
  const failed = context.delivered.filter((one) => isFailed(one) && !done.has(one.shape.id));
  const again = [...new Map(failed.map(({ shape }) => [shape.id, shape])).values()].slice(0, MOST_RETRIES);
  await Promise.all(again.map((shape) => context.deliver({ ...shape, agent: undefined, isOfBurst: false })));
});

/** The deliveries that were answered 2xx after the same had been answered 5xx. */
export function recovered({ delivered }: ReceiverContext): Delivered[] {
  const failed = delivered.filter(isFailed);
  const isAfter = ({ exchange, answeredAt }: Delivered, one: Delivered) => one.answeredAt <= answeredAt - exchange.ms;
  return delivered.filter(
    (one) =>
      isAccepted(one.exchange) && failed.some((before) => before.shape.id === one.shape.id && isAfter(one, before)),
  );
}

/** Forgeries of other payments that steps about genuine deliveries send. */
export const sentBeside = step(async (context) => {
  const [{ sent }] = await Promise.all([forged(context), poisoned(context), behindUnsigned(context).catch(() => {})]);
  const own = new Set([...sent.values(), ...context.delivered.filter(isGenuine)].map(({ shape }) => shape.id));
  return context.delivered.filter(
    ({ shape }) => shape.signature !== undefined && shape.id > 0 && !shape.isUnclear && !own.has(shape.id),
  );
});

/** What took effect in the end. */
export const lateEffects = step(async (context) => {
  await poisoned(context);
  await context.isOver("late");
  if (context.seesEffects && !context.fence.has("settle")) await sleep(QUEUED_MS);
  return effectsOfAccepted(context);
});
