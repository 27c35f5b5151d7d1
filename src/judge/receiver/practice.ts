/** Practices: sensible behaviour that is not stated. None of them fails a run. */

import { setTimeout as sleep } from "node:timers/promises";
import { demand, observed } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import { type Doing, indented, inPieces, type Line, made, row } from "./cases.ts";
import { EVENT, OTHER_EVENT, type ReceiverCheck, type ReceiverContext, type Steps, step } from "./context.ts";
import { answers, earlyEffects, first, genuine } from "./course.ts";
import { type Delivered, exactlyOnce, mustAcknowledge, mustHaveNone, needsLength } from "./delivery.ts";
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

/** By default, one delivery is sent before the first forgery, and should be answered 2xx. */
interface Other {
  /** Some receivers take it for a forgery, or it is one. */
  readonly isLate?: true;
  /** Replaces the one delivery of the row. Runs once. */
  readonly send?: Send;
  readonly judge?: Judge;
}
const acknowledged: Judge = (sent) => mustAcknowledge(sent);

function practice(line: Line, { isLate, send, judge = acknowledged }: Other = {}): ReceiverCheck {
  const { id, title, rests, ...doing } = row(line);
  const delivered = step(
    async (context) => {
      await (isLate ? context.isOver("early") : answers(context));
      return send ? send(context) : deliver(context, doing);
    },
    isLate ? "late" : "early",
  );
  return {
    ...{ id: `practice.${id}`, title, rests, severity: "practice", group: "practice" },
    async run(context) {
      const sent = await delivered(context);
      await judge(sent, context);
      return sent.exchange.ms;
    },
  };
}

const refused =
  (expected: string): Judge =>
  ({ exchange }) =>
    demand(!isAccepted(exchange), expected, "It was answered 2xx.", exchange);
const digitsOf = (right: string) => right.slice(right.indexOf("=") + 1);

/** What some receivers take for a forgery may have locked the judge out, or come after that. */
const notLockedOut = step(async (context) => {
  const { exchange } = await poisoned(context);
  observed(isAccepted(exchange), "genuine deliveries are not answered 2xx any more: the judge may be locked out");
});

/** Checks of other shapes ask, too, whether the receiver takes such members. */
export const moreMembers = step((context) => deliver(context, { members: MORE_MEMBERS }), "early");

/** One payment twice, the second time in these bytes. */
const again = (bytes: (json: string) => string): Other => ({
  async send(context) {
    const { shape } = await deliver(context, {});
    return context.deliverPatiently({ ...shape, body: bytes(String(shape.body)) });
  },
  judge: async (sent, context) => exactlyOnce(await earlyEffects(context), sent),
});
const NO_EFFECT: Other = {
  isLate: true,
  judge: async (sent, context) =>
    mustHaveNone(sent, (await lateEffects(context))?.has(sent.shape.id), context.seesEffects),
};
/** What took effect of an acknowledged delivery; undefined without a driver. */
async function effectsOf(sent: Delivered, context: ReceiverContext): Promise<unknown[] | undefined> {
  mustAcknowledge(sent);
  const effects = await earlyEffects(context);
  return effects && (effects.get(sent.shape.id) ?? []);
}

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
/** Cut to 32 bits, the id is that of the first payment. */
const largeId: Send = async (context) => {
  const { shape } = await first(context);
  return deliver(context, { members: { id: 2 ** 40 + shape.id } });
};
const aheadOf = ({ answeredAt, doneAt = answeredAt }: Delivered) => Math.round(answeredAt - doneAt);

/** A request without a signature. */
const unsigned = (body: string, method = "POST"): Pick<Other, "isLate" | "send"> => ({
  isLate: true,
  send: (context) => context.deliver({ id: 0, signature: null, body, method }),
});

/** A shorter text may stand in an answer by chance. */
const LEAST = 8;

/** Forgeries may contain the correct digest, and an answer may repeat what was sent. */
function showsDigest({ request }: Exchange, text: string, right: string): boolean {
  const digest = digitsOf(right);
  const isShown = text.toLowerCase().includes(digest) || text.includes(Buffer.from(digest, "hex").toString("base64"));
  return isShown && !Object.values(request.headers).join("\n").toLowerCase().includes(digest);
}

/** Whether an answer tells what a forger needs. What an answer contains is open (N-7-03). */
async function disclosesNothing(context: ReceiverContext): Promise<void> {
  await lateEffects(context);
  for (const { exchange, shape } of context.delivered) {
    const { body, headers } = exchange.response ?? { body: "", headers: {} };
    const text = [body.toString("latin1"), ...Object.values(headers)].join("\n");
    const shows = (is: boolean, what: string) =>
      demand(!is, "The answer contains neither.", `It contains the ${what}.`, exchange);
    shows(context.secret.length >= LEAST && text.includes(context.secret), "secret of the webhook");
    if (shape.signature !== undefined && !isAccepted(exchange))
      shows(showsDigest(exchange, text, context.sign(shape.body)), "correct signature of the forged body");
  }
}

const inCapitals = (right: string) => right.replace(digitsOf(right), digitsOf(right).toUpperCase());
const TWICE: Doing = { how: { isDoubled: true } };
const CHARSET: Doing = { how: { contentType: "application/json; charset=utf-8" } };
const FRACTIONS: Doing = { members: { confirmedAt: UTC, createdAt: UTC, updatedAt: UTC } };
const OF_APP: Doing = {
  header: () => null,
  sent: (json) => JSON.stringify({ "@event": EVENT, id: JSON.parse(json).id, app: 1 }),
};

export const PRACTICE_CHECKS: readonly ReceiverCheck[] = [
  practice(["capitals", "A digest in upper case is accepted", ["U-19"], inCapitals], {
    isLate: true,
    async judge(sent, context) {
      if (!isAccepted(sent.exchange)) await notLockedOut(context);
      mustAcknowledge(sent);
    },
  }),
  practice(["charset", "A Content-Type with a charset is accepted", ["U-22"], CHARSET]),
  practice(["doubled-header", "A delivery with the signature header twice is refused", ["U-21"], TWICE], {
    isLate: true,
    judge: refused("A request with two signature headers is refused."),
  }),
  practice(["unknown-event", "An unknown event is answered 2xx", ["U-40"], { members: { "@event": OTHER_EVENT } }], {
    async judge(sent, context) {
      const took = (await effectsOf(sent, context))?.includes(EVENT);
      demand(!took, "It does not take effect as a payment.", `It took effect as ${EVENT}.`, sent.exchange);
    },
  }),
  practice(["more-members", "Members that are not described are accepted", ["N-9-01"]], { send: moreMembers }),
  practice(["timestamps", "Timestamps that end in Z and have fractions are accepted", ["U-33"], FRACTIONS]),
  practice(["large-id", "An id of more than 32 bits is kept exactly", ["U-32"]], {
    send: largeId,
    async judge(sent, context) {
      const took = (await effectsOf(sent, context))?.length !== 0;
      demand(took, "It takes effect.", "Nothing with this id took effect.", sent.exchange);
    },
  }),
  practice(
    ["changed", "A payment that is delivered again with another updatedAt takes effect once", ["A-16"]],
    again((json) => JSON.stringify({ ...JSON.parse(json), updatedAt: "2026-03-03T00:00:00+01:00" })),
  ),
  practice(
    ["other-bytes", "A payment that is delivered again in other bytes takes effect once", ["A-16"]],
    again((json) => indented(json)),
  ),
  practice(["work-later", "The answer does not wait for the work", ["N-6.5-03"]], {
    send: (context) => watched(context),
    judge(sent, context) {
      observed(context.seesEffects, "without processed() in a driver, it is unknown when it took effect");
      const ahead = aheadOf(sent);
      const actual = `It was done ${ahead} ms before the answer.`;
      demand(ahead <= BEFORE_MS, "The work is done afterwards.", actual, sent.exchange);
    },
  }),
  practice(["slow-body", "A slow body is accepted", ["N-6.5-03"], { how: inPieces(8, 60) }]),
  practice(["larger", "A delivery of 200 kB is accepted", ["N-8-02"], { members: { remarks: "x".repeat(200_000) } }]),
  practice(["length", "A body without Content-Length is accepted", ["N-8-02"]], {
    send: async (context) => (await genuine(context)).get("chunked") as Delivered,
    judge: ({ exchange }) =>
      demand(!needsLength(exchange), "It is accepted.", `It was answered ${exchange.response?.status}.`, exchange),
  }),
  practice(["no-prefix", "A correct digest without its prefix has no effect", ["U-19"], digitsOf], NO_EFFECT),
  practice(["too-large", "An unsigned body of 4 MiB is refused", ["N-8-02"]], {
    ...unsigned("x".repeat(4 * 1024 * 1024)),
    judge(sent, context) {
      refused("It is refused before all of it is in memory.")(sent, context);
      const isSilent = sent.exchange.failure?.code === "timeout";
      demand(!isSilent, "It is answered.", "There was no answer in time.", sent.exchange);
    },
  }),
  practice(["method", "A GET request is refused", ["N-7-01"]], {
    ...unsigned("", "GET"),
    judge: refused("Anything but POST is refused."),
  }),
  practice(["app-delivery", "An unsigned app delivery in its place has no effect", ["A-17"], OF_APP], NO_EFFECT),
  {
    id: "practice.discloses-nothing",
    title: "No answer contains the secret, or the correct signature of a forgery",
    ...{ severity: "practice", rests: ["N-7-03"], group: "practice" },
    fix: "Answer a forgery with a status alone. With the correct signature of any body, anyone can forge deliveries.",
    run: disclosesNothing,
  },
];
