/** What is demanded of a delivery that was sent: its answer, and its effect. */

import { demand, observed } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import type { Judge } from "./context.ts";
import { earlyEffects } from "./course.ts";
import type { Delivered, Effects } from "./delivery.ts";
import { forged, lateEffects } from "./late.ts";

/** Demands a 2xx. Another check reports a missing answer. `end`: of the sentence with the status. */
export function mustAcknowledge({ exchange }: Delivered, end = "."): void {
  const { response, failure } = exchange;
  observed(failure?.code !== "timeout", "no answer came in time: see receive.answers");
  const actual = response ? `It was answered ${response.status}${end}` : `There was no answer (${failure?.message}).`;
  demand(isAccepted(exchange), "A genuine delivery is answered 2xx.", actual, exchange);
}
export const acknowledged: Judge = (sent) => mustAcknowledge(sent);

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
    demand(count > 0, expected, "It was answered 2xx and had no effect.", exchange);
    demand(count === 1, expected, `It took effect ${count} times.`, exchange);
  };
/** By what is seen before the first forgery, or at the end. */
export const [once, onceInTheEnd] = [onceIn(earlyEffects), onceIn(lateEffects)];

/** Its payment does not take effect, or not again if it was known. */
export const noEffect: Judge = async (sent, context) => {
  const { shape, exchange } = sent;
  const { before } = await forged(context);
  const after = await lateEffects(context);
  const isKnown = shape.id === context.known?.shape.id;
  observed(!after || !isKnown || before, "its payment was not seen before");
  const took = countIn(after, sent) > (isKnown ? countIn(before, sent) : 0);
  demand(!took, "It has no effect.", "It took effect.", exchange);
  if (after) return;
  observed(!context.seesEffects, "the driver could not say what took effect");
  const isOpen = "it is unknown whether it had an effect";
  observed(!isAccepted(exchange), `it was answered 2xx, and without processed() in a driver, ${isOpen}`);
  observed(exchange.failure?.code !== "timeout", `there was no answer, and without a driver, ${isOpen}`);
};
