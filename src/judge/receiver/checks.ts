/** The checks of a receiver. It is judged by its effects; it may answer a forgery with any status. */

import { demand, observed } from "../check.ts";
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
interface Row {
  readonly fix?: string;
  readonly send: Steps<Outcome>;
}
type Rests = ReceiverCheck["rests"];

function row(id: string, title: string, rests: Rests, { send, ...more }: Row): ReceiverCheck {
  return {
    ...{ ...demanded(id, title, rests), ...more },
    async run(context) {
      const { answered = [], once = [], inTheEnd = [], none = [] } = await send(context);
      for (const one of answered) mustAcknowledge(one);
      for (const one of once) exactlyOnce(await earlyEffects(context), one);
      for (const one of inTheEnd) exactlyOnce(await late.lateEffects(context), one);
      for (const one of none) mustHaveNone(one, await late.tookEffect(context, one), context.seesEffects);
      return [...answered, ...once, ...inTheEnd, ...none][0]?.exchange.ms;
    },
  };
}

const TRUST = "Compute the HMAC of the raw body, compare all of it in constant time, and act only if it is equal.";
const forgery = (id: string, title: string, rests: Rests, sent: Steps<readonly Delivered[]>) =>
  row(`forgery.${id}`, `A delivery ${title} has no effect`, rests, {
    fix: TRUST,
    send: async (context) => ({ none: await sent(context) }),
  });
const together = ({ id, title, rests }: Case) =>
  forgery(id, title, rests, async (context) => [(await late.forged(context)).sent.get(id) as Delivered]);

const ANSWERED: Rests = ["F-6.5-01"];
const ONCE: Rests = ["F-6.5-05"];
const BOTH: Rests = ["F-6.5-01", "F-6.5-05"];

const REPETITIONS: readonly ReceiverCheck[] = [
  row(
    "receive.kept-connection",
    "The second delivery on one connection is answered 2xx, as on another connection",
    ANSWERED,
    {
      fix: "Answer every request of a connection alike, or close the connection after the answer.",
      async send(context) {
        const { refused, again } = (await keptConnection(context)) ?? {};
        const actual = `It was answered ${refused?.exchange.response?.status}, twice, and 2xx on another connection.`;
        demand(!again || !isAccepted(again.exchange), "It is answered 2xx.", actual, refused?.exchange);
        return {};
      },
    },
  ),
  row(
    "receive.cut-off",
    "A delivery whose connection ended within the body takes effect once it is repeated",
    ANSWERED,
    {
      fix: "Expect that a body ends too early, drop that request, and go on.",
      async send(context) {
        const sent = await late.cutOff(context);
        observed(isAccepted(sent.exchange), "the repetition was not answered 2xx: see receive.still");
        return { inTheEnd: [sent] };
      },
    },
  ),
  row("duplicate.acknowledged", "A repeated delivery is answered 2xx", BOTH, {
    fix: "Answer 2xx to what was already processed: any other answer makes the service retry.",
    async send(context) {
      const { sent, between } = await repeated(context);
      const [one, ...again] = sent;
      mustAcknowledge(one);
      // Both repetitions fail but not the new delivery between them: so speed is not the reason.
      const isSilent = again.every(({ exchange }) => exchange.failure?.code === "timeout");
      const actual = "It was not answered, although new deliveries were.";
      demand(!(isAccepted(between.exchange) && isSilent), "A repetition is answered 2xx.", actual, again[0].exchange);
      return { answered: sent };
    },
  }),
  row("duplicate.once", "A repeated delivery takes effect once", ONCE, {
    fix: "Store the payment id and @event of each processed delivery, and skip those that are stored.",
    send: async (context) => ({ once: [(await repeated(context)).sent[0]] }),
  }),
  row("duplicate.simultaneous", `A delivery that arrives ${SIMULTANEOUS} times at once takes effect once`, ONCE, {
    fix: "Reserve the delivery in one atomic step, such as an insert with a unique key.",
    send: async (context) => ({ once: [(await simultaneous(context)).last] }),
  }),
  row(
    "duplicate.simultaneous-acknowledged",
    `At least one of ${SIMULTANEOUS} simultaneous deliveries is answered 2xx, and so is the next one`,
    BOTH,
    { send: async (context) => ({ answered: Object.values(await simultaneous(context)) }) },
  ),
  row("duplicate.later", "A delivery that is repeated later, after many others, takes effect once", ONCE, {
    fix: "Store processed deliveries for as long as retries may arrive; how long that is, is not stated (N-6.5-01, N-6.5-02).",
    async send(context) {
      const again = [await later(context)];
      return { answered: again, once: again };
    },
  }),
  row("duplicate.after-forgery", "A delivery that is repeated after a forgery takes effect once", ONCE, {
    fix: "A refused request must not change what is stored about processed deliveries.",
    send: async (context) => ({ inTheEnd: [(await late.behindGenuine(context)).again] }),
  }),
  row(
    "duplicate.after-failure",
    "A delivery that was answered 5xx, and 2xx when it was repeated, takes effect once",
    BOTH,
    {
      fix: "Mark a delivery as processed in the same step as its work, or after it.",
      async send(context) {
        await late.retries(context);
        await late.lateEffects(context);
        return { inTheEnd: late.recovered(context) };
      },
    },
  ),
  row(
    "forgery.first",
    "After a forgery, the genuine delivery of the same payment takes effect once",
    ["F-6.3-08", "F-6.3-06"],
    {
      fix: "Verify the signature first, and store only what is genuine.",
      async send(context) {
        const sent = await late.poisoned(context);
        await mustBeLockout(context, sent);
        return { inTheEnd: [sent] };
      },
    },
  ),
];

const BEHIND = "with a wrong signature, after a genuine one on the same connection,";

/** `ackWithinMs`: the user's own limit for an answer; without one, a late answer is a practice. */
export const receiverChecks = (ackWithinMs?: number): readonly ReceiverCheck[] => [
  ...GENUINE_CHECKS,
  ...speedChecks(ackWithinMs !== undefined),
  ...REPETITIONS,
  ...FORGERIES.map(together),
  forgery("same-connection", BEHIND, ["F-6.3-07", "F-6.3-08"], async (one) => [
    (await late.behindGenuine(one)).forgery,
  ]),
  forgery("same-moment", "that arrives while genuine ones are handled", ["F-6.3-08"], late.besideGenuine),
  ...PRACTICE_CHECKS,
  {
    ...demanded("receive.still", "At the end of the run, the receiver still answers", ["F-6.5-01"]),
    ...{ group: "practice", fix: "Refuse malformed requests; none of them may end the program." },
    run: stillThere,
  },
];
