/**
 * What is sent to a receiver before the first forgery: one delivery alone, then everything genuine in parallel. A check
 * asks for the step that it judges; steps that no check asks for are not done.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { observed } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import { type Case, type Doing, GENUINE, indented, inPieces, made } from "./cases.ts";
import { early, type ReceiverContext, step, stepsAfter } from "./context.ts";
import { type Delivered, type Effects, isBusy, oneConnection } from "./delivery.ts";

export const SIMULTANEOUS = 50;
/** Largest number of bursts, sent while all deliveries of one meet a busy receiver; the pause is in milliseconds. */
const MOST_BURSTS = 3;
const BURST_PAUSE_MS = 150;
/** Work after an answer may last so long. */
const STILL_AT_WORK_MS = 250;
/** Time between the answer to the first delivery and its repetition: a busy machine must not shorten it. */
const LATER_MS = 3500;
/** Until then, a forgery is usually refused. */
export const REFUSED_MS = 500;
/** Nothing waits for a receiver that is silent for so long: attempts usually wait for 15 to 30 s (N-6.5-03). */
const SILENT_MS = 15_000;

/** The first delivery, while the receiver is at rest. */
export const first = early(async (context) => {
  const shape = { ...made(context), timeoutMs: Math.max(SILENT_MS, context.timeoutMs) };
  let delivered = await context.deliver(shape);
  if (isBusy(delivered) && delivered.exchange.failure?.code !== "refused")
    delivered = await context.deliverPatiently(shape);
  context.learn(delivered.exchange);
  return delivered;
});

/** Sends these rows in parallel, and returns what came of each by its id. */
export async function sendAll(context: ReceiverContext, rows: readonly Case[]): Promise<Map<string, Delivered>> {
  const sent = rows.map(async (row) => [row.id, await context.deliver(made(context, row))] as const);
  return new Map(await Promise.all(sent));
}

/** Every genuine shape, by id. Deliveries that met a busy receiver are retried one by one. */
export const genuine = early(async (context) => {
  const compact = await first(context);
  const sent = await sendAll(context, GENUINE.slice(1));
  sent.set("compact", compact);
  for (const [id, delivered] of sent)
    if (isBusy(delivered)) sent.set(id, await context.deliverPatiently(delivered.shape));
  context.isTooSlow = [...sent.values()].every(({ exchange }) => exchange.failure?.code === "timeout");
  context.known = sent.get("pretty");
  return sent;
});

/** @throws NotObserved if nothing genuine is answered in time, or answered 2xx: that is one finding */
export async function answers(context: ReceiverContext): Promise<void> {
  if (isAccepted((await first(context)).exchange)) return;
  const sent = [...(await genuine(context)).values()];
  observed(!context.isTooSlow, "no genuine delivery was answered in time: see receive.answers");
  const isAnswered = sent.some((one) => isAccepted(one.exchange));
  observed(isAnswered, "no genuine delivery was answered 2xx: see receive.compact");
}

/** Steps before the first forgery to a receiver that takes what is genuine. */
export const onceAnswered = stepsAfter(answers, "early");

/** Delivers what is open, so that nobody waits for its effect. */
export const deliver = (context: ReceiverContext, doing: Doing): Promise<Delivered> =>
  context.deliverPatiently({ isUnclear: true, ...made(context, doing) });

/** Members that are not described: the versions of a payload are open (N-9-01). */
const MORE_MEMBERS = { currency: "CHF", debtor: null, tags: [1, { a: [] }], caseFile: { id: 815, number: "A-1" } };
/** Checks of other shapes ask, too, whether the receiver takes such members. */
export const moreMembers = early((context) => deliver(context, { members: MORE_MEMBERS }));

/** How long a body may take is open (N-6.5-03). */
export const slowBody = onceAnswered((context) => context.deliverPatiently(made(context, { how: inPieces(8, 60) })));

/** The same delivery three times, with another one and a pause before the last: work may outlast a lock. */
export const repeated = onceAnswered(async (context) => {
  const shape = made(context);
  const one = await context.deliverPatiently(shape);
  const [again, between] = await Promise.all([context.deliverPatiently(shape), context.deliver(made(context))]);
  await sleep(STILL_AT_WORK_MS);
  return { sent: [one, again, await context.deliverPatiently(shape)] as const, between };
});

/** The same delivery many times at once, and once more afterwards. */
export const simultaneous = onceAnswered(async (context) => {
  await genuine(context);
  const shape = { ...made(context), timeoutMs: context.timeoutMs + 2000 };
  const burst = () =>
    Promise.all(Array.from({ length: SIMULTANEOUS }, () => context.deliver({ ...shape, isOfBurst: true })));
  const sent = await context.limit.alone(async () => {
    let came = await burst();
    // The connection of the delivery before may not have ended yet at a receiver that takes one at a time.
    for (let round = 1; round < MOST_BURSTS && came.every(isBusy); round++) {
      await sleep(BURST_PAUSE_MS);
      came = await burst();
    }
    return came;
  });
  const last = await context.deliverPatiently(shape);
  return { answered: sent.find(({ exchange }) => isAccepted(exchange)) ?? sent[0] ?? last, last };
});

/** The first delivery of the run once more, with many others and some time between. */
export const later = early(async (context) => {
  const one = await first(context);
  await genuine(context);
  observed(isAccepted(one.exchange), "the first delivery was not answered 2xx");
  await sleep(Math.max(0, LATER_MS - (performance.now() - one.answeredAt)));
  return context.deliverPatiently(one.shape);
});

/** So servers answer the rest of a body that they take for a request; who forges may be locked out with another one. */
const isUnread = ({ response }: Exchange) => [400, 405, 414, 501, 505].includes(response?.status ?? 0);

/**
 * Returns a later delivery on one connection, shorter or longer than the one before, that an answer refused.
 * `between`: one for each, sent in front of it.
 */
async function refusedLater(context: ReceiverContext, between: readonly Doing[]): Promise<Delivered | undefined> {
  const agent = oneConnection(context.url);
  await context.deliver({ ...made(context, { sent: indented }), agent });
  const later: Delivered[] = [];
  for (const [index, doing] of [{}, { sent: indented }].entries()) {
    const before = between[index];
    if (before) await context.deliver({ ...made(context, before), agent, timeoutMs: REFUSED_MS });
    later.push(await context.deliver({ ...made(context, doing), agent }));
  }
  agent.destroy();
  const refused = later.filter(({ exchange }) => !isAccepted(exchange) && (between.length === 0 || isUnread(exchange)));
  // The connection may have ended meanwhile, as it may at any time.
  const isBroken = (one: Delivered) => !one.exchange.response || isBusy(one);
  for (const { shape } of refused.filter(isBroken)) await context.deliverPatiently({ ...shape, agent: undefined });
  return refused.find((one) => !isBroken(one));
}

/** Twice, and then the same bytes on another connection: so neither the payment nor the moment is the reason. */
export const onKeptConnection =
  (...between: readonly Doing[]) =>
  async (context: ReceiverContext) => {
    const refused = (await refusedLater(context, between)) && (await refusedLater(context, between));
    const [before] = between;
    // An empty body leaves nothing behind: who is refused after it is refused for the forgery, which is open.
    const empty = between.map((one) => ({ ...one, sent: () => "" }));
    const isShutOut = refused && before && (await refusedLater(context, empty));
    observed(!isShutOut, "it refuses all of a connection that carried a forgery: the service would use another one");
    if (refused && before) await context.deliver({ ...made(context, before), timeoutMs: REFUSED_MS });
    return refused && { refused, again: await context.deliverPatiently({ ...refused.shape, agent: undefined }) };
  };
export const keptConnection = onceAnswered(onKeptConnection());

/** What took effect of everything genuine. A delivery after all others shows that their effects had time. */
export const earlyEffects = step(async (context) => {
  await context.isOver("early");
  if (context.seesEffects && !context.fence.has("settle")) await context.deliver(made(context));
  return effectsOfAccepted(context);
});

/** What took effect, when everything that was answered 2xx did, or had time for it; undefined without a driver. */
export async function effectsOfAccepted(context: ReceiverContext): Promise<Effects> {
  if (!context.seesEffects) return undefined;
  const accepted = context.delivered.flatMap(({ shape, exchange }) =>
    isAccepted(exchange) && shape.signature === undefined && !shape.isUnclear ? [shape.id] : [],
  );
  await context.effectsOf(accepted).catch(() => undefined);
  await sleep(100);
  return context.effects().catch(() => undefined);
}
