/** Experiments for judging deliveries: the webhooks, what happens, and when. The checks read the results. */

import { APP_WEBHOOK_EVENTS, EVENT_NAMES } from "../../../../generated/constants.ts";
import { isObject, jsonOf, objectsIn } from "../../answers.ts";
import { NotObserved } from "../../check.ts";
import type { Received, Reply } from "../../wire/listener.ts";
import { type Context, EVENT, type Hook, type Kind, unknownEvent } from "../context.ts";
import { windowMsOf } from "../quiet.ts";

/** A path with several spellings: encoded, and with a trailing slash. */
const SLASHED = "/caf%C3%A9/";
const QUERY = "/a%20b?tenant=42&Zone=EU&sum=1%2B1";
/** Event names of other services, which this service does not emit (F-6.2-02). */
const OTHER_EVENTS = ["created", "recorded", "updated", "cancelled", "agency", "refunded"].map(
  (word) => `case_file.payment.${word}`,
);

export interface ClientDeliveries {
  /** Webhooks of the client that list the event; all of them are due. */
  readonly due: Hook[];
  /** Lists other names only. */
  readonly unsubscribed: Hook | undefined;
  /** Lists names that are nearly the event's. */
  readonly nearly: Hook | undefined;
  readonly inactive: Hook | string;
  readonly other: Hook | undefined;
  readonly app: Hook | undefined;
  readonly didRecord: boolean;
  /** When each thing happened. */
  readonly at: {
    record: number;
    agency: number;
    first: number;
    firstEnd: number;
    second: number;
    secondEnd: number;
    third: number;
    end: number;
  };
  readonly ids: { record?: number; agency: (number | undefined)[]; first?: number; second?: number; third?: number };
}

/** The id that the driver reports for a payment, if any. */
export async function pay(
  context: Context,
  what: "confirmPayment" | "recordPayment",
  paidTo: "client" | "agency",
  client: string,
) {
  const told = await context.fence.call<unknown>(what, { paidTo, client });
  const id = isObject(told) && typeof told["id"] === "number" ? told["id"] : undefined;
  if (id !== undefined) context.paymentIds.add(id);
  return id;
}

export async function confirm(context: Context, client: string): Promise<number | undefined> {
  const id = await pay(context, "confirmPayment", "client", client);
  if (id === undefined) context.areIdsUnknown = true;
  return id;
}

/** Switches a webhook on, because a new one may be inactive (U-37). Does nothing if new ones start active. */
export async function activate(context: Context, hook: Hook, active: boolean): Promise<void> {
  const { request, response } = hook;
  await context.fence.call("setClientWebhookActive", { request, response }, active);
}
export const activateSoftly = (context: Context, hooks: Hook[]) =>
  Promise.all(hooks.map((hook) => activate(context, hook, true).catch(() => {})));

export const received = (context: Context, hooks: readonly Hook[], from: number) =>
  hooks.every((hook) => context.posts(hook, from).length > 0);

/** Payments to the client and to the agency, recorded and confirmed, and all webhooks that might receive them. */
export async function clientDeliveries(context: Context): Promise<ClientDeliveries> {
  const client = context.owner("client");
  if (!context.fence.has("confirmPayment")) throw new NotObserved("the driver has no confirmPayment()");
  const plain = await context.hook("client");
  const withQuery =
    (await context.hookIfAllowed("client", { query: QUERY })) ?? (await context.hookIfAllowed("client", {}));
  const slashed = await context.hookIfAllowed("client", { query: SLASHED });
  const unsubscribed = await context.hookIfAllowed("client", { events: [unknownEvent(0), OTHER_EVENTS[0] as string] });
  const nearly = await nearlyListed(context, "client");
  const two = unsubscribed && (await context.hookIfAllowed("client", { events: [EVENT, unknownEvent(1)] }));
  const twoBack = unsubscribed && (await context.hookIfAllowed("client", { events: [unknownEvent(2), EVENT] }));
  const wide = unsubscribed && (await context.hookIfAllowed("client", { events: [EVENT, ...OTHER_EVENTS] }));
  const toSwitch = await context.hookIfAllowed("client", {});
  const { otherClientIri } = context.driver;
  const other =
    otherClientIri === undefined ? undefined : await context.hookIfAllowed("client", { owner: otherClientIri });
  const app = context.driver.appIri === undefined ? undefined : await context.hookIfAllowed("app", { type: 1 });
  const due = [plain, withQuery, slashed, two, twoBack, wide].filter((hook) => hook !== undefined);

  if (context.fence.has("setClientWebhookActive"))
    await activateSoftly(
      context,
      [...due, unsubscribed, nearly, toSwitch, other].filter((hook) => hook !== undefined),
    );
  const inactive = await switchOff(context, toSwitch);

  const at = { record: 0, agency: 0, first: 0, firstEnd: 0, second: 0, secondEnd: 0, third: 0, end: 0 };
  const ids: ClientDeliveries["ids"] = { agency: [] };
  const keep = (name: "record" | "first" | "second" | "third", id: number | undefined) => {
    if (id !== undefined) ids[name] = id;
  };
  // Ids distinguish deliveries. Without ids only time does, so nothing of one payment may be pending when the next
  // one comes.
  const pause = (told: (number | undefined)[]) =>
    context.fence.has("settle") || told.includes(undefined) ? context.settle() : Promise.resolve();

  at.record = performance.now();
  const didRecord = context.fence.has("recordPayment");
  if (didRecord) {
    keep("record", await pay(context, "recordPayment", "client", client));
    await pause([ids.record]);
  }
  at.agency = performance.now();
  if (didRecord) ids.agency.push(await pay(context, "recordPayment", "agency", client).catch(() => undefined));
  ids.agency.push(await pay(context, "confirmPayment", "agency", client).catch(() => undefined));
  await pause(ids.agency);

  at.first = performance.now();
  keep("first", await confirm(context, client));
  await context.due(() => received(context, due, at.first));
  at.firstEnd = performance.now();

  const again = typeof inactive === "string" ? [] : [inactive];
  if (typeof inactive !== "string") await activate(context, inactive, true);
  at.second = performance.now();
  keep("second", await confirm(context, client));
  await context.due(() => received(context, [plain, ...again], at.second));
  at.secondEnd = performance.now();

  at.third = performance.now();
  if (other && otherClientIri !== undefined) {
    keep("third", await confirm(context, otherClientIri));
    await context.due(() => received(context, [other], at.third));
  }
  at.end = performance.now();
  return { due, unsubscribed, nearly, inactive, other, app, didRecord, at, ids };
}

/**
 * Capitals, a longer name, a prefix, another separator: none is the event. A service may correct names and show that.
 */
async function nearlyListed(context: Context, kind: Kind): Promise<Hook | undefined> {
  const beginning = EVENT.split(".").slice(0, -1).join(".");
  const events = [EVENT.toUpperCase(), `${EVENT}.later`, `x${EVENT}`, beginning, EVENT.replaceAll(".", "_")];
  // A service that refuses some of these names may accept those that look like event names.
  const hook =
    (await context.hookIfAllowed(kind, { events })) ??
    (await context.hookIfAllowed(kind, { events: events.filter((name) => /^[a-z_]+(\.[a-z_]+)+$/.test(name)) }));
  const shown = objectsIn(hook?.response).flatMap((one) => one["events"]);
  return shown.includes(EVENT) ? undefined : hook;
}

async function switchOff(context: Context, hook: Hook | undefined): Promise<Hook | string> {
  if (!hook) return "the webhook to switch off was refused";
  try {
    await activate(context, hook, false);
    return hook;
  } catch (error) {
    return error instanceof Error ? error.message : "it could not be switched off";
  }
}

const ids = new WeakMap<Received, number | undefined>();

/** The id in a delivery, if it has one. */
export function idIn(one: Received): number | undefined {
  if (ids.has(one)) return ids.get(one);
  const type = one.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const value = jsonOf(one.body, type);
  const id = isObject(value) && typeof value["id"] === "number" ? value["id"] : undefined;
  ids.set(one, id);
  return id;
}

export const isKnownEvent = (name: unknown) => (EVENT_NAMES as readonly unknown[]).includes(name);

// ---- retries

export interface Attempts {
  readonly reply: Reply;
  readonly hook: Hook;
  readonly count: number;
}

export const GOOD: readonly Reply[] = [200, 204];
export const BAD: readonly Reply[] = [404, 500, 302, 400, 503];
/** Statuses that a service may treat specially, without 410: whether that ends all deliveries is open (U-25). */
export const SPECIAL: readonly Reply[] = [301, 304, 307, 308, 401, 403, 409, 422, 429, 501, 502, 504];
/** With type 1 every status is ignored, even 410 (F-6.4-03). */
export const IGNORED: readonly Reply[] = [...SPECIAL, 410];
export const BROKEN: readonly Reply[] = ["reset", "hangup"];

/** One event to webhooks with different answers, and how often each received it. `more`: left out if refused. */
export async function countAttempts(
  context: Context,
  kind: Kind,
  replies: readonly Reply[],
  type: 1 | 2 = 2,
  more: readonly Reply[] = [],
): Promise<Attempts[]> {
  const made: Hook[] = [];
  for (const reply of replies) made.push(await context.hook(kind, { reply, type }));
  const others = [];
  for (const reply of more) others.push(await context.hookIfAllowed(kind, { reply, type }));
  const hooks = [...made, ...others.filter((hook) => hook !== undefined)];
  if (kind === "client" && context.fence.has("setClientWebhookActive")) await activateSoftly(context, hooks);
  const from = performance.now();
  await trigger(context, kind);
  await context.due(() => received(context, hooks, from));
  return hooks.map((hook) => ({
    hook,
    reply: hook.endpoint.reply,
    count: context.deliveries(hook, from).length,
  }));
}

export async function trigger(context: Context, kind: Kind): Promise<void> {
  if (kind === "client") await confirm(context, context.owner("client"));
  else await context.fence.call("dispatchAppEvent", context.owner("app"), EVENT);
}

/** The same again before the service is accused, with more webhooks and time: repetitions may be chance. */
export async function countAgain(
  context: Context,
  kind: Kind,
  replies: readonly Reply[],
  type: 1 | 2 = 2,
): Promise<Attempts[]> {
  const copies = replies.length > 6 ? 2 : 4;
  const all = [...GOOD, ...GOOD, ...GOOD, ...replies.flatMap((reply) => Array<Reply>(copies).fill(reply))];
  const counted = await countAttempts(context, kind, all, type);
  await context.listener?.until(() => false, Math.min(2 * windowMsOf(context.driver), 2000));
  return counted.map((one) => ({ ...one, count: context.deliveries(one.hook).length }));
}

export const goodCounts = (attempts: readonly Attempts[]) =>
  attempts.filter(({ reply }) => GOOD.includes(reply)).map(({ count }) => count);

// ---- app deliveries

export interface AppDeliveries {
  readonly due: Hook[];
  /** Created with active false, of either type. */
  readonly inactive: Hook[];
  /** Two webhooks with the same URL and different lists of events; fewer if the service refuses that. */
  readonly shared: Hook[];
  readonly unsubscribed: Hook | undefined;
  readonly nearly: Hook | undefined;
  readonly other: Hook | undefined;
  readonly at: { first: number; second: number };
  /** Whether an event was dispatched to the other App. */
  readonly didOther: boolean;
}

/** An event that is dispatched to an App, then one to another App. */
export async function appDeliveries(context: Context): Promise<AppDeliveries> {
  const app = context.owner("app");
  if (!context.fence.has("dispatchAppEvent")) throw new NotObserved("the driver has no dispatchAppEvent()");
  const one = await context.hook("app", { type: 1 });
  const two =
    (await context.hookIfAllowed("app", { type: 2, query: QUERY })) ??
    (await context.hookIfAllowed("app", { type: 2 }));
  const slashed = await context.hookIfAllowed("app", { type: 1, query: SLASHED });
  const inactive = [];
  for (const type of [2, 1] as const) inactive.push(await context.hookIfAllowed("app", { type, active: false }));
  const unsubscribed = await context.hookIfAllowed("app", { type: 2, events: [unknownEvent()] });
  const nearly = await nearlyListed(context, "app");
  const listed = [...Array.from({ length: APP_WEBHOOK_EVENTS.max - 1 }, (_, index) => unknownEvent(index)), EVENT];
  const both = unsubscribed && (await context.hookIfAllowed("app", { type: 1, events: listed }));
  const shared = [await context.hookIfAllowed("app", { type: 1 })].filter((hook) => hook !== undefined);
  const twin = shared[0] && (await context.hookIfAllowed("app", { events: [unknownEvent(1), EVENT], at: shared[0] }));
  if (twin) shared.push(twin);
  const { otherAppIri } = context.driver;
  const other = otherAppIri === undefined ? undefined : await context.hookIfAllowed("app", { owner: otherAppIri });
  const due = [one, two, slashed, both].filter((hook) => hook !== undefined);
  const at = { first: performance.now(), second: 0 };
  await context.fence.call("dispatchAppEvent", app, EVENT);
  await context.due(
    () =>
      received(context, due, at.first) && shared.every((hook) => context.posts(hook, at.first).length >= shared.length),
  );
  at.second = performance.now();
  let didOther = false;
  if (other && otherAppIri !== undefined)
    didOther = await context.fence.call("dispatchAppEvent", otherAppIri, EVENT).then(
      () => true,
      () => false,
    );
  if (other && didOther) await context.due(() => received(context, [other], at.second));
  const off = inactive.filter((hook) => hook !== undefined);
  return { due, inactive: off, unsubscribed, nearly, shared, other, at, didOther };
}
