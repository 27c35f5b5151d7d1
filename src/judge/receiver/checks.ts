/** The checks of a receiver. It is judged by its effects; it may answer a forgery with any status. */

import { must, observed } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import { answersAtAll, answersInTime, onlyLockedOut, stillThere } from "./answering.ts";
import { type Case, GENUINE } from "./cases.ts";
import { type Judge, type ReceiverCheck, type ReceiverContext, row } from "./context.ts";
import { genuine, keptConnection, later, repeated, SIMULTANEOUS, simultaneous, slowBody } from "./course.ts";
import type { Delivered } from "./delivery.ts";
import { FORGERIES } from "./forgeries.ts";
import { acknowledged, acknowledgedIfOwed, hasEffect, noEffect, once, onceInTheEnd } from "./judges.ts";
import {
  behindGenuine,
  behindUnsigned,
  besideGenuine,
  cutOffInAnswer,
  cutOffInBody,
  forged,
  lateEffects,
  poisoned,
  recovered,
  retries,
  sentBeside,
} from "./late.ts";
import { PRACTICE_CHECKS } from "./practice.ts";

const genuineOne = ({ id, title, rests }: Case) =>
  row(
    async (context) => (await genuine(context)).get(id) as Delivered,
    ...[acknowledgedIfOwed(id), hasEffect],
  )`receive.${id} ${rests.join(" ")}
    A signed delivery ${title} is answered 2xx and takes effect
    If it was refused: verify the raw bytes, and find the header in any letter case. If it was lost: store, then answer.`;

const COMPUTE = "Compute the HMAC of the raw body, compare all of it in constant time, and act only if it is equal.";
const forgery = ({ id, title, rests }: Case) =>
  row(async (context) => (await forged(context)).sent.get(id) as Delivered, noEffect)`forgery.${id} ${rests.join(" ")}
    A delivery ${title} has no effect
    ${COMPUTE}`;

/** Both repetitions fail but not the new delivery between them: so speed is not the reason. */
async function repeatedAndAnswered(context: ReceiverContext): Promise<readonly Delivered[]> {
  const { sent, between } = await repeated(context);
  const [one, ...again] = sent;
  await acknowledged(one, context);
  const isSilent = again.every(({ exchange }) => exchange.failure?.code === "timeout");
  const actual = "It was not answered, although new deliveries were.";
  must(!(isAccepted(between.exchange) && isSilent), actual, again[0].exchange, "A repetition is answered 2xx.");
  return sent;
}

/** Refused on a kept connection, twice, and accepted on another one: so the connection is the reason. */
const likeOnAnother = (kept: typeof keptConnection) => async (context: ReceiverContext) => {
  const { refused, again } = (await kept(context)) ?? {};
  const actual = `It was answered ${refused?.exchange.response?.status}, twice, and 2xx on another connection.`;
  must(!again || !isAccepted(again.exchange), actual, refused?.exchange, "It is answered 2xx.");
  return [];
};

const taken: Judge = ({ exchange }) =>
  observed(isAccepted(exchange), "it was not answered 2xx: see practice.slow-body");

const repetition = (step: (context: ReceiverContext) => Promise<Delivered>) => async (context: ReceiverContext) => {
  const sent = await step(context);
  observed(isAccepted(sent.exchange), "the repetition was not answered 2xx: see receive.still");
  return sent;
};

const REPETITIONS: readonly ReceiverCheck[] = [
  row(likeOnAnother(keptConnection))`receive.kept-connection F-6.5-01
    A later delivery on one connection, shorter or longer, is answered 2xx, as on another connection
    Answer every request of a connection alike, or close the connection after the answer.`,
  row(likeOnAnother(behindUnsigned))`receive.behind-unsigned F-6.5-01
    A delivery behind a forgery on one connection is answered 2xx, as on another connection
    Read the body of what you refuse to its end, or close the connection after the answer.`,
  row(slowBody, taken, hasEffect)`receive.slow-body F-6.5-01
    A delivery whose body comes slowly takes effect if it is answered 2xx
    Answer 2xx only to what was read to its end, and keep it.`,
  row(repetition(cutOffInBody), onceInTheEnd)`receive.cut-off F-6.5-01
    A delivery whose connection ended within the body takes effect once it is repeated
    Expect that a body ends too early, drop that request, and go on.`,
  row(repetition(cutOffInAnswer), onceInTheEnd)`duplicate.unanswered F-6.5-01 F-6.5-05
    A delivery whose connection ended before the answer, and that is repeated, takes effect once
    Finish the work although nobody waits for the answer, and mark the delivery with its work, or after it.`,
  row(repeatedAndAnswered, acknowledged)`duplicate.acknowledged F-6.5-01 F-6.5-05
    A repeated delivery is answered 2xx
    Answer 2xx to what was already processed: any other answer makes the service retry.`,
  row(async (context) => (await repeated(context)).sent[0], once)`duplicate.once F-6.5-05
    A repeated delivery takes effect once
    Store the payment id and @event of each processed delivery, and skip those that are stored.`,
  row(async (context) => (await simultaneous(context)).last, once)`duplicate.simultaneous F-6.5-05
    A delivery that arrives ${SIMULTANEOUS} times at once takes effect once
    Reserve the delivery in one atomic step, such as an insert with a unique key.`,
  row(
    async (context) => Object.values(await simultaneous(context)),
    acknowledged,
  )`duplicate.simultaneous-acknowledged F-6.5-01 F-6.5-05
    At least one of ${SIMULTANEOUS} simultaneous deliveries is answered 2xx, and so is the next one`,
  row(later, acknowledged, once)`duplicate.later F-6.5-05
    A delivery that is repeated later, after many others, takes effect once
    Store processed deliveries for as long as retries may arrive, which is not stated (N-6.5-01, N-6.5-02).`,
  row(async (context) => (await behindGenuine(context)).again, onceInTheEnd)`duplicate.after-forgery F-6.5-05
    A delivery that is repeated after a forgery takes effect once
    A refused request must not change what is stored about processed deliveries.`,
  row(async (context) => {
    await retries(context);
    await lateEffects(context);
    return recovered(context);
  }, onceInTheEnd)`duplicate.after-failure F-6.5-01 F-6.5-05
    A delivery that was answered 5xx, and 2xx when it was repeated, takes effect once
    Mark a delivery as processed in the same step as its work, or after it.`,
  row(poisoned, onlyLockedOut, onceInTheEnd)`forgery.first F-6.3-08 F-6.3-06
    After a forgery, the genuine delivery of the same payment takes effect once
    Verify the signature first, and store only what is genuine.`,
];

/** `ackWithinMs`: the user's own limit for an answer; without one, no number is stated, and a late one is advice. */
export const receiverChecks = (ackWithinMs?: number): readonly ReceiverCheck[] => [
  ...GENUINE.map(genuineOne),
  row(answersAtAll)`receive.answers F-6.5-01
    A signed delivery gets an answer
    Store or enqueue the delivery, answer, and process it afterwards.`,
  {
    ...row(answersInTime)`receive.ack-within F-6.5-01
      The 2xx comes quickly (the limit itself is an assumption)
      Store or enqueue the delivery, answer, and process it afterwards.`,
    ...(ackWithinMs === undefined && { severity: "practice", rests: ["N-6.5-03"] }),
  },
  ...REPETITIONS,
  ...FORGERIES.map(forgery),
  row(async (context) => (await behindGenuine(context)).forgery, noEffect)`forgery.same-connection F-6.3-07 F-6.3-08
    A delivery with a wrong signature, after a genuine one on the same connection, has no effect
    ${COMPUTE}`,
  row(
    async (context) => [...(await besideGenuine(context)), ...(await sentBeside(context))],
    noEffect,
  )`forgery.same-moment F-6.3-08
    A forgery that arrives while genuine deliveries are handled, or between them on one connection, has no effect
    ${COMPUTE}`,
  ...PRACTICE_CHECKS,
  {
    ...row(stillThere)`receive.still F-6.5-01
      At the end of the run, the receiver still answers
      Refuse malformed requests; none of them may end the program.`,
    group: "practice",
  },
];
