/** The checks of a receiver. It is judged by its effects; it may answer a forgery with any status. */

import { type Check, demand } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import { CONNECTION_CHECKS } from "./connections.ts";
import type { ReceiverContext } from "./context.ts";
import { earlyEffects, later, repeated, SIMULTANEOUS, simultaneous } from "./course.ts";
import { type Delivered, mustAcknowledge } from "./delivery.ts";
import { DISCLOSURE_CHECK } from "./disclosure.ts";
import { exactlyOnce, mustHaveNone } from "./effects.ts";
import { FORGERIES } from "./forgeries.ts";
import { GENUINE_CHECKS } from "./genuine.ts";
import { behindGenuine, besideGenuine, forged, lateEffects, poisoned, recovered, retries, tookEffect } from "./late.ts";
import { PRACTICE_CHECKS } from "./practice.ts";
import type { Named } from "./shapes.ts";
import { speedChecks } from "./speed.ts";
import { mustBeLockout, stillThere } from "./still.ts";

type Sent = (context: ReceiverContext) => Promise<readonly Delivered[]>;

/** Forgeries that are not sent with the others. */
const APART: readonly (Omit<Named, "make"> & { readonly send: Sent })[] = [
  {
    id: "same-connection",
    title: "with a wrong signature, after a genuine one on the same connection,",
    rests: ["F-6.3-07", "F-6.3-08"],
    send: async (context) => [(await context.late(behindGenuine)).forgery],
  },
  {
    id: "same-moment",
    title: "that arrives while genuine ones are handled",
    rests: ["F-6.3-08"],
    send: (context) => context.late(besideGenuine),
  },
];
const together =
  (id: string): Sent =>
  async (context) => [(await context.once(forged)).sent.get(id) as Delivered];

function forgeryCheck({ id, title, rests }: Omit<Named, "make">, send = together(id)): Check<ReceiverContext> {
  return {
    id: `forgery.${id}`,
    title: `A delivery ${title} has no effect`,
    severity: "demand",
    rests,
    group: "forgeries",
    fix: "Compute the HMAC of the raw body, compare all of it in constant time, and act only if it is equal.",
    async run(context) {
      const all = await send(context);
      for (const one of all) mustHaveNone(one, await tookEffect(context, one), context.seesEffects);
      return all[0]?.exchange.ms;
    },
  };
}

const demanded = (
  id: string,
  title: string,
  rests: Check<ReceiverContext>["rests"],
  group: string,
  run: Check<ReceiverContext>["run"],
  fix?: string,
): Check<ReceiverContext> => ({ id, title, severity: "demand", rests, group, run, ...(fix && { fix }) });

const DUPLICATE_CHECKS = [
  demanded(
    "duplicate.acknowledged",
    "A repeated delivery is answered 2xx",
    ["F-6.5-01", "F-6.5-05"],
    "duplicates",
    async (context) => {
      const { sent, between } = await context.early(repeated);
      const [one, ...again] = sent as [Delivered, Delivered, Delivered];
      mustAcknowledge(one);
      // Both repetitions fail but not the new delivery between them: so speed is not the reason.
      const isSilent = again.every(({ exchange }) => exchange.failure?.code === "timeout");
      const actual = "It was not answered, although new deliveries were.";
      demand(!(isAccepted(between.exchange) && isSilent), "A repetition is answered 2xx.", actual, again[0]?.exchange);
      for (const delivered of again) mustAcknowledge(delivered);
      return one.exchange.ms;
    },
    "Answer 2xx to what was already processed: any other answer makes the service retry.",
  ),
  demanded(
    "duplicate.once",
    "A repeated delivery takes effect once",
    ["F-6.5-05"],
    "duplicates",
    async (context) => {
      const { sent } = await context.early(repeated);
      exactlyOnce(await context.once(earlyEffects), sent[0] as Delivered);
      return sent[0]?.exchange.ms;
    },
    "Store the payment id and @event of each processed delivery, and skip those that are stored.",
  ),
  demanded(
    "duplicate.simultaneous",
    `A delivery that arrives ${SIMULTANEOUS} times at once takes effect once`,
    ["F-6.5-05"],
    "duplicates",
    async (context) => {
      const { last } = await context.early(simultaneous);
      exactlyOnce(await context.once(earlyEffects), last);
      return last.exchange.ms;
    },
    "Reserve the delivery in one atomic step, such as an insert with a unique key.",
  ),
  demanded(
    "duplicate.simultaneous-acknowledged",
    `At least one of ${SIMULTANEOUS} simultaneous deliveries is answered 2xx, and so is the next one`,
    ["F-6.5-01", "F-6.5-05"],
    "duplicates",
    async (context) => {
      const { sent, last } = await context.early(simultaneous);
      if (!sent.some(({ exchange }) => isAccepted(exchange))) mustAcknowledge(sent[0] as Delivered);
      mustAcknowledge(last);
      return last.exchange.ms;
    },
  ),
  demanded(
    "duplicate.later",
    "A delivery that is repeated later, after many others, takes effect once",
    ["F-6.5-05"],
    "duplicates",
    async (context) => {
      const again = await context.early(later);
      mustAcknowledge(again);
      exactlyOnce(await context.once(earlyEffects), again);
      return again.exchange.ms;
    },
    "Store processed deliveries for as long as retries may arrive; how long that is, is not stated (N-6.5-01, N-6.5-02).",
  ),
  demanded(
    "duplicate.after-forgery",
    "A delivery that is repeated after a forgery takes effect once",
    ["F-6.5-05"],
    "duplicates",
    async (context) => {
      const { again } = await context.late(behindGenuine);
      exactlyOnce(await context.once(lateEffects), again);
      return again.exchange.ms;
    },
    "A refused request must not change what is stored about processed deliveries.",
  ),
  demanded(
    "duplicate.after-failure",
    "A delivery that was answered 5xx, and 2xx when it was repeated, takes effect once",
    ["F-6.5-01", "F-6.5-05"],
    "duplicates",
    async (context) => {
      await context.late(retries);
      const effects = await context.once(lateEffects);
      for (const one of recovered(context)) exactlyOnce(effects, one);
    },
    "Mark a delivery as processed in the same step as its work, or after it.",
  ),
];

/** `ackWithinMs`: the user's own limit for an answer; without one, a late answer is a practice. */
export const receiverChecks = (ackWithinMs?: number): readonly Check<ReceiverContext>[] => [
  ...GENUINE_CHECKS,
  ...CONNECTION_CHECKS,
  ...speedChecks(ackWithinMs !== undefined),
  ...DUPLICATE_CHECKS,
  ...FORGERIES.map((forgery) => forgeryCheck(forgery)),
  ...APART.map((forgery) => forgeryCheck(forgery, forgery.send)),
  demanded(
    "forgery.first",
    "After a forgery, the genuine delivery of the same payment takes effect once",
    ["F-6.3-08", "F-6.3-06"],
    "forgeries",
    async (context) => {
      const sent = await context.once(poisoned);
      await mustBeLockout(context, sent);
      exactlyOnce(await context.once(lateEffects), sent);
      return sent.exchange.ms;
    },
    "Verify the signature first, and store only what is genuine.",
  ),
  ...PRACTICE_CHECKS,
  DISCLOSURE_CHECK,
  demanded(
    "receive.still",
    "At the end of the run, the receiver still answers",
    ["F-6.5-01"],
    "practice",
    stillThere,
    "Refuse malformed requests; none of them may end the program.",
  ),
];
