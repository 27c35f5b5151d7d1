/** Practices: sensible behaviour that is not stated. None of them fails a run. */

import { type Check, demand, observed, type Rests } from "../check.ts";
import { isAccepted } from "../wire/http.ts";
import { EVENT, OTHER_EVENT, type ReceiverContext } from "./context.ts";
import { answers, earlyEffects, genuine } from "./course.ts";
import { type Delivered, mustAcknowledge, needsLength, type Shape } from "./delivery.ts";
import { exactlyOnce, mustHaveNone } from "./effects.ts";
import { lateEffects, poisoned } from "./late.ts";
import { MORE_MEMBERS } from "./shapes.ts";

const UTC = "2026-03-02T08:15:00.123456Z";
type Sent = (context: ReceiverContext) => Promise<Delivered>;

/** `send` runs once, early if it is genuine; `judge` looks at the outcome. */
function practice(
  id: string,
  title: string,
  gap: Rests[0],
  [when, send]: ["genuine" | "forged", Sent],
  judge: (sent: Delivered, context: ReceiverContext) => Promise<void> | void,
): Check<ReceiverContext> {
  const late: Sent = async (context) => {
    await context.earlyIsOver();
    return send(context);
  };
  const early: Sent = async (context) => {
    await answers(context);
    return send(context);
  };
  return {
    id: `practice.${id}`,
    title,
    severity: "practice",
    rests: [gap],
    group: "practice",
    async run(context) {
      const sent = await (when === "genuine" ? context.early(early) : context.late(late));
      await judge(sent, context);
      return sent.exchange.ms;
    },
  };
}

/** A delivery of a new payment in this shape. */
const one = (context: ReceiverContext, how: Partial<Shape>, more = {}): Promise<Delivered> => {
  const snapshot = context.snapshot(more);
  return context.deliverPatiently({ id: snapshot.id, body: JSON.stringify(snapshot), isUnclear: true, ...how });
};
const shaped = (how: Partial<Shape>, more = {}): ["genuine", Sent] => ["genuine", (context) => one(context, how, more)];
const acknowledged = (sent: Delivered) => mustAcknowledge(sent);
const refused = ({ exchange }: Delivered, expected: string) =>
  demand(!isAccepted(exchange), expected, "It was answered 2xx.", exchange);

function capitals(context: ReceiverContext): Promise<Delivered> {
  const snapshot = context.snapshot();
  const body = JSON.stringify(snapshot);
  const right = context.sign(body);
  const at = right.indexOf("=") + 1;
  const signature = right.slice(0, at) + right.slice(at).toUpperCase();
  return context.deliverPatiently({ id: snapshot.id, body, signature });
}

function bareDigest(context: ReceiverContext): Promise<Delivered> {
  const snapshot = context.snapshot();
  const body = JSON.stringify(snapshot);
  const right = context.sign(body);
  return context.deliver({ id: snapshot.id, body, signature: right.slice(right.indexOf("=") + 1) });
}

/** What some receivers take for a forgery may have locked the judge out, or come after that. */
async function notLockedOut(context: ReceiverContext): Promise<void> {
  const { exchange } = await context.once(poisoned);
  observed(isAccepted(exchange), "genuine deliveries are not answered 2xx any more: the judge may be locked out");
}

/** Once in a run: checks of other shapes ask whether the receiver takes such members. */
export function moreMembers(context: ReceiverContext): Promise<Delivered> {
  return one(context, {}, MORE_MEMBERS);
}

async function changed(context: ReceiverContext): Promise<Delivered> {
  const { shape } = await one(context, {});
  const again = { ...JSON.parse(String(shape.body)), updatedAt: "2026-03-03T00:00:00+01:00" };
  return context.deliverPatiently({ ...shape, body: JSON.stringify(again) });
}

async function chunked(context: ReceiverContext): Promise<Delivered> {
  return (await context.early(genuine)).get("chunked") as Delivered;
}

const has = async (context: ReceiverContext, { shape }: Delivered) => (await context.once(lateEffects))?.has(shape.id);

export const PRACTICE_CHECKS: Check<ReceiverContext>[] = [
  practice("capitals", "A digest in upper case is accepted", "U-19", ["forged", capitals], async (sent, context) => {
    if (!isAccepted(sent.exchange)) await context.once(notLockedOut);
    mustAcknowledge(sent);
  }),
  practice(
    "charset",
    "A Content-Type with a charset is accepted",
    "U-22",
    shaped({ contentType: "application/json; charset=utf-8" }),
    acknowledged,
  ),
  practice(
    "doubled-header",
    "A delivery with the signature header twice is refused",
    "U-21",
    ["forged", (context) => one(context, { isDoubled: true })],
    (sent) => refused(sent, "A request with two signature headers is refused."),
  ),
  practice(
    "unknown-event",
    "An unknown event is answered 2xx",
    "U-40",
    shaped({}, { "@event": OTHER_EVENT }),
    async (sent, context) => {
      mustAcknowledge(sent);
      const events = (await context.once(earlyEffects))?.get(sent.shape.id);
      demand(
        !events?.includes(EVENT),
        "It does not take effect as a payment.",
        `It took effect as ${EVENT}.`,
        sent.exchange,
      );
    },
  ),
  practice(
    "more-members",
    "Members that are not described are accepted",
    "N-9-01",
    ["genuine", (context) => context.early(moreMembers)],
    acknowledged,
  ),
  practice(
    "timestamps",
    "Timestamps that end in Z and have fractions are accepted",
    "U-33",
    shaped({}, { confirmedAt: UTC, createdAt: UTC, updatedAt: UTC }),
    acknowledged,
  ),
  practice(
    "large-id",
    "An id of more than 32 bits is kept exactly",
    "U-32",
    [
      "genuine",
      (context) => {
        const id = 2 ** 40 + context.snapshot().id;
        return one(context, { id }, { id });
      },
    ],
    async (sent, context) => {
      mustAcknowledge(sent);
      const effects = await context.once(earlyEffects);
      demand(
        !effects || effects.has(sent.shape.id),
        "It takes effect.",
        "Nothing with this id took effect.",
        sent.exchange,
      );
    },
  ),
  practice(
    "changed",
    "A payment that is delivered again with another updatedAt takes effect once",
    "A-16",
    ["genuine", changed],
    async (sent, context) => exactlyOnce(await context.once(earlyEffects), sent),
  ),
  practice(
    "slow-body",
    "A slow body is accepted",
    "N-6.5-03",
    shaped({ pieces: { count: 8, pauseMs: 60 } }),
    acknowledged,
  ),
  practice(
    "larger",
    "A delivery of 200 kB is accepted",
    "N-8-02",
    shaped({}, { remarks: "x".repeat(200_000) }),
    acknowledged,
  ),
  practice("length", "A body without Content-Length is accepted", "N-8-02", ["genuine", chunked], ({ exchange }) =>
    demand(!needsLength(exchange), "It is accepted.", `It was answered ${exchange.response?.status}.`, exchange),
  ),
  practice(
    "no-prefix",
    "A delivery with a correct digest but no prefix has no effect",
    "U-19",
    ["forged", bareDigest],
    async (sent, context) => mustHaveNone(sent, await has(context, sent), context.seesEffects),
  ),
  practice(
    "too-large",
    "An unsigned body of 4 MiB is refused",
    "N-8-02",
    [
      "forged",
      (context) =>
        context.deliver({ id: 0, signature: null, body: "x".repeat(4 * 1024 * 1024), timeoutMs: context.timeoutMs }),
    ],
    (sent) => {
      refused(sent, "It is refused before all of it is in memory.");
      const isSilent = sent.exchange.failure?.code === "timeout";
      demand(!isSilent, "It is answered.", "There was no answer in time.", sent.exchange);
    },
  ),
  practice(
    "method",
    "A GET request is refused",
    "N-7-01",
    ["forged", (context) => context.deliver({ id: 0, body: "", method: "GET", signature: null })],
    (sent) => refused(sent, "Anything but POST is refused."),
  ),
  practice(
    "app-delivery",
    "An unsigned app delivery in place of a signed delivery has no effect",
    "A-17",
    [
      "forged",
      (context) => {
        const { id } = context.snapshot();
        return context.deliver({ id, body: JSON.stringify({ "@event": EVENT, id, app: 1 }), signature: null });
      },
    ],
    async (sent, context) => mustHaveNone(sent, await has(context, sent), context.seesEffects),
  ),
];
