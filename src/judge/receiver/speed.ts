/** How fast a receiver answers. Only "quickly" is stated (F-6.5-01); how long an attempt waits is not (N-6.5-03). */

import { demand, observed } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import { demanded, type ReceiverCheck, type ReceiverContext } from "./context.ts";
import { first, genuine } from "./course.ts";
import type { Delivered } from "./delivery.ts";
import { poisoned } from "./late.ts";

/** When a 2xx is late, if nobody says it: in milliseconds. */
export const ACK_WITHIN_MS = 2000;

/** Demands an answer at all, of the first delivery and of all that follow. */
async function answersAtAll(context: ReceiverContext): Promise<number> {
  const { exchange } = await context.early(first);
  if (exchange.failure?.code !== "timeout") return exchange.ms;
  const count = (await context.early(genuine)).size - 1;
  observed(context.isTooSlow, "the first delivery was not answered in time, and others were");
  const within = Math.round(exchange.ms / 1000);
  const actual = `No answer came within ${within} s, nor to ${count} more deliveries.`;
  demand(false, "A genuine delivery is answered.", actual, exchange);
}

const isSlow = (context: ReceiverContext, { exchange }: Delivered) =>
  exchange.failure?.code === "timeout" || (isAccepted(exchange) && exchange.ms > context.ackWithinMs);

/** Slow when idle, slow under load, and slow at the end: so neither a cold start nor a burst is the reason. */
async function inTime(context: ReceiverContext): Promise<number> {
  const one = await context.early(first);
  const all = [...(await context.early(genuine)).values()];
  observed(!context.isTooSlow, "no delivery was answered: see receive.answers");
  const slow = all.filter((delivered) => isSlow(context, delivered));
  if (!isSlow(context, one) || slow.length < all.length / 2) return one.exchange.ms;
  const { exchange } = await context.once(poisoned);
  const took = `${exchange.failure ? "more than " : ""}${Math.round(exchange.ms)} ms`;
  const isLate = exchange.failure?.code === "timeout" || exchange.ms > context.ackWithinMs;
  demand(!isLate, `The answer comes within ${context.ackWithinMs} ms.`, `It took ${took}.`, exchange);
  return exchange.ms;
}

const fix = "Store or enqueue the delivery, answer, and process it afterwards.";

/** `isOwn`: the limit is the user's own number, so it is a demand; without one, no number is stated. */
export function speedChecks(isOwn: boolean): readonly ReceiverCheck[] {
  const title = "The 2xx comes quickly (the limit itself is an assumption)";
  const late = demanded("receive.ack-within", title, ["F-6.5-01"], "genuine");
  return [
    {
      ...demanded("receive.answers", "A signed delivery gets an answer", ["F-6.5-01"], "genuine"),
      fix,
      run: answersAtAll,
    },
    { ...late, ...(!isOwn && { severity: "practice", rests: ["N-6.5-03"] }), fix, run: inTime },
  ];
}
