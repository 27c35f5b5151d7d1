/** Practices: sensible behaviour that is not stated. None of them fails a run. */

import { setTimeout as sleep } from "node:timers/promises";
import { demand, observed } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import { type Case, type Doing, indented, inPieces, made, row } from "./cases.ts";
import { EVENT, OTHER_EVENT, type ReceiverCheck, type ReceiverContext, type Steps } from "./context.ts";
import { answers, earlyEffects, genuine } from "./course.ts";
import { type Delivered, mustAcknowledge, needsLength } from "./delivery.ts";
import { exactlyOnce, mustHaveNone } from "./effects.ts";
import { lateEffects, poisoned } from "./late.ts";

const UTC = "2026-03-02T08:15:00.123456Z";
/** Members that are not described: the versions of a payload are open (N-9-01). */
const MORE_MEMBERS = { currency: "CHF", debtor: null, tags: [1, { a: [] }], caseFile: { id: 815, number: "A-1" } };
/** An effect that is there so long before the answer did not wait for it. */
const BEFORE_MS = 200;
const LOOK_MS = 40;

type Send = Steps<Delivered>;
type Judge = (sent: Delivered, context: ReceiverContext) => Promise<void> | void;

const deliver = (context: ReceiverContext, doing: Doing): Promise<Delivered> =>
  context.deliverPatiently({ isUnclear: true, ...made(context, doing) });

/** By default, it is sent before the first forgery, and should be answered 2xx. */
interface Practice extends Case {
  /** Some receivers take it for a forgery, or it is one. */
  readonly isLate?: true;
  /** Replaces the one delivery of the row. Runs once. */
  readonly send?: Send;
  readonly judge?: Judge;
}

function practiceCheck({ id, title, rests, isLate, send, judge, ...doing }: Practice): ReceiverCheck {
  const delivered: Send = async (context) => {
    await (isLate ? context.earlyIsOver() : answers(context));
    return (send ?? ((of) => deliver(of, doing)))(context);
  };
  return {
    ...{ id: `practice.${id}`, title, rests, severity: "practice", group: "practice" },
    async run(context) {
      const sent = await (isLate ? context.late(delivered) : context.early(delivered));
      await (judge ?? acknowledged)(sent, context);
      return sent.exchange.ms;
    },
  };
}

const acknowledged: Judge = (sent) => mustAcknowledge(sent);
const refused =
  (expected: string): Judge =>
  ({ exchange }) =>
    demand(!isAccepted(exchange), expected, "It was answered 2xx.", exchange);
const digitsOf = (right: string) => right.slice(right.indexOf("=") + 1);

/** What some receivers take for a forgery may have locked the judge out, or come after that. */
async function notLockedOut(context: ReceiverContext): Promise<void> {
  const { exchange } = await context.once(poisoned);
  observed(isAccepted(exchange), "genuine deliveries are not answered 2xx any more: the judge may be locked out");
}

/** Once in a run: checks of other shapes ask whether the receiver takes such members. */
export const moreMembers: Send = (context) => deliver(context, { members: MORE_MEMBERS });

/** One payment twice, the second time in these bytes. */
const again =
  (bytes: (json: string) => string): Send =>
  async (context) => {
    const { shape } = await deliver(context, {});
    return context.deliverPatiently({ ...shape, body: bytes(String(shape.body)) });
  };
const once: Judge = async (sent, context) => exactlyOnce(await context.once(earlyEffects), sent);
const noEffect: Judge = async (sent, context) =>
  mustHaveNone(sent, (await context.once(lateEffects))?.has(sent.shape.id), context.seesEffects);

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

const ROWS: readonly Practice[] = [
  {
    ...row("capitals", "A digest in upper case is accepted", ["U-19"]),
    isLate: true,
    header: (right) => right.replace(digitsOf(right), digitsOf(right).toUpperCase()),
    async judge(sent, context) {
      if (!isAccepted(sent.exchange)) await context.once(notLockedOut);
      mustAcknowledge(sent);
    },
  },
  row("charset", "A Content-Type with a charset is accepted", ["U-22"], {
    how: { contentType: "application/json; charset=utf-8" },
  }),
  {
    ...row("doubled-header", "A delivery with the signature header twice is refused", ["U-21"]),
    isLate: true,
    how: { isDoubled: true },
    judge: refused("A request with two signature headers is refused."),
  },
  {
    ...row("unknown-event", "An unknown event is answered 2xx", ["U-40"]),
    members: { "@event": OTHER_EVENT },
    async judge(sent, context) {
      mustAcknowledge(sent);
      const took = (await context.once(earlyEffects))?.get(sent.shape.id)?.includes(EVENT);
      demand(!took, "It does not take effect as a payment.", `It took effect as ${EVENT}.`, sent.exchange);
    },
  },
  {
    ...row("more-members", "Members that are not described are accepted", ["N-9-01"]),
    send: (context) => context.early(moreMembers),
  },
  row("timestamps", "Timestamps that end in Z and have fractions are accepted", ["U-33"], {
    members: { confirmedAt: UTC, createdAt: UTC, updatedAt: UTC },
  }),
  {
    ...row("large-id", "An id of more than 32 bits is kept exactly", ["U-32"]),
    members: (context) => ({ id: 2 ** 40 + context.snapshot().id }),
    async judge(sent, context) {
      mustAcknowledge(sent);
      const effects = await context.once(earlyEffects);
      const took = !effects || effects.has(sent.shape.id);
      demand(took, "It takes effect.", "Nothing with this id took effect.", sent.exchange);
    },
  },
  {
    ...row("changed", "A payment that is delivered again with another updatedAt takes effect once", ["A-16"]),
    send: again((json) => JSON.stringify({ ...JSON.parse(json), updatedAt: "2026-03-03T00:00:00+01:00" })),
    judge: once,
  },
  {
    ...row("other-bytes", "A payment that is delivered again in other bytes takes effect once", ["A-16"]),
    send: again((json) => indented(json)),
    judge: once,
  },
  {
    ...row("work-later", "The answer does not wait for the work", ["N-6.5-03"]),
    send: (context) => watched(context),
    judge(sent, context) {
      observed(context.seesEffects, "without processed() in a driver, it is unknown when it took effect");
      const ahead = aheadOf(sent);
      const actual = `It was done ${ahead} ms before the answer.`;
      demand(ahead <= BEFORE_MS, "The work is done afterwards.", actual, sent.exchange);
    },
  },
  row("slow-body", "A slow body is accepted", ["N-6.5-03"], { how: inPieces(8, 60) }),
  row("larger", "A delivery of 200 kB is accepted", ["N-8-02"], { members: { remarks: "x".repeat(200_000) } }),
  {
    ...row("length", "A body without Content-Length is accepted", ["N-8-02"]),
    send: async (context) => (await context.early(genuine)).get("chunked") as Delivered,
    judge: ({ exchange }) =>
      demand(!needsLength(exchange), "It is accepted.", `It was answered ${exchange.response?.status}.`, exchange),
  },
  {
    ...row("no-prefix", "A delivery with a correct digest but no prefix has no effect", ["U-19"]),
    isLate: true,
    header: digitsOf,
    judge: noEffect,
  },
  {
    ...row("too-large", "An unsigned body of 4 MiB is refused", ["N-8-02"]),
    send: (context) => context.deliver({ id: 0, signature: null, body: "x".repeat(4 * 1024 * 1024) }),
    isLate: true,
    judge(sent, context) {
      refused("It is refused before all of it is in memory.")(sent, context);
      const isSilent = sent.exchange.failure?.code === "timeout";
      demand(!isSilent, "It is answered.", "There was no answer in time.", sent.exchange);
    },
  },
  {
    ...row("method", "A GET request is refused", ["N-7-01"]),
    send: (context) => context.deliver({ id: 0, signature: null, body: "", method: "GET" }),
    isLate: true,
    judge: refused("Anything but POST is refused."),
  },
  {
    ...row("app-delivery", "An unsigned app delivery in place of a signed delivery has no effect", ["A-17"]),
    isLate: true,
    header: () => null,
    sent: (json) => JSON.stringify({ "@event": EVENT, id: JSON.parse(json).id, app: 1 }),
    judge: noEffect,
  },
];

export const PRACTICE_CHECKS = ROWS.map(practiceCheck);
