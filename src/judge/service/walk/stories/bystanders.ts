/** Webhooks that are left alone while everything else happens: some are never due anything, others every payment. */

import { isObject } from "../../../answers.ts";
import { type Check, demandOf, must, observed } from "../../../check.ts";
import type { Kind } from "../../../trace.ts";
import { idIn } from "../../../wire/delivery.ts";
import { type Exchange, isAccepted } from "../../../wire/http.ts";
import { ATTEMPT_MS, wasAway } from "../../calm.ts";
import type { Context, Hook } from "../../context.ts";
import { breachAt } from "../../course.ts";
import { outcomeOf } from "../../expect.ts";
import { type Listed, listed, listedNow } from "../../list/listed.ts";
import { type Fault, listWith, missing } from "../../list/look.ts";
import { asWritten } from "../../list/rows.ts";
import { shownFrom } from "../../shown.ts";
import { pause } from "../../tokens/grants.ts";
import { EVENT } from "../../webhook.ts";
import { isFailure } from "../due/evidence.ts";
import { needsStory } from "../findings/needs.ts";
import { perform, type Walked } from "../perform/perform.ts";
import { create, off } from "../steps/script.ts";
import { IDLE } from "./histories.ts";

/** A webhook that hears, or misses, what happens before so many deliveries is the finding of other checks. */
const MANY = 8;
/** What a finding tells of the time before and after a payment that was lost. Milliseconds. */
const AROUND_MS = { before: 200, after: 1000 };

/** What the first of them are, of which nothing is due. The others are active, and always acknowledge. */
const DORMANT = [
  "A client webhook with another event",
  "A client webhook that was switched off",
  "An inactive app webhook",
];
const OFF = 1;

/** One of each client and one of an App that receive all, and those that receive nothing. */
export async function bystanders(context: Context) {
  const steps = [
    ...[create(0, { events: "never" }), create(OFF), off(OFF), create(2, { kind: "app", active: false })],
    ...[create(3), create(4, { owner: 1 }), create(5, { kind: "app" })],
  ];
  const { webhooks } = await perform(context, steps, { keeps: true });
  const dormant = webhooks.flatMap(({ slot, hook, active, isUnsure, offAt }) => {
    const what = DORMANT[slot];
    const from = slot === OFF ? offAt : hook.createdAt;
    return what === undefined || (slot === OFF && (active || isUnsure)) ? [] : [{ hook, what, from }];
  });
  return { dormant, steady: webhooks.flatMap(({ slot, hook }) => (slot < DORMANT.length ? [] : [hook])) };
}

type Due = { readonly id: number | undefined; readonly at: number };

/**
 * What is due to a webhook: payments of which the driver told the id, or events of its App. None since connections were
 * refused: what failed then may have switched it off (U-25).
 */
function dueTo(context: Context, hook: Hook): Due[] {
  const { trace, payments } = context;
  const deafAt = trace.of("deaf")[0]?.at ?? Number.POSITIVE_INFINITY;
  return trace.of("act").flatMap(({ name, args: [first, event], at, ...done }) => {
    const isPayment = name === "confirmPayment" && isObject(first) && first["paidTo"] === "client";
    const owner = isPayment ? first["client"] : name === "dispatchAppEvent" && event === EVENT && first;
    // What the driver failed to make happen is not due.
    const isDue = owner === hook.owner && isPayment === (hook.kind === "client") && "value" in done;
    if (!isDue || at <= hook.createdAt || at >= deafAt) return [];
    const id = isObject(done.value) && typeof done.value["id"] === "number" ? done.value["id"] : undefined;
    return isPayment && (id === undefined || payments.shared.has(id)) ? [] : [{ id, at }];
  });
}

/** How many came before the first one that did not, and that one. What has no id came if anything came since. */
function firstLost(context: Context, hook: Hook) {
  const posts = context.world.posts(hook);
  const [ids, last] = [new Set(posts.map(idIn)), posts.at(-1)?.at ?? 0];
  const hasCome = ({ id, at }: Due) => (id === undefined ? last >= at : ids.has(id));
  // Attempts that the judge was too late for may have timed out, up to the last one.
  const due = dueTo(context, hook).filter((one) => hasCome(one) || !wasAway(context, one.at, one.at + ATTEMPT_MS));
  const index = due.findIndex((one) => !hasCome(one));
  return { hook, before: index === -1 ? due.length : index, lost: due[index] };
}

const lasting = (run: Check<Context>["run"]) => demandOf("history", run, { isUnrepeatable: true });

/** A check of the webhooks of one kind that acknowledge each delivery. */
const steady = (kind: Kind) =>
  lasting(async (context) => {
    const hooks = (await context.once(bystanders)).steady.filter((hook) => hook.kind === kind);
    const looked = () => hooks.map((hook) => firstLost(context, hook));
    await context.due(() => looked().every(({ lost }) => lost === undefined));
    const busy = looked().filter(({ before }) => before >= MANY);
    observed(busy.length > 0, "too little that can be told apart reached such webhooks");
    const wrong = busy.find(({ lost }) => lost !== undefined);
    if (!wrong?.lost) return;
    const { hook, before, lost } = wrong;
    const rest = lost.id === undefined ? "nothing since" : `not the next one, ${lost.id}`;
    const actual = `It received ${before} of what was due to it, and ${rest}.`;
    const span = { from: lost.at - AROUND_MS.before, until: lost.at + AROUND_MS.after };
    throw breachAt(context, hook, span, actual, "It receives each of them.");
  });

/** Nothing is due to those that are left alone, whatever happened to others. */
const dormant = lasting(async (context) => {
  const came = (await context.once(bystanders)).dormant.map((one) => ({
    ...one,
    first: context.world.posts(one.hook, one.from)[0],
  }));
  const busy = came.filter(({ hook, from, first }) => {
    const others = context.hooks.filter((other) => other.kind === hook.kind && other !== hook);
    return others.flatMap((other) => context.world.posts(other, from, first?.at)).length >= MANY;
  });
  observed(busy.length > 0, "too little happened while such webhooks existed");
  const wrong = busy.find(({ first }) => first);
  const actual = () => `${wrong?.what} received a delivery after many to others.`;
  must(!wrong, actual, shownFrom(context, wrong?.first), "Nothing is due to it at any time.");
});

/**
 * Webhooks of the App that the service has no reason to end or to switch off: what was sent to them last was
 * acknowledged, and none of it was refused unseen (U-25).
 */
function unharmed({ trace, hooks, driver, world }: Context): Hook[] {
  const deafAt = trace.of("deaf").at(-1)?.at ?? 0;
  return hooks.filter((hook) => {
    const { kind, owner, createdAt, request } = hook;
    const last = world.posts(hook).at(-1);
    const isOwn = kind === "app" && owner === driver.appIri && createdAt > trace.resetAt;
    return isOwn && (last ? !isFailure(last) && last.at > deafAt : !request["active"] || createdAt > deafAt);
  });
}

/** The story in which nothing happens for some seconds, told once in a run. */
export async function idle(context: Context): Promise<Walked> {
  needsStory(context, IDLE);
  return perform(context, IDLE.steps);
}

/** Whether one of these webhooks is missing in the list of the App. */
async function missingNow(context: Context): Promise<Fault> {
  if (unharmed(context).length === 0) await context.once(bystanders);
  const hooks = unharmed(context);
  const list = await listWith(context, context.driver.appId, hooks);
  observed(isAccepted(list.exchange), "the list is refused: see list.answers");
  observed(hooks.length > 0, "no app webhook could be left alone");
  return missing(context, list, hooks);
}

/** How many lists are looked at, at least: a run has many more. */
const LEAST_LISTS = 3;

/** Whether later requests are not answered as the first one was, also where nothing has changed. */
async function refusedNow(context: Context): Promise<Fault> {
  const all = context.trace.of("listed");
  while (all.length < LEAST_LISTS) await listed(context, context.driver.appId);
  const first = all.findIndex(isAccepted);
  // Other statuses may be about the token, or how often it is used.
  const isRefused = (one: Exchange) => !isAccepted(one) && ![undefined, 401, 403, 429].includes(one.response?.status);
  if (first < 0 || !all.slice(first).some(isRefused)) return undefined;
  // An App may have to have a webhook.
  await context.hook("app");
  const same = async () => {
    await pause();
    await listed(context, context.driver.appId);
    return (await listed(context, context.driver.appId)).exchange;
  };
  const [once, again] = [await same(), await same()];
  observed([once, again].every(isRefused), "the list was refused before, and not again (N-8-01)");
  return [`It was refused (${outcomeOf(again)}), and answered before.`, again];
}

/** Another state than the written one, at a URL of its own, is wrong if an event comes between two looks (N-3-01). */
async function otherwiseNow(context: Context): Promise<Fault> {
  const { appId, appIri = "" } = context.driver;
  const isAlone = ({ endpoint }: Hook) => context.hooks.filter((one) => one.endpoint === endpoint).length === 1;
  const heard = unharmed(context).filter((hook) => context.world.posts(hook).length > 0 && isAlone(hook));
  observed(heard.length > 0, "no app webhook received an event");
  const none = { own: [], theirs: undefined, other: undefined };
  const faultIn = (after: Listed, hook: Hook) => asWritten("active")({ ...none, after, pair: [hook] });
  const [list, from] = [await listedNow(context), performance.now()];
  const hook = heard.find((one) => faultIn(list, one));
  if (!hook) return undefined;
  await context.dispatch(appIri);
  const isHeard = () => context.world.posts(hook, from).length > 0;
  await context.due(isHeard);
  observed(isHeard(), "it is shown as inactive, and receives nothing more");
  return faultIn(await listed(context, appId), hook);
}

/** Looks at the list right after the seconds in which nothing happened. */
export async function afterPause(context: Context): Promise<void> {
  await context.once(idle);
  for (const look of [missingNow, otherwiseNow, refusedNow]) await context.once(look).catch(() => undefined);
}

/** What is wrong by now, or was after that pause. Of three looks, servers that take turns answer one each. */
const inList = (look: (context: Context) => Promise<Fault>, times = 1) =>
  lasting(async (context) => {
    await context.once(afterPause).catch(() => undefined);
    const now = Array.from({ length: times }, () => look(context));
    const looks = await Promise.allSettled([context.once(look), ...now]);
    const reasons = looks.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    if (reasons.length === looks.length) throw reasons.at(-1);
    const faults = looks.map((one) => (one.status === "fulfilled" ? one.value : undefined));
    const [actual, exchange] = faults.find((fault) => fault !== undefined) ?? [];
    must(actual === undefined, actual ?? "", exchange);
  });

export const BYSTANDER_CHECKS: readonly Check<Context>[] = [
  steady("client")`deliver.steady F-6.2-01 F-6.2-04 F-3-03 F-2.2-14 F-6.1-04
    A webhook that acknowledges each delivery receives every payment that is due to it, however much happens
    Look for what counts, collects or locks across deliveries, webhooks or payments.`,
  steady("app")`app-deliver.steady F-6.4-01 F-6.2-04 F-2.3-11 F-2.3-02
    An app webhook that acknowledges each delivery receives the events of its App, however much happens
    Look for what counts, expires or locks across deliveries, webhooks or events.`,
  dormant`deliver.dormant F-6.5-03 F-6.2-04 F-2.2-14 F-2.3-11
    A webhook that is inactive, or lists another event, receives nothing, however much happens
    Decide from the stored state of the webhook at each event; test it with what caches, snapshots and clean-ups do.`,
  inList(missingNow, 3)`list.lasts F-4.4-01 F-2.3-02
    An app webhook that acknowledges what comes is still in the list of its App, however much happens
    List every webhook of the App, however old it is, and whatever happened to its deliveries.`,
  inList(refusedNow)`list.answers-again F-4.4-01
    The list of an App that was answered is answered each time, whatever is in it
    Answer the whole list to a request without conditions, and show every webhook that was accepted.`,
  inList(otherwiseNow)`list.lasts-active F-3-02 F-2.3-11
    An app webhook that receives events is shown with active as it was written, however much happens
    Show what was written: deliveries that fail and recover do not change active.`,
];
