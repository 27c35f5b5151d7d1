/** The checks of a receiver. It is judged by its effects; it may answer a forgery with any status. */

import { demand, observed } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import { mustBeLockout, speedChecks, stillThere } from "./answering.ts";
import { type Case, row } from "./cases.ts";
import { demanded, type ReceiverCheck, type ReceiverContext, type Steps } from "./context.ts";
import { earlyEffects, keptConnection, later, repeated, SIMULTANEOUS, simultaneous } from "./course.ts";
import { type Delivered, mustAcknowledge } from "./delivery.ts";
import { DISCLOSURE_CHECK } from "./disclosure.ts";
import { exactlyOnce, mustHaveNone } from "./effects.ts";
import { FORGERIES } from "./forgeries.ts";
import { GENUINE_CHECKS } from "./genuine.ts";
import {
  behindGenuine,
  besideGenuine,
  cutOff,
  forged,
  lateEffects,
  poisoned,
  recovered,
  retries,
  tookEffect,
} from "./late.ts";
import { PRACTICE_CHECKS } from "./practice.ts";

type Sent = Steps<readonly Delivered[]>;
type Rests = ReceiverCheck["rests"];

const together =
  (id: string): Sent =>
  async (context) => [(await context.once(forged)).sent.get(id) as Delivered];

function forgeryCheck({ id, title, rests }: Case, send = together(id)): ReceiverCheck {
  return {
    ...demanded(`forgery.${id}`, `A delivery ${title} has no effect`, rests, "forgeries"),
    fix: "Compute the HMAC of the raw body, compare all of it in constant time, and act only if it is equal.",
    async run(context) {
      const all = await send(context);
      for (const one of all) mustHaveNone(one, await tookEffect(context, one), context.seesEffects);
      return all[0]?.exchange.ms;
    },
  };
}

/** Forgeries that are not sent with the others. */
const FORGERIES_APART = [
  forgeryCheck(
    row("same-connection", "with a wrong signature, after a genuine one on the same connection,", [
      ...(["F-6.3-07", "F-6.3-08"] as const),
    ]),
    async (context) => [(await context.late(behindGenuine)).forgery],
  ),
  forgeryCheck(row("same-moment", "that arrives while genuine ones are handled", ["F-6.3-08"]), (context) =>
    context.late(besideGenuine),
  ),
];

const ONCE: Rests = ["F-6.5-05"];
const BOTH: Rests = ["F-6.5-01", "F-6.5-05"];

/** What must take effect once, and what must be answered 2xx. */
interface Outcome {
  readonly once?: readonly Delivered[];
  readonly answered?: readonly Delivered[];
}
interface Repetition {
  readonly id: string;
  readonly title: string;
  readonly rests: Rests;
  readonly fix?: string;
  /** Its effects are looked at in the end, after the forgeries. */
  readonly isLate?: true;
  readonly group?: string;
  readonly send: Steps<Outcome>;
}

const REPETITIONS: readonly Repetition[] = [
  {
    id: "receive.kept-connection",
    title: "The second delivery on one connection is answered 2xx, as on another connection",
    rests: ["F-6.5-01"],
    group: "genuine",
    fix: "Answer every request of a connection alike, or close the connection after the answer.",
    async send(context) {
      const { refused, again } = (await context.early(keptConnection)) ?? {};
      const actual = `It was answered ${refused?.exchange.response?.status}, twice, and 2xx on another connection.`;
      demand(!again || !isAccepted(again.exchange), "It is answered 2xx.", actual, refused?.exchange);
      return {};
    },
  },
  {
    id: "receive.cut-off",
    title: "A delivery whose connection ended within the body takes effect once it is repeated",
    rests: ["F-6.5-01"],
    group: "genuine",
    fix: "Expect that a body ends too early, drop that request, and go on.",
    isLate: true,
    async send(context) {
      const sent = await context.late(cutOff);
      observed(isAccepted(sent.exchange), "the repetition was not answered 2xx: see receive.still");
      return { once: [sent] };
    },
  },
  {
    ...row("duplicate.acknowledged", "A repeated delivery is answered 2xx", BOTH),
    fix: "Answer 2xx to what was already processed: any other answer makes the service retry.",
    async send(context) {
      const { sent, between } = await context.early(repeated);
      const [one, ...again] = sent as [Delivered, ...Delivered[]];
      mustAcknowledge(one);
      // Both repetitions fail but not the new delivery between them: so speed is not the reason.
      const isSilent = again.every(({ exchange }) => exchange.failure?.code === "timeout");
      const actual = "It was not answered, although new deliveries were.";
      demand(!(isAccepted(between.exchange) && isSilent), "A repetition is answered 2xx.", actual, again[0]?.exchange);
      return { answered: sent };
    },
  },
  {
    ...row("duplicate.once", "A repeated delivery takes effect once", ONCE),
    fix: "Store the payment id and @event of each processed delivery, and skip those that are stored.",
    send: async (context) => ({ once: (await context.early(repeated)).sent.slice(0, 1) }),
  },
  {
    ...row("duplicate.simultaneous", `A delivery that arrives ${SIMULTANEOUS} times at once takes effect once`, ONCE),
    fix: "Reserve the delivery in one atomic step, such as an insert with a unique key.",
    send: async (context) => ({ once: [(await context.early(simultaneous)).last] }),
  },
  {
    id: "duplicate.simultaneous-acknowledged",
    title: `At least one of ${SIMULTANEOUS} simultaneous deliveries is answered 2xx, and so is the next one`,
    rests: BOTH,
    async send(context) {
      const { sent, last } = await context.early(simultaneous);
      return { answered: [sent.find(({ exchange }) => isAccepted(exchange)) ?? (sent[0] as Delivered), last] };
    },
  },
  {
    ...row("duplicate.later", "A delivery that is repeated later, after many others, takes effect once", ONCE),
    fix: "Store processed deliveries for as long as retries may arrive; how long that is, is not stated (N-6.5-01, N-6.5-02).",
    async send(context) {
      const again = [await context.early(later)];
      return { answered: again, once: again };
    },
  },
  {
    ...row("duplicate.after-forgery", "A delivery that is repeated after a forgery takes effect once", ONCE),
    fix: "A refused request must not change what is stored about processed deliveries.",
    isLate: true,
    send: async (context) => ({ once: [(await context.late(behindGenuine)).again] }),
  },
  {
    id: "duplicate.after-failure",
    title: "A delivery that was answered 5xx, and 2xx when it was repeated, takes effect once",
    rests: BOTH,
    fix: "Mark a delivery as processed in the same step as its work, or after it.",
    isLate: true,
    async send(context) {
      await context.late(retries);
      await context.once(lateEffects);
      return { once: recovered(context) };
    },
  },
  {
    id: "forgery.first",
    title: "After a forgery, the genuine delivery of the same payment takes effect once",
    rests: ["F-6.3-08", "F-6.3-06"],
    group: "forgeries",
    fix: "Verify the signature first, and store only what is genuine.",
    isLate: true,
    async send(context) {
      const sent = await context.once(poisoned);
      await mustBeLockout(context, sent);
      return { once: [sent] };
    },
  },
];

function repetitionCheck({ id, title, rests, group = "duplicates", isLate, fix, send }: Repetition): ReceiverCheck {
  return {
    ...demanded(id, title, rests, group),
    ...(fix && { fix }),
    async run(context: ReceiverContext) {
      const { once = [], answered = [] } = await send(context);
      for (const one of answered) mustAcknowledge(one);
      const effects = once.length > 0 && (await context.once(isLate ? lateEffects : earlyEffects));
      for (const one of once) exactlyOnce(effects || undefined, one);
      return (answered[0] ?? once[0])?.exchange.ms;
    },
  };
}

/** `ackWithinMs`: the user's own limit for an answer; without one, a late answer is a practice. */
export const receiverChecks = (ackWithinMs?: number): readonly ReceiverCheck[] => [
  ...GENUINE_CHECKS,
  ...speedChecks(ackWithinMs !== undefined),
  ...REPETITIONS.map(repetitionCheck),
  ...FORGERIES.map((forgery) => forgeryCheck(forgery)),
  ...FORGERIES_APART,
  ...PRACTICE_CHECKS,
  DISCLOSURE_CHECK,
  {
    ...demanded("receive.still", "At the end of the run, the receiver still answers", ["F-6.5-01"], "practice"),
    fix: "Refuse malformed requests; none of them may end the program.",
    run: stillThere,
  },
];
