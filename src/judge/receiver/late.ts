/** What is sent once everything genuine is over: forgeries, and genuine deliveries between, beside and after them. */

import { setTimeout as sleep } from "node:timers/promises";
import { NotObserved } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import type { ReceiverContext } from "./context.ts";
import { effectsOfAccepted, genuine } from "./course.ts";
import { type Delivered, oneConnection } from "./delivery.ts";
import type { Effects } from "./effects.ts";
import { FORGERIES, unknownSecret } from "./forgeries.ts";
import { fresh, type Named } from "./shapes.ts";

/** Genuine deliveries and forgeries that arrive together. */
const PAIRS = 6;
/** Between the forgeries of these pairs: one of them meets a genuine delivery that is being handled. */
const APART_MS = 5;
/** New payments beside the forgeries, so that a receiver that fails now and then fails for one of them. */
const ROW = 10;
/** Repetitions of what was answered 5xx. */
const MOST_RETRIES = 12;
/** Until then, a forgery is usually refused. */
const REFUSED_MS = 500;
/** What takes longer than this twice is delayed on purpose. */
const DELAYED_MS = 1000;
/** A receiver sees that a connection ended. */
const NOTICE_MS = 50;

const [FIRST, ...OTHERS] = FORGERIES as [Named, ...Named[]];

/** The first forgery, alone: a receiver may delay each refusal on purpose, and then gets more of them at once. */
async function firstForgery(context: ReceiverContext): Promise<Delivered> {
  await context.early(genuine);
  await context.earlyIsOver();
  const send = () => context.gate.alone(() => context.deliver({ ...FIRST.make(context), isOfBurst: true }));
  const delivered = await send();
  const isDelayed = !context.gate.isWide && delivered.exchange.ms > DELAYED_MS;
  if (isDelayed && (await send()).exchange.ms > DELAYED_MS) context.gate.widen();
  return delivered;
}

/** Resolves when everything genuine is over, and the pace of forgeries is known. */
async function begins(context: ReceiverContext): Promise<void> {
  await context.early(genuine);
  await context.earlyIsOver();
  if (!context.gate.isWide) await context.once(firstForgery);
}

/** Every forgery, by id, and first the effects of the payment that one of the forgeries repeats. */
export async function forged(context: ReceiverContext): Promise<{ sent: Map<string, Delivered>; before: Effects }> {
  await context.early(genuine);
  await context.earlyIsOver();
  const { known } = context;
  const isKnown = known && isAccepted(known.exchange);
  const before =
    context.seesEffects && isKnown ? await context.effectsOf([known.shape.id]).catch(() => undefined) : undefined;
  await begins(context);
  const sent = new Map<string, Delivered>();
  const send = async ({ id, make }: Named) => void sent.set(id, await context.deliver(make(context)));
  const alone = async () => void sent.set(FIRST.id, await context.once(firstForgery));
  await Promise.all([alone(), ...OTHERS.map(send)]);
  return { sent, before };
}

/** On one connection, a genuine delivery, and a forgery with its header; and then the genuine one again. */
export async function behindGenuine(context: ReceiverContext): Promise<{ forgery: Delivered; again: Delivered }> {
  await begins(context);
  const agent = oneConnection(context.url);
  const one = fresh(context);
  await context.deliver({ ...one, agent });
  const sent = context.deliver({ ...fresh(context), signature: context.sign(one.body), agent });
  // A slow answer does not hold up the run: other forgeries were refused before.
  await Promise.race([sent, sleep(REFUSED_MS)]);
  // A receiver may take one connection at a time.
  void sent.then(() => agent.destroy());
  const [forgery, again] = await Promise.all([sent, context.deliverPatiently(one)]);
  return { forgery, again };
}

/** Forgeries that arrive while genuine deliveries are handled. */
export async function besideGenuine(context: ReceiverContext): Promise<Delivered[]> {
  await begins(context);
  const pair = async (index: number) => {
    const genuineOne = context.deliver({ ...fresh(context), isOfBurst: true });
    await sleep(index * APART_MS);
    const forgery = await context.deliver({ ...unknownSecret(context), isOfBurst: true });
    await genuineOne;
    return forgery;
  };
  return context.gate.alone(() => Promise.all(Array.from({ length: PAIRS }, (_, index) => pair(index))));
}

/** A delivery whose connection ends within the body, and its retry (F-6.5-02). */
export async function cutOff(context: ReceiverContext): Promise<Delivered> {
  await begins(context);
  const shape = fresh(context);
  await context.deliver({ ...shape, isCut: true });
  await sleep(NOTICE_MS);
  return context.deliverPatiently(shape);
}

/** A forgery first, and at the very end the genuine delivery with the same id and event. */
export async function poisoned(context: ReceiverContext): Promise<Delivered> {
  await begins(context);
  const snapshot = context.snapshot();
  const forgery = JSON.stringify({ ...snapshot, amount: 1 });
  const right = context.sign(forgery);
  const wrong = right.slice(0, -1) + (right.endsWith("0") ? "1" : "0");
  await Promise.all([
    context.deliver({ id: snapshot.id, body: forgery, signature: wrong }),
    context.once(forged).catch(() => {}),
  ]);
  return context.deliverPatiently({ id: snapshot.id, body: JSON.stringify(snapshot) });
}

const isGenuine = ({ shape }: Delivered) => shape.signature === undefined && !shape.isUnclear && !shape.isCut;
const isFailed = ({ exchange }: Delivered) => (exchange.response?.status ?? 0) >= 500;

/** Retries what was answered 5xx, as the service would (F-6.5-02). */
export async function retries(context: ReceiverContext): Promise<void> {
  await begins(context);
  await Promise.all(Array.from({ length: ROW }, () => context.deliver(fresh(context))));
  await context.once(poisoned);
  const done = new Set(context.delivered.filter(({ exchange }) => isAccepted(exchange)).map(({ shape }) => shape.id));
  const failed = new Map(
    context.delivered.flatMap((one) =>
      isGenuine(one) && isFailed(one) && !done.has(one.shape.id) ? [[one.shape.id, one.shape] as const] : [],
    ),
  );
  const again = [...failed.values()].slice(0, MOST_RETRIES);
  await Promise.all(again.map((shape) => context.deliver({ ...shape, agent: undefined, isOfBurst: false })));
}

/** The deliveries that were answered 2xx after the same had been answered 5xx. */
export function recovered({ delivered }: ReceiverContext): Delivered[] {
  const failed = delivered.filter((one) => isGenuine(one) && isFailed(one));
  return delivered.filter(
    ({ shape, exchange, answeredAt }) =>
      isAccepted(exchange) &&
      failed.some((one) => one.shape.id === shape.id && one.answeredAt <= answeredAt - exchange.ms),
  );
}

/** What took effect in the end. */
export async function lateEffects(context: ReceiverContext): Promise<Effects> {
  await context.once(poisoned);
  await context.lateIsOver();
  if (!context.seesEffects) return undefined;
  return effectsOfAccepted(context);
}

/** Whether the forgery has an effect: its payment takes effect, or takes effect again if it was known. */
export async function tookEffect(context: ReceiverContext, { shape }: Delivered): Promise<boolean | undefined> {
  const { before } = await context.once(forged);
  const after = await context.once(lateEffects);
  if (!after) return undefined;
  const count = (effects: Effects) => effects?.get(shape.id)?.length ?? 0;
  if (shape.id === context.known?.shape.id && !before) throw new NotObserved("its payment was not seen before");
  return count(after) > (shape.id === context.known?.shape.id ? count(before) : 0);
}
