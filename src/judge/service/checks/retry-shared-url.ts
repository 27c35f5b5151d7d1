/** Two client webhooks at one URL, of which one has to be sent its delivery again. */

import { Breach, type Check, NotObserved } from "../../check.ts";
import { holds } from "../../wire/signature.ts";
import type { Context, Hook } from "../context.ts";
import { courseOf } from "../course.ts";
import { activateSoftly, confirm, needsTrigger } from "../experiments/acting.ts";
import { needsSignatures } from "./deliveries.ts";
import { silenceOf, valuesOf } from "./seen.ts";

/** Number of rounds that must agree before the service is accused. */
const ROUNDS = 3;

interface Round {
  /** The webhook whose delivery failed. */
  readonly hook: Hook;
  /** How many deliveries were signed for it, the failed one among them, and how many for the other webhook. */
  readonly own: number;
  readonly others: number;
  /** When the payment was confirmed, and until when deliveries were counted: `performance.now()`. */
  readonly from: number;
  readonly until: number;
}

/**
 * A payment whose first request at the URL is answered 503, and every later one 200. Deliveries are told apart by their
 * signatures, because each webhook has its own secret (F-2.2-02).
 */
async function failOnce(context: Context): Promise<Round> {
  const client = context.owner("client");
  needsTrigger(context, "client");
  needsSignatures(context);
  const one = await context.hook("client");
  const two = await context.hookIfAllowed("client", { at: one });
  if (!two) throw new NotObserved("a second webhook with the same URL is refused, as it may be");
  if (one.secret === undefined || two.secret === undefined)
    throw new NotObserved("no secret was returned: see client.secret");
  if (one.secret === two.secret)
    throw new NotObserved("the service returned the existing webhook with this URL, as it may (U-39)");
  if (context.fence.has("setClientWebhookActive")) await activateSoftly(context, [one, two]);

  const from = performance.now();
  const signedFor = ({ secret = "" }: Hook) =>
    context.posts(one, from).filter((came) => holds(valuesOf(came, context.signatureName), came.body, secret));
  const failed = () => [one, two].find((hook) => signedFor(hook).some(({ reply }) => reply === 503));
  const other = () => (failed() === one ? two : one);
  one.endpoint.once = 503;
  await confirm(context, client);
  await context.due(() => {
    const hook = failed();
    return hook !== undefined && signedFor(hook).length > 1 && signedFor(other()).length > 0;
  });
  const until = performance.now();
  const hook = failed();
  if (context.posts(one, from).length === 0)
    throw silenceOf(context, "client", "no delivery came to the two webhooks: see deliver.shared-url");
  if (!hook) throw new NotObserved("the delivery that failed is not correctly signed: see deliver.digest");
  if (signedFor(one).length + signedFor(two).length < context.posts(one, from).length)
    throw new NotObserved("a delivery is signed for none of the two webhooks: see deliver.digest");
  return { hook, own: signedFor(hook).length, others: signedFor(other()).length, from, until };
}

/** Where the other webhook heard nothing, deliver.shared-url says so. */
const isEnded = ({ own, others }: Round) => own === 1 && others > 0;

export const SHARED_URL_RETRY: Check<Context> = {
  id: "retry.client.shared-url",
  title: "A client delivery that fails is retried, although another webhook at its URL acknowledges the payment",
  severity: "demand",
  rests: ["F-6.5-02", "F-7-03", "F-2.2-02"],
  group: "later events",
  fix: "Keep the attempts of each webhook separate: identify them by webhook and payment, not by URL and payment.",
  async run(context) {
    let found = await failOnce(context);
    const { hook, others, from, until } = found;
    for (let round = 1; isEnded(found) && round < ROUNDS; round++) found = await failOnce(context);
    if (!isEnded(found)) return;
    throw new Breach({
      expected: "The delivery that was answered 503 is retried for the webhook whose secret signed it.",
      actual: `It arrived once, and ${others === 1 ? "one delivery was" : `${others} deliveries were`} signed for the other webhook and answered 200; ${ROUNDS} rounds agree.`,
      exchange: hook.exchange,
      sequence: courseOf(context, [hook], { from, until }),
    });
  },
};
