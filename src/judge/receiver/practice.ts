/** Practices: sensible behaviour that is not stated. None of them fails a run. */

import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { must, observed } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import { asItIs, type Doing, indented, made } from "./cases.ts";
import {
  EVENT,
  type Judge,
  OTHER_EVENT,
  type ReceiverCheck,
  type ReceiverContext,
  row,
  type Steps,
  stepsAfter,
  timesAt,
} from "./context.ts";
import { deliver, earlyEffects, first, genuine, moreMembers, onceAnswered, slowBody } from "./course.ts";
import { type Delivered, needsLength } from "./delivery.ts";
import { acknowledged, hasEffect, noEffect, once } from "./judges.ts";
import { lateEffects, poisoned } from "./late.ts";

const utc = () => new Date(Date.now() - 1000).toISOString().replace("Z", "456Z");
/** An effect that is there so long before the answer did not wait for it. */
const BEFORE_MS = 200;
const LOOK_MS = 40;

const sentIn = (make: ReturnType<typeof stepsAfter>) => (what: Doing | Steps<Delivered | readonly Delivered[]>) =>
  make(typeof what === "function" ? what : (context) => deliver(context, what));
/** Sent before the first forgery; late is what some receivers take for a forgery. */
const [early, late] = [sentIn(onceAnswered), sentIn(stepsAfter((context) => context.isOver("early"), "late"))];
/** A request without a signature. */
const unsigned = (body: string, method = "POST") =>
  late((context) => context.deliver({ id: 0, signature: null, body, method }));

const refused =
  (expected: string): Judge =>
  ({ exchange }) =>
    must(!isAccepted(exchange), "It was answered 2xx.", exchange, expected);
const digitsOf = (right: string) => right.slice(right.indexOf("=") + 1);

/** What some receivers take for a forgery may have locked the judge out, or come after that. */
const unlessLockedOut: Judge = async ({ exchange }, context) => {
  const isOpen = isAccepted(exchange) || isAccepted((await poisoned(context)).exchange);
  observed(isOpen, "genuine deliveries are not answered 2xx any more: the judge may be locked out");
};

/** One payment twice, the second time in these bytes. */
const again = (bytes: (json: string) => string) =>
  early(async (context) => {
    const { shape } = await deliver(context, {});
    return context.deliverPatiently({ ...shape, body: bytes(String(shape.body)) });
  });

/** Looks for the effect of a delivery until it is answered; once more if it came first, for the judge may be slow. */
async function watched(context: ReceiverContext, isAgain = false): Promise<Delivered> {
  const shape = made(context);
  let isOver = !context.seesEffects;
  let doneAt: number | undefined;
  const sent = context.deliver(shape).finally(() => (isOver = true));
  while (!isOver && doneAt === undefined) {
    await sleep(LOOK_MS);
    if (!isOver && (await context.hasEffect(shape.id))) doneAt = performance.now();
  }
  const delivered = { ...(await sent), doneAt };
  return !isAgain && aheadOf(delivered) > BEFORE_MS ? watched(context, true) : delivered;
}
const aheadOf = ({ answeredAt, doneAt = answeredAt }: Delivered) => Math.round(answeredAt - doneAt);

const doneLater: Judge = ({ exchange, ...sent }, context) => {
  observed(context.seesEffects, "without processed() in a driver, it is unknown when it took effect");
  const ahead = aheadOf({ exchange, ...sent });
  must(ahead <= BEFORE_MS, `It was done ${ahead} ms before the answer.`, exchange, "The work is done afterwards.");
};
/** Without a driver, nothing is known. */
const isNoPayment: Judge = async ({ shape, exchange }, context) => {
  const took = (await earlyEffects(context))?.get(shape.id)?.includes(EVENT);
  must(!took, `The unknown event took effect as ${EVENT}.`, exchange, "It does not take effect as a payment.");
};
const lengthIsOpen: Judge = ({ exchange }) =>
  must(!needsLength(exchange), `It was answered ${exchange.response?.status}.`, exchange, "It is accepted.");
const answeredAtAll: Judge = ({ exchange }) =>
  must(exchange.failure?.code !== "timeout", "There was no answer in time.", exchange, "It is answered.");

/** A shorter text may stand in an answer by chance. */
const LEAST = 8;

/** Forgeries may contain the correct digest, and an answer may repeat what was sent. */
function showsDigest({ request }: Exchange, text: string, right: string): boolean {
  const digest = digitsOf(right);
  const isShown = text.toLowerCase().includes(digest) || text.includes(Buffer.from(digest, "hex").toString("base64"));
  return isShown && !Object.values(request.headers).join("\n").toLowerCase().includes(digest);
}

/** What an answer contains is open (N-7-03); a forger needs one of these. */
const disclosesNothing: Judge = ({ exchange, shape }, context) => {
  const { body, headers } = exchange.response ?? { body: "", headers: {} };
  const text = [body.toString("latin1"), ...Object.values(headers)].join("\n");
  const shows = (is: boolean, what: string) =>
    must(!is, `It contains the ${what}.`, exchange, "The answer contains neither.");
  shows(context.secret.length >= LEAST && text.includes(context.secret), "secret of the webhook");
  if (shape.signature !== undefined && !isAccepted(exchange))
    shows(showsDigest(exchange, text, context.sign(shape.body)), "correct signature of the forged body");
};

const inCapitals = (right: string) => right.replace(digitsOf(right), digitsOf(right).toUpperCase());
const COMPRESSED: Doing = { signed: asItIs, sent: gzipSync, how: { more: { "Content-Encoding": "gzip" } } };
const OF_APP: Doing = {
  header: () => null,
  sent: (json) => JSON.stringify({ "@event": EVENT, id: JSON.parse(json).id, app: 1 }),
};

export const PRACTICE_CHECKS: readonly ReceiverCheck[] = [
  row(late({ header: inCapitals }), unlessLockedOut, acknowledged)`practice.capitals U-19
    A digest in upper case is accepted`,
  row(early({ how: { contentType: "application/json; charset=utf-8" } }), acknowledged)`practice.charset U-22
    A Content-Type with a charset is accepted`,
  row(
    late({ how: { isDoubled: true } }),
    refused("A request with two signature headers is refused."),
  )`practice.doubled-header U-21
    A delivery with the signature header twice is refused`,
  row(early({ members: { "@event": OTHER_EVENT } }), acknowledged, isNoPayment)`practice.unknown-event U-40
    An unknown event is answered 2xx and is not a payment`,
  row(early(moreMembers), acknowledged)`practice.more-members N-9-01
    Members that are not described are accepted`,
  row(
    early({ members: () => ({ confirmedAt: utc(), createdAt: utc(), updatedAt: utc() }) }),
    acknowledged,
  )`practice.timestamps U-33
    Timestamps that end in Z and have fractions are accepted`,
  row(early({ members: () => timesAt(1, 90 * 24 * 60) }), acknowledged, hasEffect)`practice.old U-21
    A payment that was confirmed 90 days ago is accepted
    Recognise repetitions by payment and event: how long the service retries is not stated (N-6.5-01, N-6.5-02).`,
  // Cut to 32 bits, the ids are that of the first payment; limited to 32 bits, they are one.
  row(
    early(async (context) => {
      const { id } = (await first(context)).shape;
      return Promise.all([2 ** 40 + id, 2 ** 41 + id].map((large) => deliver(context, { members: { id: large } })));
    }),
    ...[acknowledged, hasEffect],
  )`practice.large-id U-32
    Ids of more than 32 bits are kept exactly`,
  row(
    early(async (context) => {
      const all = [];
      for (const amount of [0, -2500, 2 ** 40]) all.push(await deliver(context, { members: { amount } }));
      return all;
    }),
    ...[acknowledged, hasEffect],
  )`practice.amounts U-32
    Payments of nothing, of less than nothing, and of more than 32 bits take effect`,
  row(
    again((json) => JSON.stringify({ ...JSON.parse(json), updatedAt: utc() })),
    once,
  )`practice.changed A-16
    A payment that is delivered again with another updatedAt takes effect once`,
  row(again(indented), once)`practice.other-bytes A-16
    A payment that is delivered again in other bytes takes effect once`,
  row(early(watched), doneLater)`practice.work-later N-6.5-03
    The answer does not wait for the work`,
  row(slowBody, acknowledged)`practice.slow-body N-6.5-03
    A slow body is accepted`,
  row(early({ members: { remarks: "x".repeat(200_000) } }), acknowledged)`practice.larger N-8-02
    A delivery of 200 kB is accepted`,
  row(
    early(async (context) => (await genuine(context)).get("chunked") as Delivered),
    lengthIsOpen,
  )`practice.length N-8-02
    A body without Content-Length is accepted`,
  row(late({ header: digitsOf }), noEffect)`practice.no-prefix U-19
    A correct digest without its prefix has no effect`,
  row(late(COMPRESSED), noEffect)`practice.compressed U-42
    A delivery that was compressed after signing has no effect`,
  row(
    unsigned("x".repeat(4 * 1024 * 1024)),
    refused("It is refused before all of it is in memory."),
    answeredAtAll,
  )`practice.too-large N-8-02
    An unsigned body of 4 MiB is refused`,
  row(unsigned("", "GET"), refused("Anything but POST is refused."))`practice.method N-7-01
    A GET request is refused`,
  row(late(OF_APP), noEffect)`practice.app-delivery A-17
    An unsigned app delivery in its place has no effect`,
  row(async (context) => {
    await lateEffects(context);
    return context.delivered;
  }, disclosesNothing)`practice.discloses-nothing N-7-03
    No answer contains the secret, or the correct signature of a forgery
    Answer a forgery with a status alone. With the correct signature of any body, anyone can forge deliveries.`,
];
