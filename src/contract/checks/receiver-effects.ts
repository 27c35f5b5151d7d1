/** What took effect at a receiver, and what that says. */

import { Breach, NotObserved } from "../check.ts";
import { isAccepted } from "../http.ts";
import type { Delivered, ReceiverContext } from "../receiver-context.ts";

/** The events that took effect, by the id of their payment; undefined where nobody tells. */
export type Effects = Map<number, unknown[]> | undefined;

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

/**
 * What took effect of all that was sent. It has happened once a genuine delivery behind took effect, and what else was accepted of `ids`,
 * and a moment later.
 */
export async function effectsLater(context: ReceiverContext, ...ids: number[]): Promise<Effects> {
  if (!context.seesEffects) return undefined;
  const behind = context.snapshot();
  await context.deliver({ id: behind.id, body: JSON.stringify(behind) });
  const accepted = new Set(
    context.delivered.flatMap(({ shape, exchange }) => (isAccepted(exchange) ? [shape.id] : [])),
  );
  await context.effectsOf([behind.id, ...ids].filter((id) => accepted.has(id))).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return context.effects().catch(() => undefined);
}

export function exactlyOnce(effects: Effects, { shape, exchange }: Delivered): void {
  if (!effects) throw new NotObserved("without processed() in a driver nobody sees how often it took effect");
  const count = effects.get(shape.id)?.length ?? 0;
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
