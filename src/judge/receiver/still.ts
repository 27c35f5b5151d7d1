/** Whether a receiver still takes genuine deliveries after all forgeries, or has locked the judge out. */

import { setTimeout as sleep } from "node:timers/promises";
import { demand, NotObserved, observed, Unexplained } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import { made } from "./cases.ts";
import type { ReceiverContext } from "./context.ts";
import { first } from "./course.ts";
import type { Delivered } from "./delivery.ts";
import { poisoned } from "./late.ts";

/** How long to wait at the end before a receiver is reported as stuck. */
const LAST_MS = 8000;
/** New payments at the end, so far apart: a lock-out may be for a moment. */
const MOST_LATER = 7;
const LEAST_LATER = 3;
const LATER_MS = 500;
const LATER_SPAN_MS = 3000;

/** New payments, until one is answered 2xx. */
async function laterOn(context: ReceiverContext): Promise<Delivered[]> {
  const from = performance.now();
  const sent: Delivered[] = [];
  while (sent.length < LEAST_LATER || (sent.length < MOST_LATER && performance.now() - from < LATER_SPAN_MS)) {
    if (sent.length > 0) await sleep(LATER_MS);
    const delivered = await context.deliver(made(context));
    sent.push(delivered);
    if (isAccepted(delivered.exchange)) break;
  }
  return sent;
}

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
  const { exchange } = await context.once(poisoned);
  if (isAccepted(exchange)) return exchange.ms;
  const expected = "After any forgery, the next genuine delivery is answered 2xx.";
  const { failure } = exchange;
  context.hasEnded = failure?.code === "refused";
  demand(!context.hasEnded, expected, `Nothing listens any more (${failure?.message}).`, exchange);
  const didAnswer = isAccepted((await context.early(first)).exchange);
  if (!didAnswer) throw new NotObserved("the first genuine delivery was not answered 2xx either");
  if (failure?.code === "timeout") {
    const timeoutMs = Math.max(LAST_MS, 2 * context.timeoutMs);
    const again = await context.deliver({ ...made(context), timeoutMs });
    const isStuck = again.exchange.failure?.code === "timeout" && again.exchange.isConnected;
    demand(!isStuck, expected, `Connections are accepted, and no answer comes within ${timeoutMs} ms.`, again.exchange);
  }
  const sent = await context.once(laterOn);
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
  observed(exchange.response && isAccepted((await context.early(first)).exchange), why);
  const sent = await context.once(laterOn);
  if (!isRecovered(sent)) throw lockedOut(sent);
  const other = sent.at(-1) as Delivered;
  const again = await context.deliverPatiently(shape);
  observed(again.exchange.response && !isAccepted(again.exchange), why);
  const actual = `It was answered ${exchange.response.status}, and the next one of another payment ${other.exchange.response?.status}.`;
  demand(false, "The forgery changes nothing for the genuine delivery of the same payment.", actual, exchange);
}
