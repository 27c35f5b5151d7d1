/** What took effect at a receiver, and what that says. */

import { Breach, NotObserved } from "../check.ts";
import { isAccepted } from "../http.ts";
import type { Delivered, ReceiverContext } from "../receiver-context.ts";

/** How often each payment took effect, by its id; undefined where nobody tells. */
export type Effects = Map<number, number> | undefined;

export function judgeEffect(context: ReceiverContext, { shape, exchange }: Delivered, effects: Effects): void {
  if (effects?.has(shape.id)) throw new Breach({ expected: "It has no effect.", actual: "It took effect.", exchange });
  if (effects) return;
  if (context.seesEffects) throw new NotObserved("the driver could not say what took effect");
  if (isAccepted(exchange))
    throw new NotObserved(
      "it was answered 2xx, and without processed() in a driver nobody sees whether it had an effect",
    );
  if (exchange.failure?.code === "timeout")
    throw new NotObserved("there was no answer, and without a driver nobody sees whether it had an effect");
}

export async function effectsLater(context: ReceiverContext, id: number): Promise<Effects> {
  if (!context.seesEffects) return undefined;
  await context
    .effectsOf(context.delivered.some(({ shape, exchange }) => shape.id === id && isAccepted(exchange)) ? [id] : [])
    .catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return context.effects().catch(() => undefined);
}

export function exactlyOnce(effects: Effects, { shape, exchange }: Delivered): void {
  if (!effects) throw new NotObserved("without processed() in a driver nobody sees how often it took effect");
  const count = effects.get(shape.id) ?? 0;
  if (count === 0 && !isAccepted(exchange)) throw new NotObserved("it was not answered 2xx, and took no effect");
  if (count === 0)
    throw new Breach({
      expected: "It takes effect once.",
      actual: "It was answered 2xx, and took no effect.",
      exchange,
    });
  if (count > 1)
    throw new Breach({ expected: "It takes effect once.", actual: `It took effect ${count} times.`, exchange });
}
