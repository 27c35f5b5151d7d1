/** The checks of a receiver. It is judged by its effects; it may answer a forgery with any status. */

import { demand, observed, told } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import { mustBeLockout, speedChecks, stillThere } from "./answering.ts";
import type { Case } from "./cases.ts";
import { demanded, type ReceiverCheck, type Steps } from "./context.ts";
import { earlyEffects, keptConnection, later, repeated, SIMULTANEOUS, simultaneous } from "./course.ts";
import { type Delivered, exactlyOnce, mustAcknowledge, mustHaveNone } from "./delivery.ts";
import { FORGERIES } from "./forgeries.ts";
import { GENUINE_CHECKS } from "./genuine.ts";
import * as late from "./late.ts";
import { PRACTICE_CHECKS } from "./practice.ts";

/** What must be answered 2xx, what must take effect once, early or in the end, and what must have no effect. */
interface Outcome {
  readonly answered?: readonly Delivered[];
  readonly once?: readonly Delivered[];
  readonly inTheEnd?: readonly Delivered[];
  readonly none?: readonly Delivered[];
}

/** A check of what these steps come to. */
const row = (send: Steps<Outcome>, words: ReturnType<typeof told>): ReceiverCheck => ({
  ...demanded(words),
  async run(context) {
    const { answered = [], once = [], inTheEnd = [], none = [] } = await send(context);
    for (const one of answered) mustAcknowledge(one);
    for (const one of once) exactlyOnce(await earlyEffects(context), one);
    for (const one of inTheEnd) exactlyOnce(await late.lateEffects(context), one);
    for (const one of none) mustHaveNone(one, await late.tookEffect(context, one), context.seesEffects);
    return [...answered, ...once, ...inTheEnd, ...none][0]?.exchange.ms;
  },
});
/** The same where it is said last. */
const outcome =
  (send: Steps<Outcome>) =>
  (...text: Parameters<typeof told>) =>
    row(send, told(...text));

const fix = "Compute the HMAC of the raw body, compare all of it in constant time, and act only if it is equal.";
const forgery = ({ id, title, rests }: Case, sent: Steps<readonly Delivered[]>) =>
  row(async (context) => ({ none: await sent(context) }), {
    ...{ id: `forgery.${id}`, title: `A delivery ${title} has no effect`, rests, fix },
  });
const together = (one: Case) =>
  forgery(one, async (context) => [(await late.forged(context)).sent.get(one.id) as Delivered]);

const REPETITIONS: readonly ReceiverCheck[] = [
  outcome(async (context) => {
    const { refused, again } = (await keptConnection(context)) ?? {};
    const actual = `It was answered ${refused?.exchange.response?.status}, twice, and 2xx on another connection.`;
    demand(!again || !isAccepted(again.exchange), "It is answered 2xx.", actual, refused?.exchange);
    return {};
  })`receive.kept-connection F-6.5-01
    The second delivery on one connection is answered 2xx, as on another connection
    Answer every request of a connection alike, or close the connection after the answer.`,
  outcome(async (context) => {
    const sent = await late.cutOff(context);
    observed(isAccepted(sent.exchange), "the repetition was not answered 2xx: see receive.still");
    return { inTheEnd: [sent] };
  })`receive.cut-off F-6.5-01
    A delivery whose connection ended within the body takes effect once it is repeated
    Expect that a body ends too early, drop that request, and go on.`,
  outcome(async (context) => {
    const { sent, between } = await repeated(context);
    const [one, ...again] = sent;
    mustAcknowledge(one);
    // Both repetitions fail but not the new delivery between them: so speed is not the reason.
    const isSilent = again.every(({ exchange }) => exchange.failure?.code === "timeout");
    const actual = "It was not answered, although new deliveries were.";
    demand(!(isAccepted(between.exchange) && isSilent), "A repetition is answered 2xx.", actual, again[0].exchange);
    return { answered: sent };
  })`duplicate.acknowledged F-6.5-01 F-6.5-05
    A repeated delivery is answered 2xx
    Answer 2xx to what was already processed: any other answer makes the service retry.`,
  outcome(async (context) => ({ once: [(await repeated(context)).sent[0]] }))`duplicate.once F-6.5-05
    A repeated delivery takes effect once
    Store the payment id and @event of each processed delivery, and skip those that are stored.`,
  outcome(async (context) => ({ once: [(await simultaneous(context)).last] }))`duplicate.simultaneous F-6.5-05
    A delivery that arrives ${SIMULTANEOUS} times at once takes effect once
    Reserve the delivery in one atomic step, such as an insert with a unique key.`,
  outcome(async (context) => ({
    answered: Object.values(await simultaneous(context)),
  }))`duplicate.simultaneous-acknowledged F-6.5-01 F-6.5-05
    At least one of ${SIMULTANEOUS} simultaneous deliveries is answered 2xx, and so is the next one`,
  outcome(async (context) => {
    const again = [await later(context)];
    return { answered: again, once: again };
  })`duplicate.later F-6.5-05
    A delivery that is repeated later, after many others, takes effect once
    Store processed deliveries for as long as retries may arrive, which is not stated (N-6.5-01, N-6.5-02).`,
  outcome(async (context) => ({
    inTheEnd: [(await late.behindGenuine(context)).again],
  }))`duplicate.after-forgery F-6.5-05
    A delivery that is repeated after a forgery takes effect once
    A refused request must not change what is stored about processed deliveries.`,
  outcome(async (context) => {
    await late.retries(context);
    await late.lateEffects(context);
    return { inTheEnd: late.recovered(context) };
  })`duplicate.after-failure F-6.5-01 F-6.5-05
    A delivery that was answered 5xx, and 2xx when it was repeated, takes effect once
    Mark a delivery as processed in the same step as its work, or after it.`,
  outcome(async (context) => {
    const sent = await late.poisoned(context);
    await mustBeLockout(context, sent);
    return { inTheEnd: [sent] };
  })`forgery.first F-6.3-08 F-6.3-06
    After a forgery, the genuine delivery of the same payment takes effect once
    Verify the signature first, and store only what is genuine.`,
];

const STILL = told`receive.still F-6.5-01
  At the end of the run, the receiver still answers
  Refuse malformed requests; none of them may end the program.`;
const BEHIND = told`same-connection F-6.3-07 F-6.3-08
  with a wrong signature, after a genuine one on the same connection,`;
const BESIDE = told`same-moment F-6.3-08
  that arrives while genuine ones are handled`;

/** `ackWithinMs`: the user's own limit for an answer; without one, a late answer is a practice. */
export const receiverChecks = (ackWithinMs?: number): readonly ReceiverCheck[] => [
  ...GENUINE_CHECKS,
  ...speedChecks(ackWithinMs !== undefined),
  ...REPETITIONS,
  ...FORGERIES.map(together),
  forgery(BEHIND, async (context) => [(await late.behindGenuine(context)).forgery]),
  forgery(BESIDE, late.besideGenuine),
  ...PRACTICE_CHECKS,
  { ...demanded(STILL), group: "practice", run: stillThere },
];
