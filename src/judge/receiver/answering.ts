/**
 * Whether and how fast a receiver answers: at first, under load, and after all forgeries, when it may have locked the
 * judge out. Only "quickly" is stated (F-6.5-01); how long an attempt waits is not (N-6.5-03).
 */

import { setTimeout as sleep } from "node:timers/promises";
import { demand, NotObserved, observed, Unexplained } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import { made } from "./cases.ts";
import { demanded, type ReceiverCheck, type ReceiverContext, step } from "./context.ts";
import { first, genuine } from "./course.ts";
import type { Delivered } from "./delivery.ts";
import { poisoned } from "./late.ts";

/** When a 2xx is late, if nobody says it: in milliseconds. */
export const ACK_WITHIN_MS = 2000;

/** Demands an answer at all, of the first delivery and of all that follow. */
async function answersAtAll(context: ReceiverContext): Promise<number> {
  const { exchange } = await first(context);
  if (exchange.failure?.code !== "timeout") return exchange.ms;
  const count = (await genuine(context)).size - 1;
  observed(context.isTooSlow, "the first delivery was not answered in time, and others were");
  const within = Math.round(exchange.ms / 1000);
  const actual = `No answer came within ${within} s, nor to ${count} more deliveries.`;
  demand(false, "A genuine delivery is answered.", actual, exchange);
}

const isSlow = (context: ReceiverContext, { exchange }: Delivered) =>
  exchange.failure?.code === "timeout" || (isAccepted(exchange) && exchange.ms > context.ackWithinMs);

/** Slow when idle, slow under load, and slow at the end: so neither a cold start nor a burst is the reason. */
async function inTime(context: ReceiverContext): Promise<number> {
  const one = await first(context);
  const all = [...(await genuine(context)).values()];
  observed(!context.isTooSlow, "no delivery was answered: see receive.answers");
  const slow = all.filter((delivered) => isSlow(context, delivered));
  if (!isSlow(context, one) || slow.length < all.length / 2) return one.exchange.ms;
  const { exchange } = await poisoned(context);
  const took = `${exchange.failure ? "more than " : ""}${Math.round(exchange.ms)} ms`;
  const isLate = exchange.failure?.code === "timeout" || exchange.ms > context.ackWithinMs;
  demand(!isLate, `The answer comes within ${context.ackWithinMs} ms.`, `It took ${took}.`, exchange);
  return exchange.ms;
}

const fix = "Store or enqueue the delivery, answer, and process it afterwards.";

/** `isOwn`: the limit is the user's own number, so it is a demand; without one, no number is stated. */
export function speedChecks(isOwn: boolean): readonly ReceiverCheck[] {
  const title = "The 2xx comes quickly (the limit itself is an assumption)";
  const late = demanded("receive.ack-within", title, ["F-6.5-01"]);
  return [
    {
      ...demanded("receive.answers", "A signed delivery gets an answer", ["F-6.5-01"]),
      fix,
      run: answersAtAll,
    },
    { ...late, ...(!isOwn && { severity: "practice", rests: ["N-6.5-03"] }), fix, run: inTime },
  ];
}

/** How long to wait at the end before a receiver is reported as stuck. */
const LAST_MS = 8000;
/** New payments at the end, so far apart: a lock-out may be for a moment. */
const MOST_LATER = 7;
const LEAST_LATER = 3;
const LATER_MS = 500;
const LATER_SPAN_MS = 3000;

/** New payments, until one is answered 2xx. */
const laterOn = step(async (context) => {
  const from = performance.now();
  const sent: Delivered[] = [];
  while (sent.length < LEAST_LATER || (sent.length < MOST_LATER && performance.now() - from < LATER_SPAN_MS)) {
    if (sent.length > 0) await sleep(LATER_MS);
    const delivered = await context.deliver(made(context));
    sent.push(delivered);
    if (isAccepted(delivered.exchange)) break;
  }
  return sent;
});

const isRecovered = (sent: readonly Delivered[]) => sent.some(({ exchange }) => isAccepted(exchange));
/** 503 asks for patience; any other 5xx is a failure. */
const isFailure = ({ response }: Exchange) => (response?.status ?? 0) >= 500 && response?.status !== 503;

function lockedOut(sent: readonly Delivered[]): Unexplained {
  const { response, failure } = (sent.at(-1) as Delivered).exchange;
  const outcome = response ? `answered ${response.status}` : `not answered (${failure?.message})`;
  return new Unexplained(
    `since the forgeries, genuine deliveries are ${outcome}: if that is a lock-out of the sender, exempt the address of the judge from it for the run`,
  );
}

/** @throws Breach if nothing listens any more, or every delivery fails, or connections are never answered */
export async function stillThere(context: ReceiverContext): Promise<number> {
  const { exchange } = await poisoned(context);
  if (isAccepted(exchange)) return exchange.ms;
  const expected = "After any forgery, the next genuine delivery is answered 2xx.";
  const { failure } = exchange;
  context.hasEnded = failure?.code === "refused";
  demand(!context.hasEnded, expected, `Nothing listens any more (${failure?.message}).`, exchange);
  const didAnswer = isAccepted((await first(context)).exchange);
  if (!didAnswer) throw new NotObserved("the first genuine delivery was not answered 2xx either");
  if (failure?.code === "timeout") {
    const timeoutMs = Math.max(LAST_MS, 2 * context.timeoutMs);
    const again = await context.deliver({ ...made(context), timeoutMs });
    const isStuck = again.exchange.failure?.code === "timeout" && again.exchange.isConnected;
    demand(!isStuck, expected, `Connections are accepted, and no answer comes within ${timeoutMs} ms.`, again.exchange);
  }
  const sent = await laterOn(context);
  if (!isRecovered(sent)) {
    const last = (sent.at(-1) as Delivered).exchange;
    const isFailing = sent.every((one) => isFailure(one.exchange));
    const actual = `${sent.length} new deliveries in a row were answered ${last.response?.status}.`;
    demand(!isFailing, expected, actual, last);
    throw lockedOut(sent);
  }
  return exchange.ms;
}

/** A receiver may lock out who forged, for a while. Then it refuses other payments as well, or takes this one later. */
export async function mustBeLockout(context: ReceiverContext, { exchange, shape }: Delivered): Promise<void> {
  if (isAccepted(exchange)) return;
  const why = "after a forgery, the genuine delivery was not answered 2xx: the judge may be locked out";
  observed(exchange.response && isAccepted((await first(context)).exchange), why);
  const sent = await laterOn(context);
  if (!isRecovered(sent)) throw lockedOut(sent);
  const other = sent.at(-1) as Delivered;
  const again = await context.deliverPatiently(shape);
  observed(again.exchange.response && !isAccepted(again.exchange), why);
  const actual = `It was answered ${exchange.response.status}, and the next one of another payment ${other.exchange.response?.status}.`;
  demand(false, "The forgery changes nothing for the genuine delivery of the same payment.", actual, exchange);
}
