/**
 * Defects that appear only later: after other webhooks were created, when a webhook is switched off again, at the
 * tenth payment, with two webhooks at one URL, or when a delivery fails after others succeeded.
 */

import { NotObserved } from "../../check.ts";
import type { Reply } from "../../wire/listener.ts";
import type { Context, Hook, Kind } from "../context.ts";
import { activate, activateSoftly, confirm, needsTrigger, pay, received } from "./acting.ts";
import { QUERY } from "./confusable.ts";

/** Number of consecutive payments, and the time after which no more are made. */
const ROW = { payments: 10, ms: 4000 };
/** Patterns that mean "all events" at other services. None of these is the name of the event. */
const PATTERNS = ["*", "case_file.*", "case_file.payment.*"];

/** How often a webhook fails and recovers, in search of a number of retries that it is granted in all. */
const FAILURES = 4;
/** How long to wait for a first delivery that must fail, in milliseconds. */
const FAILS_MS = 1000;

const present = <T>(some: readonly (T | undefined)[]): T[] => some.filter((one) => one !== undefined);

export interface LaterDeliveries {
  /** Webhooks of the client, the first of them created before the others; all of them are due. */
  readonly due: Hook[];
  /** The same for the other client; empty if there is no other client. */
  readonly othersDue: Hook[];
  /** Switched off, of either client; the first of them after it had been switched off and on. */
  readonly off: Hook[];
  /** Lists patterns instead of names. */
  readonly patterns: Hook | undefined;
  /** Ids of the consecutive payments, if the driver reports them, and their number. */
  readonly ids: number[];
  readonly payments: number;
  /** Payments that must not be delivered. */
  readonly silentIds: number[];
  readonly at: { silent: number; first: number };
}

/**
 * Webhooks of both clients, some created after others; payments that no webhook should receive; then many that all
 * should receive.
 */
export async function laterDeliveries(context: Context): Promise<LaterDeliveries> {
  const client = context.owner("client");
  needsTrigger(context, "client");
  const { otherClientIri: other } = context.driver;
  const own = (options = {}) => context.hookIfAllowed("client", options);
  const others = async () => (other === undefined ? undefined : own({ owner: other }));

  const early = await context.hook("client");
  const [othersEarly, switched, othersOff, patterns] = await context.all([
    others,
    own,
    others,
    () => own({ events: PATTERNS }),
  ]);
  const canSwitch = context.fence.has("setClientWebhookActive");
  if (canSwitch) await activateSoftly(context, present([early, othersEarly, switched, othersOff, patterns]));
  const off = canSwitch ? await switchOff(context, switched, othersOff) : [];
  // Earlier webhooks are not changed any more, so that the effect of a later creation on them is visible.
  const [late, othersLate] = await context.all([own, others]);
  if (canSwitch) await activateSoftly(context, present([late, othersLate]));

  const at = { silent: performance.now(), first: 0 };
  const silentIds = await unheard(context, client, other);
  at.first = performance.now();
  const due = present([early, late]);
  const othersDue = other === undefined ? [] : present([othersEarly, othersLate]);
  if (other !== undefined && othersDue.length > 0) await confirm(context, other);
  const told: (number | undefined)[] = [];
  for (let count = 0; count < ROW.payments && performance.now() - at.first < ROW.ms; count++)
    told.push(await confirm(context, client));
  const ids = told.filter((id) => id !== undefined);
  await context.due(
    () =>
      received(context, othersDue, at.first) &&
      due.every((hook) => context.posts(hook, at.first).length >= told.length),
  );
  return { due, othersDue, off, patterns, ids, payments: told.length, silentIds, at };
}

/** The first one is switched off for the second time. Webhooks that could not be switched are left out. */
async function switchOff(context: Context, first: Hook | undefined, second: Hook | undefined): Promise<Hook[]> {
  const off: Hook[] = [];
  for (const [hook, ways] of [
    [first, [false, true, false]],
    [second, [false]],
  ] as const) {
    if (!hook) continue;
    try {
      for (const way of ways) await activate(context, hook, way);
      off.push(hook);
    } catch (error) {
      if (!(error instanceof NotObserved)) throw error;
    }
  }
  return off;
}

/** Payments that are recorded, or that go to the agency, of clients that had others confirmed before. */
async function unheard(context: Context, client: string, other: string | undefined): Promise<number[]> {
  const ids: (number | undefined)[] = [];
  for (const owner of [client, ...(other === undefined ? [] : [other])]) {
    if (context.fence.has("recordPayment"))
      ids.push(await pay(context, "recordPayment", "client", owner).catch(() => undefined));
    ids.push(await pay(context, "confirmPayment", "agency", owner).catch(() => undefined));
  }
  await context.settle();
  return ids.filter((id) => id !== undefined);
}

// ---- retries

/**
 * One webhook that fails after its first delivery succeeded, and how often the acknowledging webhooks received the
 * same event.
 */
export interface Late {
  readonly what: "later" | "again" | "switched" | "other" | "ignored";
  readonly hook: Hook;
  readonly count: number;
  readonly good: number[];
  /** Until when deliveries were counted: `performance.now()`. */
  readonly until: number;
}

/**
 * Three events: one that all acknowledge, one that some do not, and one that fails where an earlier one failed and
 * then succeeded.
 */
export async function lateRound(context: Context, kind: Kind): Promise<Late[]> {
  const isClient = kind === "client";
  needsTrigger(context, kind);
  const owner = context.owner(kind);
  const other = isClient ? context.driver.otherClientIri : context.driver.otherAppIri;
  // A retry goes to the whole URL, like the first attempt.
  const queried = await context.hookIfAllowed(kind, { query: QUERY });
  const canSwitch = isClient && context.fence.has("setClientWebhookActive");
  const some = async (count: number, type: 1 | 2 = 2) =>
    present(await context.each(Array<1 | 2>(count).fill(type), (one) => context.hookIfAllowed(kind, { type: one })));
  const [failing = [], good = [], ignored = [], ignoredGood = [], [switched] = []] = await context.each(
    [[queried ? 1 : 2], [1], [isClient ? 0 : 2, 1], [isClient ? 0 : 3, 1], [canSwitch ? 1 : 0]] as const,
    ([count, type]) => some(count, type),
  );
  const [later, again] = present([queried, ...failing]);
  const others = other === undefined ? undefined : await context.hookIfAllowed(kind, { owner: other, reply: 500 });
  const all = present([later, again, ...good, ...ignored, ...ignoredGood, switched]);
  if (canSwitch) await activateSoftly(context, present([...all, others]));
  const warm = performance.now();
  await happen(context, kind, owner);
  await context.due(() => received(context, all, warm));

  if (switched) for (const way of [false, true]) await activate(context, switched, way).catch(() => {});
  const fail = (hooks: readonly (Hook | undefined)[], reply: Reply) => {
    for (const hook of present(hooks)) hook.endpoint.reply = reply;
  };
  fail([later, again, ...ignored], 500);
  fail([switched], 503);
  const from = performance.now();
  await happen(context, kind, owner);
  if (others && other !== undefined) await happen(context, kind, other).catch(() => {});
  if (again) await context.listener?.until(() => received(context, [again], from), FAILS_MS);
  fail([again], 200);
  await context.due(() => received(context, all, from));
  const until = performance.now();
  const countOf = (hook: Hook) => context.deliveries(hook, from).length;
  const judged = (what: Late["what"], hooks: (Hook | undefined)[], beside: Hook[]): Late[] =>
    present(hooks).map((hook) => ({ what, hook, count: countOf(hook), good: beside.map(countOf), until }));
  const first = [
    ...judged("later", [later], good),
    ...judged("switched", [switched], good),
    ...judged("other", [others], good),
    ...judged("ignored", ignored, ignoredGood),
  ];
  fail([later, switched, others, ...ignored], 200);
  return again && context.fence.has("settle") && !context.settling.isSlow
    ? [...first, ...(await failsAgain(context, again, good))]
    : first;
}

/** A second failure may switch a webhook off (U-25), so it counts only if the next event still arrives. */
async function failsAgain(context: Context, hook: Hook, good: readonly Hook[]): Promise<Late[]> {
  const event = async (reply: Reply): Promise<number> => {
    hook.endpoint.reply = reply;
    const from = performance.now();
    await happen(context, hook.kind, hook.owner);
    await context.due(() => received(context, [hook, ...good], from));
    return from;
  };
  const countOf = (from: number) => (one: Hook) => context.deliveries(one, from).length;
  let late: Late | undefined;
  for (let failure = 0; failure < FAILURES && (late === undefined || late.count > 1); failure++) {
    const from = await event(500);
    const until = performance.now();
    late = { what: "again" as const, hook, count: countOf(from)(hook), good: good.map(countOf(from)), until };
    if (countOf(await event(200))(hook) === 0) return [];
  }
  return present([late]);
}

const happen = (context: Context, kind: Kind, owner: string): Promise<unknown> =>
  kind === "client" ? confirm(context, owner) : context.dispatch(owner);
