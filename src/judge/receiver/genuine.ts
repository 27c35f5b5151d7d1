/** What is demanded of a genuine delivery, whatever its shape: it is acknowledged and takes effect. */

import { demand, observed } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import type { Judge, ReceiverContext } from "./context.ts";
import { earlyEffects, first, genuine } from "./course.ts";
import { type Delivered, needsLength } from "./delivery.ts";
import { mustAcknowledge } from "./judges.ts";
import { poisoned } from "./late.ts";
import { moreMembers } from "./practice.ts";

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
  demand(took, "It takes effect.", `It was answered 2xx and had no effect.${hint}`, exchange);
};

/** Shapes with members that are not described, because the described ones have ASCII text and are short. */
const WIDER = new Set(["non-ascii", "escaped", "cut-letters", "large"]);

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
  observed(!(id === "chunked" && needsLength(exchange)), "it requires a Content-Length: see practice.length");
  observed(!(id === "large" && isOfSize(exchange)), "it refuses the size, which is open: see practice.larger");
  if (!WIDER.has(id) || status === undefined || !isClientError(status)) return;
  if (!isAccepted((await first(context)).exchange)) return;
  const { exchange: other } = await moreMembers(context);
  observed(other.response?.status !== status, "it refuses members that are not described: see practice.more-members");
}

/** The rest of a sentence: a wrong secret, path or proxy looks the same. */
async function doubt(context: ReceiverContext, { exchange }: Delivered): Promise<string> {
  const status = exchange.response?.status ?? 0;
  const all = [...(await genuine(context)).values()];
  if (status === 0 || !all.every((one) => one.exchange.response?.status === status)) return ".";
  if (context.doubt) return `: ${context.doubt}`;
  if (isClientError(status)) return ". Every signed delivery is refused: check the secret and the path first.";
  return ", like every signed delivery: something else may answer there, such as a proxy, so check --url first.";
}
