/**
 * Retries: all ways to answer stand beside each other, on webhooks of one owner, and are fed by the same events. A
 * repeated delivery is always allowed (F-6.5-04), so that what comes is compared with what is acknowledged.
 */

import { type Check, demandOf, NotObserved } from "../../../check.ts";
import { type Reply, replyWords } from "../../../wire/reply.ts";
import type { Context, Kind } from "../../context.ts";
import { breachAt } from "../../course.ts";
import { hasHeard, needsHeard, silenceOf } from "../../shown.ts";
import { isRetried } from "../due/evidence.ts";
import { type Expectation, sentMore } from "../due/rules.ts";
import { breach, confirmed, shortened } from "../findings/finding.ts";
import { needsDriver } from "../findings/needs.ts";
import { type Found, perform, type Walked } from "../perform/perform.ts";
import { create, dispatch, once, pay, reply as replies, settle } from "../steps/script.ts";
import type { Step } from "../steps/steps.ts";
import { EQUAL, GOOD, NO_CONTENT, RARE, USUAL, type Way } from "../steps/ways.ts";

/** After so many violations, later events show nothing new. */
const ENOUGH = 12;
/** A service that ignores failures has many suspects among rare answers, and a few of them prove it. */
const MOST_RARE = 4;
/** So many answers are named in one finding. */
const MOST_NAMED = 6;

/** A webhook: what it answers to the first event, and to the first attempt of each later one. Otherwise it is 200. */
type Carrier = Pick<Way, "kind" | "type" | "reply"> & { readonly later?: readonly (Reply | undefined)[] };
interface Look extends Walked {
  readonly carriers: readonly Carrier[];
  readonly until: number;
}

/**
 * After rare answers, the last event is acknowledged by all. At a slow service many webhooks are created at the same
 * moment, but not the first and the last one: it may keep their setting for all of the App.
 */
function storyOf(carriers: readonly Carrier[]): Step[] {
  const kinds = new Set(carriers.map(({ kind }) => kind));
  const event = [...[...kinds].map((kind) => (kind === "client" ? pay() : dispatch())), settle];
  const count = Math.max(...carriers.map(({ later = [] }) => later.length));
  const rare = Array.from({ length: count }, (_, index) =>
    carriers.flatMap(({ later }, slot) => (later?.[index] === undefined ? [] : once(slot, later[index]))),
  );
  const [first, ...more] = carriers.map(({ kind, type, reply }, slot) => create(slot, { kind, type, reply }));
  return [
    ...[...(first ? [first, settle] : []), ...more.slice(0, -1), settle, ...more.slice(-1), ...event],
    ...carriers.flatMap(({ reply }, slot) => (GOOD.includes(reply) ? [] : replies(slot, 200))),
    ...[...rare.flatMap((answers) => [...answers, ...event]), ...(count > 0 ? event : [])],
  ];
}

async function look(context: Context, carriers: readonly Carrier[], most: number): Promise<Look> {
  const leaves = ({ walked: { found }, kind }: Found) =>
    found.filter((one) => one.kind === kind).length > most
      ? carriers.flatMap((one, slot) => (one.kind === kind ? slot : []))
      : [];
  const walked = await perform(context, storyOf(carriers), { leaves, reuses: most === ENOUGH });
  return { ...walked, carriers, until: performance.now() };
}

const isLike = (one: Carrier | undefined, { kind, type }: Way) => one?.kind === kind && one.type === type;
/** What came to webhooks like that of a way whose first attempt had its answer, or one of others. */
const answered = ({ expectations, carriers }: Look, way: Way, answers: readonly Reply[] = [way.reply]): Expectation[] =>
  expectations.filter(
    ({ tracked: { slot }, came: [first] }) =>
      isLike(carriers[slot], way) && first !== undefined && !first.isUnread && answers.includes(first.reply),
  );

/** Returns the expectations of the same event that this way is compared with. */
const besideOf = (one: Look, way: Way, own: Expectation) =>
  answered(one, way, way.beside).filter(({ event }) => event === own.event);

/** The webhook need not be new: a failure before may have switched it off (U-25). */
function isSuspect(one: Look, way: Way): boolean {
  const own = answered(one, way);
  if (way.rule === "ignores") return own.some((at) => sentMore([at], besideOf(one, way, at)));
  return own.some(({ came, copies }) => came.length <= copies && !isRetried(came));
}

/** The same at webhooks that are all new. */
function isWrong(one: Look, way: Way): boolean {
  const own = answered(one, way);
  const [first] = own;
  if (way.rule === "ignores") return first !== undefined && sentMore(own, besideOf(one, way, first));
  return one.found.some(({ rule, slot }) => rule === "retries" && own.some((at) => at.tracked.slot === slot));
}

type Name = keyof typeof USUAL;
/** The webhooks of each table, and what compares one 2xx with another. */
const WHOSE = {
  client: { kind: "client", type: 2, even: NO_CONTENT },
  "app-1": { kind: "app", type: 1, even: EQUAL },
  "app-2": { kind: "app", type: 2, even: [] },
} as const satisfies Record<Name, Pick<Way, "kind" | "type"> & { readonly even: readonly Way[] }>;
const NAMES = ["client", "app-1", "app-2"] as const;
/** How many webhooks of each table there are beside the usual ways, and at how many later events rare ones answer. */
const [MORE, LATER_EVENTS] = [1, 3];

/** Webhooks that answer 2xx come first, and after those that fail. */
function carriersOf(name: Name): Carrier[] {
  const [usual, rare, { kind, type }] = [USUAL[name], RARE[name], WHOSE[name]];
  const count = Math.max(usual.length + MORE, Math.ceil(rare.length / LATER_EVENTS));
  return Array.from({ length: count }, (_, index) => {
    const later = Array.from({ length: LATER_EVENTS }, (_, event) => rare[index + event * count]?.reply);
    return { kind, type, reply: usual[index]?.reply ?? 200, later };
  });
}

interface Compared {
  readonly first: Look;
  /** A second look at many new webhooks agrees: one webhook may have got a copy by chance (F-6.5-04). */
  readonly wrong: readonly Way[];
}

async function compare(context: Context, kinds: readonly Kind[]): Promise<Compared> {
  const names = NAMES.filter((name) => kinds.includes(WHOSE[name].kind));
  // What the first webhook of an App is must not matter for the others.
  const good = names.flatMap((name) => GOOD.map((reply): Carrier => ({ ...WHOSE[name], reply })));
  const first = await look(context, [...good, ...names.flatMap(carriersOf)], ENOUGH);
  const suspects = (ways: readonly Way[]) => ways.filter((way) => isSuspect(first, way));
  const rare = names.flatMap((name) => suspects(RARE[name]).slice(0, MOST_RARE));
  const usual = names.flatMap((name) => [...USUAL[name], ...WHOSE[name].even]);
  const all = [...suspects(usual), ...rare];
  if (all.length === 0) return { first, wrong: [] };
  const copies = all.flatMap((way) => Array<Way>(all.length > 6 ? 4 : 8).fill(way));
  // The first and the last one are as in the first look.
  const around = Array<typeof good>(3).fill(good).flat();
  const second = await look(context, [...around, ...copies, ...around], Number.POSITIVE_INFINITY);
  return { first, wrong: all.filter((way) => isWrong(second, way)) };
}

const KINDS = ["client", "app"] as const;
const groupOf = (kind: Kind) => `${kind} retries`;

/** Both kinds at once, if both are judged and heard, and no payment reaches app webhooks. */
function compared(context: Context, kind: Kind): Promise<Compared> {
  const isReady = (one: Kind) =>
    hasHeard(context, one) &&
    RETRY_CHECKS.some(({ id, group }) => group === groupOf(one) && context.options.isJudged(id));
  const areTogether = KINDS.every(isReady) && !context.world.sendsToApps();
  const kinds = areTogether ? KINDS : [kind];
  return context.once(() => compare(context, kinds), `retries of ${kinds}`);
}

type Judge = (context: Context, compared: Compared, title: string) => void | Promise<void>;
const row = (kind: Kind, judge: Judge, more: Partial<Check<Context>> = {}) =>
  demandOf<Context>(
    groupOf(kind),
    async (context, { title }) => {
      needsDriver(context, kind);
      await judge(context, await compared(context, kind), title);
    },
    more,
  );

const times = (count: number) => (count === 1 ? "once" : `${count} times`);

/** Fails if one of these ways is wrong; is not observed if none of them is seen. */
const none =
  (ways: readonly Way[]): Judge =>
  (context, { first, wrong }) => {
    const all = wrong.filter((way) => ways.includes(way));
    const [way] = all;
    const [own] = way ? answered(first, way) : [];
    if (!way || !own) return needsOne(context, first, ways);
    const { came, tracked, event } = own;
    const names = shortened(
      all.map(({ reply }) => replyWords(reply)),
      MOST_NAMED,
    ).join(", ");
    const good = Math.min(...besideOf(first, way, own).map((one) => one.came.length));
    const next = first.expectations.find((one) => one.event.from > event.from);
    const span = { from: event.from, until: next?.event.from ?? first.until };
    const beside = `${times(good)} after ${way.beside.join(" and ")}`;
    const actual = `It came ${times(came.length)} after ${names}, and ${beside}; a second look at new webhooks agrees.`;
    throw breachAt(context, tracked.hook, span, actual);
  };

/** @throws NotObserved if nothing came to a webhook that answers in one of these ways */
function needsOne(context: Context, first: Look, ways: readonly Way[]): void {
  const [way] = ways;
  if (!way || ways.some((one) => answered(first, one).length > 0)) return;
  const { kind, reply } = way;
  if (answered(first, way, GOOD).length === 0)
    throw silenceOf(context, kind, "a webhook that answers 2xx received nothing, so there is nothing to compare with");
  if (first.found.filter((one) => one.kind === kind).length > ENOUGH)
    throw new NotObserved("so much else is wrong that this was not tried");
  const slot = first.carriers.findIndex((one) => isLike(one, way) && one.reply === reply);
  if (slot < 0) throw new NotObserved("the webhook may have been switched off because it failed before (U-25)");
  if (first.expectations.every(({ tracked }) => tracked.slot !== slot))
    throw new NotObserved("an additional webhook was refused");
  throw silenceOf(context, kind, "the webhook received no first delivery");
}

/** What is due comes, whatever was answered. `isLater`: to a webhook of type 1 that failed at an earlier event. */
const hears =
  (kind: Kind, isLater = false): Judge =>
  async (context, { first: { expectations, webhooks, carriers, found } }, title) => {
    const isDeafLater = ({ slot }: Found) =>
      carriers[slot]?.type === 1 &&
      !GOOD.includes(carriers[slot].reply) &&
      expectations.some(({ tracked, came }) => tracked.slot === slot && came.length > 0);
    const lost = found.find((one) => one.kind === kind && one.rule === "hears" && isDeafLater(one) === isLater);
    const sure = lost && (await confirmed(context, lost, true));
    if (sure) throw breach(context, title, sure);
    const hooks = webhooks.map(({ hook }) => hook);
    if (!lost) needsHeard(context, kind, hooks);
  };

const RETRY = "Treat every answer outside 2xx as a failure, without a list of statuses, and retry the delivery.";
const IGNORE = "Ignore the status of the answer to a delivery of type 1.";

/** The words of the checks of a table: what was answered stands in the place of the star. */
const WORDS: Record<Name, readonly [title: string, rests: string, fix: string]> = {
  client: ["After *, a client delivery is retried", "F-6.5-02 F-7-03", RETRY],
  "app-2": ["With responseHandlingType 2, a delivery is retried after *", "F-6.4-04 F-7-03", RETRY],
  "app-1": ["With responseHandlingType 1, the delivery is not retried because of *", "F-6.4-03", IGNORE],
};
const nameOf = (reply: Reply) => (typeof reply === "string" ? replyWords(reply) : `the answer ${replyWords(reply)}`);
function table(name: Name): Check<Context>[] {
  const [title, rests, fix] = WORDS[name];
  const of = (end: string, what: string, ways: readonly Way[]) =>
    row(WHOSE[name].kind, none(ways))`retry.${name}.${end} ${rests}
      ${title.replace("*", what)}
      ${fix}`;
  return [
    ...USUAL[name].map((way) => of(String(way.reply), nameOf(way.reply), [way])),
    of("rest", "other answers outside 2xx", RARE[name]),
  ];
}

export const RETRY_CHECKS: readonly Check<Context>[] = [
  ...[...table("client"), ...table("app-2"), ...table("app-1")],
  row("client", hears("client"))`retry.client.others F-6.2-01 F-6.2-04 F-2.2-02 F-6.1-04
    A failing webhook does not keep the event from other webhooks
    Deliver to each webhook independently of the others.`,
  row("app", hears("app"))`retry.app.others F-6.4-01 F-2.3-02 F-6.1-04
    A failing webhook does not keep the event from other webhooks
    Deliver to each webhook independently of the others.`,
  row("client", none(NO_CONTENT), { severity: "practice" })`retry.client.204 N-6.5-01
    204 acknowledges a client delivery as 200 does
    Take every 2xx for an acknowledgement; with 204, a receiver does not ask for a retry.`,
  row("app", none(EQUAL))`retry.app-1.2xx F-6.4-03
    With responseHandlingType 1, the number of deliveries is the same for every 2xx
    ${IGNORE}`,
  row("app", hears("app", true))`retry.app-1.next-event F-6.4-03
    With responseHandlingType 1, the next event is delivered after every status
    Do not switch a webhook of type 1 off because of a status.`,
];
