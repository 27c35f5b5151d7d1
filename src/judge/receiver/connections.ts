/** What a receiver makes of connections: one that is used again, and one that ends too early. */

import { demand, observed } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import { made } from "./cases.ts";
import { demanded, type ReceiverCheck, type ReceiverContext } from "./context.ts";
import { answers } from "./course.ts";
import { type Delivered, isBusy, oneConnection } from "./delivery.ts";
import { exactlyOnce } from "./effects.ts";
import { cutOff, lateEffects } from "./late.ts";

/** Returns the second of two deliveries on one connection if an answer refused it; undefined otherwise. */
async function refusedSecond(context: ReceiverContext): Promise<Delivered | undefined> {
  const agent = oneConnection(context.url);
  await context.deliver({ ...made(context), agent });
  const second = await context.deliver({ ...made(context), agent });
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

export const CONNECTION_CHECKS: readonly ReceiverCheck[] = [
  {
    ...demanded(
      "receive.kept-connection",
      "The second delivery on one connection is answered 2xx, as on another connection",
      ["F-6.5-01"],
      "genuine",
    ),
    fix: "Answer every request of a connection alike, or close the connection after the answer.",
    async run(context) {
      const { refused, again } = (await context.early(keptConnection)) ?? {};
      if (!refused) return;
      const actual = `It was answered ${refused.exchange.response?.status}, twice, and 2xx on another connection.`;
      demand(!again || !isAccepted(again.exchange), "It is answered 2xx.", actual, refused.exchange);
    },
  },
  {
    ...demanded(
      "receive.cut-off",
      "A delivery whose connection ended within the body takes effect once it is repeated",
      ["F-6.5-01"],
      "genuine",
    ),
    fix: "Expect that a body ends too early, drop that request, and go on.",
    async run(context) {
      const sent = await context.late(cutOff);
      observed(isAccepted(sent.exchange), "the repetition was not answered 2xx: see receive.still");
      exactlyOnce(await context.once(lateEffects), sent);
      return sent.exchange.ms;
    },
  },
];
