/** What took effect at a receiver, and what that means. */

import { demand, observed } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import type { Delivered } from "./delivery.ts";

/** The events that took effect, by the id of their payment; undefined without a driver. */
export type Effects = Map<number, unknown[]> | undefined;

/** `took`: undefined without a driver. @throws Breach if it took effect, NotObserved if that is unknown */
export function mustHaveNone({ exchange }: Delivered, took: boolean | undefined, seesEffects: boolean): void {
  demand(took !== true, "It has no effect.", "It took effect.", exchange);
  if (took === false) return;
  observed(!seesEffects, "the driver could not say what took effect");
  observed(
    !isAccepted(exchange),
    "it was answered 2xx, and without processed() in a driver, it is unknown whether it had an effect",
  );
  observed(
    exchange.failure?.code !== "timeout",
    "there was no answer, and without a driver, it is unknown whether it had an effect",
  );
}

export function exactlyOnce(effects: Effects, { shape, exchange }: Delivered): void {
  observed(effects, "without processed() in a driver, it is unknown how often it took effect");
  observed(effects.size > 0, "nothing took effect at all: see receive.compact");
  const count = effects.get(shape.id)?.length ?? 0;
  const expected = "It takes effect once.";
  observed(count > 0 || isAccepted(exchange), "it was not answered 2xx, and had no effect");
  demand(count > 0, expected, "It was answered 2xx and had no effect.", exchange);
  demand(count === 1, expected, `It took effect ${count} times.`, exchange);
}
