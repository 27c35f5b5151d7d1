/**
 * Whether and how fast a receiver answers: at first, under load, and after all forgeries, when it may have locked the
 * judge out. Only "quickly" is stated (F-6.5-01); how long an attempt waits is not (N-6.5-03).
 */

import { setTimeout as sleep } from "node:timers/promises";
import { must, observed, Unexplained } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import { made } from "./cases.ts";
import { type Judge, type ReceiverContext, step } from "./context.ts";
import { first, genuine } from "./course.ts";
import type { Delivered } from "./delivery.ts";
import { poisoned } from "./late.ts";

/** When a 2xx is late, if nobody says it: in milliseconds. */
export const ACK_WITHIN_MS = 2000;

const isSilent = ({ failure }: Exchange) => failure?.code === "timeout";
const isLate = ({ ackWithinMs }: ReceiverContext, exchange: Exchange) =>
  isSilent(exchange) || (isAccepted(exchange) && exchange.ms > ackWithinMs);

/** Demands an answer at all, of the first delivery and of all that follow. */
export async function answersAtAll(context: ReceiverContext): Promise<Delivered> {
  const one = await first(context);
  const { exchange } = one;
  if (!isSilent(exchange)) return one;
  const count = (await genuine(context)).size - 1;
  observed(context.isTooSlow, "the first delivery was not answered in time, and others were");
  const within = Math.round(exchange.ms / 1000);
  const actual = `No answer came within ${within} s, nor to ${count} more deliveries.`;
  must(false, actual, exchange, "A genuine delivery is answered.");
}

/** Slow when idle, slow under load, and slow at the end: so neither a cold start nor a burst is the reason. */
export async function answersInTime(context: ReceiverContext): Promise<Delivered> {
  const one = await first(context);
  const all = [...(await genuine(context)).values()];
  observed(!context.isTooSlow, "no delivery was answered: see receive.answers");
  const slow = all.filter(({ exchange }) => isLate(context, exchange));
  if (!isLate(context, one.exchange) || slow.length < all.length / 2) return one;
  const last = await poisoned(context);
  const { exchange } = last;
  const took = `${exchange.failure ? "more than " : ""}${Math.round(exchange.ms)} ms`;
  const isQuick = !isSilent(exchange) && exchange.ms <= context.ackWithinMs;
  must(isQuick, `It took ${took}.`, exchange, `The answer comes within ${context.ackWithinMs} ms.`);
  return last;
}

/** How long to wait at the end before a receiver is reported as stuck. */
const LAST_MS = 8000;
/** New payments at the end, so far apart: a lock-out may be for a moment. */
const LATER = { least: 3, most: 7, apartMs: 500, spanMs: 3000 };

/** New payments, until one is answered 2xx. */
const laterOn = step(async (context) => {
  const from = performance.now();
  const all: Delivered[] = [];
  while (all.length < LATER.least || (all.length < LATER.most && performance.now() - from < LATER.spanMs)) {
    if (all.length > 0) await sleep(LATER.apartMs);
    const delivered = await context.deliver(made(context));
    all.push(delivered);
    if (isAccepted(delivered.exchange)) break;
  }
  const [last] = all.slice(-1) as [Delivered];
  return { all, last: last.exchange, isRecovered: isAccepted(last.exchange) };
});

function lockedOut({ response, failure }: Exchange): Unexplained {
  const outcome = response ? `answered ${response.status}` : `not answered (${failure?.message})`;
  const cure = "if that is a lock-out of the sender, exempt the address of the judge from it for the run";
  return new Unexplained(`since the forgeries, genuine deliveries are ${outcome}: ${cure}`);
}

/** @throws Breach if nothing listens any more, or every delivery fails, or connections are never answered */
export async function stillThere(context: ReceiverContext): Promise<Delivered> {
  const sent = await poisoned(context);
  const { exchange } = sent;
  if (isAccepted(exchange)) return sent;
  const expected = "After any forgery, the next genuine delivery is answered 2xx.";
  const { failure } = exchange;
  context.hasEnded = failure?.code === "refused";
  must(!context.hasEnded, `Nothing listens any more (${failure?.message}).`, exchange, expected);
  const didAnswer = isAccepted((await first(context)).exchange);
  observed(didAnswer, "the first genuine delivery was not answered 2xx either");
  if (isSilent(exchange)) {
    const timeoutMs = Math.max(LAST_MS, 2 * context.timeoutMs);
    const { exchange: again } = await context.deliver({ ...made(context), timeoutMs });
    const actual = `Connections are accepted, and no answer comes within ${timeoutMs} ms.`;
    must(!(isSilent(again) && again.isConnected), actual, again, expected);
  }
  const { all, last, isRecovered } = await laterOn(context);
  if (isRecovered) return sent;
  // 503 asks for patience.
  const isFailing = all.every(({ exchange: { response: { status = 0 } = {} } }) => status >= 500 && status !== 503);
  must(!isFailing, `${all.length} new deliveries in a row were answered ${last.response?.status}.`, last, expected);
  throw lockedOut(last);
}

/** A receiver may lock out who forged, for a while. Then it refuses other payments as well, or takes this one later. */
export const onlyLockedOut: Judge = async ({ exchange, shape }, context) => {
  if (isAccepted(exchange)) return;
  const why = "after a forgery, the genuine delivery was not answered 2xx: the judge may be locked out";
  const { response } = exchange;
  observed(response && isAccepted((await first(context)).exchange), why);
  const { last, isRecovered } = await laterOn(context);
  if (!isRecovered) throw lockedOut(last);
  const { exchange: again } = await context.deliverPatiently(shape);
  observed(again.response && !isAccepted(again), why);
  const actual = `It was answered ${response.status}, and the next one of another payment ${last.response?.status}.`;
  must(false, actual, exchange, "The forgery changes nothing for the genuine delivery of the same payment.");
};
