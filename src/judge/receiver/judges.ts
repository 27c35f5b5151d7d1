/** What is demanded of a delivery that was sent: its answer, and its effect. */

import { must, observed } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import type { Judge, ReceiverContext } from "./context.ts";
import { earlyEffects, first, genuine, moreMembers } from "./course.ts";
import { type Delivered, type Effects, isBusy, needsLength } from "./delivery.ts";
import { forged, lateEffects, poisoned } from "./late.ts";

/** Demands a 2xx. Another check reports a missing answer. `end`: of the sentence with the status. */
function mustAcknowledge({ exchange }: Delivered, end = "."): void {
  const { response, failure } = exchange;
  observed(failure?.code !== "timeout", "no answer came in time: see receive.answers");
  const actual = response ? `It was answered ${response.status}${end}` : `There was no answer (${failure?.message}).`;
  must(isAccepted(exchange), actual, exchange, "A genuine delivery is answered 2xx.");
}
export const acknowledged: Judge = (sent) => {
  const { shape, exchange } = sent;
  observed(!(shape.isUnclear && exchange.response && isBusy(sent)), "it was busy at every attempt");
  mustAcknowledge(sent);
};

const countIn = (effects: Effects, { shape }: Delivered) => effects?.get(shape.id)?.length ?? 0;

const onceIn =
  (seen: typeof earlyEffects): Judge =>
  async (sent, context) => {
    const effects = await seen(context);
    observed(effects, "without processed() in a driver, it is unknown how often it took effect");
    observed(effects.size > 0, "nothing took effect at all: see receive.compact");
    const count = countIn(effects, sent);
    const expected = "It takes effect once.";
    const { exchange } = sent;
    observed(count > 0 || isAccepted(exchange), "it was not answered 2xx, and had no effect");
    must(count > 0, "It was answered 2xx and had no effect.", exchange, expected);
    must(count === 1, `It took effect ${count} times.`, exchange, expected);
  };
/** Demand one effect: as seen before the first forgery, or at the end. */
export const [once, onceInTheEnd] = [onceIn(earlyEffects), onceIn(lateEffects)];

/** Its payment does not take effect, or not again if it was known. */
export const noEffect: Judge = async (sent, context) => {
  const { shape, exchange } = sent;
  const { before } = await forged(context);
  const after = await lateEffects(context);
  const isKnown = shape.id === context.known?.shape.id;
  observed(!after || !isKnown || before, "its payment was not seen before");
  const took = countIn(after, sent) > (isKnown ? countIn(before, sent) : 0);
  must(!took, "It took effect.", exchange, "It has no effect.");
  if (after) return;
  observed(!context.seesEffects, "the driver could not say what took effect");
  const isOpen = "it is unknown whether it had an effect";
  observed(!isAccepted(exchange), `it was answered 2xx, and without processed() in a driver, ${isOpen}`);
  observed(exchange.failure?.code !== "timeout", `there was no answer, and without a driver, ${isOpen}`);
};

/** A 2xx, unless the refusal rests on what is open: the size, the framing, the time, or further members. */
export const acknowledgedIfOwed =
  (id: string): Judge =>
  async (delivered, context) => {
    if (delivered.exchange.failure?.code === "refused") {
      const { exchange: last } = await poisoned(context);
      observed(last.failure?.code !== "refused", "nothing listens any more: see receive.still");
    }
    await mustBeOwed(context, id, delivered);
    mustAcknowledge(delivered, await doubt(context, delivered));
  };

/** It took effect; nothing is known without a driver. */
export const hasEffect: Judge = async ({ shape, exchange }, context) => {
  const effects = await earlyEffects(context);
  const hint =
    effects?.size === 0 ? " Nothing took effect: check the secret, and processed() of the driver, first." : "";
  const took = effects?.has(shape.id) !== false;
  must(took, `It was answered 2xx and had no effect.${hint}`, exchange, "It takes effect.");
};

/** Shapes with members that are not described, because the described ones have ASCII text and are short. */
const WIDER = new Set(["non-ascii", "escaped", "signs", "cut-letters", "large"]);

/** The sizes of deliveries are open (N-8-02). A failed signature is refused in another way. */
const isOfSize = ({ response, failure }: Exchange) =>
  response ? isClientError(response.status) && ![401, 403].includes(response.status) : failure?.code === "broken";
const isClientError = (status: number) => status >= 400 && status <= 499;

async function mustBeOwed(context: ReceiverContext, id: string, { exchange, shape }: Delivered): Promise<void> {
  const status = exchange.response?.status;
  if (/^(two-writes|cut-letters)$/.test(id) && !isAccepted(exchange)) {
    // On a busy machine, the pause may have been longer, and how long a body may take is open (N-6.5-03).
    observed(status !== 408, "it timed out: see practice.slow-body");
    observed(!isAccepted((await context.deliverPatiently(shape)).exchange), "it was answered 2xx when it was repeated");
  }
  observed(!(id === "expects" && status === 417), "it takes no expectations: the sender sends it without one");
  observed(!(id === "chunked" && needsLength(exchange)), "it requires a Content-Length: see practice.length");
  observed(!(id === "large" && isOfSize(exchange)), "it refuses the size, which is open: see practice.larger");
  if (!WIDER.has(id) || status === undefined || !isClientError(status)) return;
  if (!isAccepted((await first(context)).exchange)) return;
  const { exchange: other } = await moreMembers(context);
  observed(other.response?.status !== status, "it refuses members that are not described: see practice.more-members");
}

/** The rest of a sentence: a wrong secret, path or proxy looks the same. */
async function doubt(context: ReceiverContext, { exchange, shape }: Delivered): Promise<string> {
  const status = exchange.response?.status ?? 0;
  if (status === 0 || isAccepted(exchange)) return ".";
  const all = [...(await genuine(context)).values()];
  if (!all.every((one) => one.exchange.response?.status === status)) {
    const again = await context.deliverPatiently(shape);
    return isAccepted(again.exchange) ? ", and 2xx when it was sent again: look for what requests share." : ".";
  }
  if (context.doubt) return `: ${context.doubt}`;
  if (isClientError(status)) return ". Every signed delivery is refused: check the secret and the path first.";
  return ", like every signed delivery: something else may answer there, such as a proxy, so check --url first.";
}
