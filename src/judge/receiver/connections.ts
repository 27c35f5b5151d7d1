/** What a receiver makes of connections: one that is used again, and one that ends too early. */

import { type Check, demand, observed } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import type { ReceiverContext } from "./context.ts";
import { answers } from "./course.ts";
import { type Delivered, isBusy, oneConnection } from "./delivery.ts";
import { exactlyOnce } from "./effects.ts";
import { cutOff, lateEffects } from "./late.ts";
import { fresh } from "./shapes.ts";

/** Returns the second of two deliveries on one connection if an answer refused it; undefined otherwise. */
async function refusedSecond(context: ReceiverContext): Promise<Delivered | undefined> {
  const agent = oneConnection(context.url);
  await context.deliver({ ...fresh(context), agent });
  const second = await context.deliver({ ...fresh(context), agent });
  agent.destroy();
  if (isAccepted(second.exchange)) return undefined;
  // The connection may have ended meanwhile, as it may at any time.
  if (second.exchange.response && !isBusy(second)) return second;
  await context.deliverPatiently({ ...second.shape, agent: undefined });
  return undefined;
}

/** Twice, and then the same bytes on another connection: so neither the payment nor the moment is the reason. */
async function keptConnection(context: ReceiverContext): Promise<{ refused: Delivered; again: Delivered } | undefined> {
  await answers(context);
  const refused = (await refusedSecond(context)) && (await refusedSecond(context));
  return refused && { refused, again: await context.deliverPatiently({ ...refused.shape, agent: undefined }) };
}

export const CONNECTION_CHECKS: readonly Check<ReceiverContext>[] = [
  {
    id: "receive.kept-connection",
    title: "The second delivery on one connection is answered 2xx, as on another connection",
    severity: "demand",
    rests: ["F-6.5-01"],
    group: "genuine",
    fix: "Answer every request of a connection alike, or close the connection after the answer.",
    async run(context) {
      const outcome = await context.early(keptConnection);
      if (!outcome) return;
      const { refused, again } = outcome;
      const actual = `It was answered ${refused.exchange.response?.status}, twice, and 2xx on another connection.`;
      demand(!isAccepted(again.exchange), "It is answered 2xx.", actual, refused.exchange);
    },
  },
  {
    id: "receive.cut-off",
    title: "A delivery whose connection ended within the body takes effect once it is repeated",
    severity: "demand",
    rests: ["F-6.5-01"],
    group: "genuine",
    fix: "Expect that a body ends too early, drop that request, and go on.",
    async run(context) {
      const sent = await context.late(cutOff);
      observed(isAccepted(sent.exchange), "the repetition was not answered 2xx: see receive.still");
      exactlyOnce(await context.once(lateEffects), sent);
      return sent.exchange.ms;
    },
  },
];
