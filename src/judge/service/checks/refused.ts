/** A registration that was refused leaves no webhook behind. */

import { Breach, type Check, NotObserved } from "../../check.ts";
import { type Context, EVENT, type Kind } from "../context.ts";
import type { Refused } from "../experiments/refused.ts";

/** `known` makes the experiment, and knows that deliveries come to webhooks that are due. */
export const refusedCheck = (
  kind: Kind,
  group: string,
  known: (context: Context) => Promise<{ readonly refused: readonly Refused[] }>,
  rests: Check<Context>["rests"],
): Check<Context> => ({
  id: kind === "client" ? "deliver.refused" : "app-deliver.refused",
  title: `${kind === "client" ? "A client" : "An app"} webhook whose creation was refused receives nothing`,
  severity: "demand",
  rests,
  group,
  fix: "Validate the whole request before anything is stored.",
  async run(context) {
    const { refused } = await known(context);
    if (refused.length === 0) throw new NotObserved("no faulty creation was refused with 4xx");
    const kept = refused.find(({ endpoint }) =>
      // A probe of the URL may come late (U-35), but it tells of no event.
      endpoint.received.some(({ body, at }) => at >= endpoint.since && body.includes(EVENT)),
    );
    if (!kept) return;
    throw new Breach({
      expected: `A webhook that was refused ${kept.what} does not exist, so its URL receives nothing.`,
      actual: `The creation was answered ${kept.exchange.response?.status}, and a delivery arrived at its URL.`,
      exchange: kept.exchange,
    });
  },
});
