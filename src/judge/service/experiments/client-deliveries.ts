/** The experiment for judging client deliveries: the webhooks, the payments, and when each of them happened. */

import { type Context, EVENT, type Hook, type HookOptions, unknownEvent } from "../context.ts";
import { activate, activateSoftly, confirm, needsTrigger, pay, received } from "./acting.ts";
import {
  ENCODED_SLASH,
  LONG_QUERIES,
  listsItLate,
  NAME,
  nearlyListed,
  OTHER_EVENTS,
  QUERY,
  SLASHED,
  TWICE,
} from "./confusable.ts";
import { type Refused, refusedOnes } from "./refused.ts";

export interface ClientDeliveries {
  /** Webhooks of the client that list the event; all of them are due. */
  readonly due: Hook[];
  /** Lists other names only. */
  readonly unsubscribed: Hook | undefined;
  /** Lists names that are nearly the event's. */
  readonly nearly: Hook | undefined;
  readonly inactive: Hook | string;
  readonly other: Hook | undefined;
  /** Of an App, of either type. */
  readonly apps: Hook[];
  readonly refused: readonly Refused[];
  readonly didRecord: boolean;
  /** When each thing happened. */
  readonly at: {
    alone: number;
    record: number;
    agency: number;
    first: number;
    firstEnd: number;
    second: number;
    secondEnd: number;
    third: number;
    end: number;
  };
  /** `alone`: of the other client while it has no active webhook. */
  readonly ids: {
    alone?: number;
    record?: number;
    agency: (number | undefined)[];
    first?: number;
    second?: number;
    third?: number;
  };
}

/** Payments to the client and to the agency, recorded and confirmed, and all webhooks that might receive them. */
export async function clientDeliveries(context: Context): Promise<ClientDeliveries> {
  const client = context.owner("client");
  needsTrigger(context, "client");
  const plain = await context.hook("client");
  const own = (options: HookOptions) => context.hookIfAllowed("client", options);
  const queries = [SLASHED, ENCODED_SLASH, ...LONG_QUERIES].map((query) => ({ query }));
  const [withQuery, odd, oddlyNamed, refused, unsubscribed, nearly, toSwitch] = await context.all([
    async () => (await own({ query: QUERY })) ?? own({}),
    () => context.each([...queries, { events: TWICE }], own),
    () => namedOddly(context),
    () => refusedOnes(context, "client"),
    () => own({ events: [unknownEvent(0), OTHER_EVENTS[0] as string] }),
    () => nearlyListed(context, "client"),
    () => own({}),
  ]);
  const lists = [
    [EVENT, unknownEvent(1)],
    [unknownEvent(2), EVENT],
    [EVENT, ...OTHER_EVENTS],
  ];
  const among = [...lists.map((events) => () => own({ events })), () => listsItLate(context)];
  const due = [plain, withQuery, ...odd, oddlyNamed, ...(unsubscribed ? await context.all(among) : [])].filter(
    (hook) => hook !== undefined,
  );
  const { otherClientIri } = context.driver;
  const switchOn = async (...hooks: (Hook | undefined)[]) => {
    if (!context.fence.has("setClientWebhookActive")) return;
    await activateSoftly(
      context,
      hooks.filter((hook) => hook !== undefined),
    );
  };
  await switchOn(...due, unsubscribed, nearly, toSwitch);

  const at = { alone: 0, record: 0, agency: 0, first: 0, firstEnd: 0, second: 0, secondEnd: 0, third: 0, end: 0 };
  const ids: ClientDeliveries["ids"] = { agency: [] };
  const keep = (name: "alone" | "record" | "first" | "second" | "third", id: number | undefined) => {
    if (id !== undefined) ids[name] = id;
  };
  // Ids distinguish deliveries. Without ids only time does, so nothing of one payment may be pending when the next
  // one comes.
  const pause = (told: (number | undefined)[]) =>
    context.fence.has("settle") || told.includes(undefined) ? context.settle() : Promise.resolve();

  at.alone = performance.now();
  if (otherClientIri !== undefined) {
    keep("alone", await pay(context, "confirmPayment", "client", otherClientIri).catch(() => undefined));
    await pause([ids.alone]);
  }
  const { appIri } = context.driver;
  const types = appIri === undefined ? [] : ([1, 2] as const);
  const [other, made] = await context.all([
    async () => (otherClientIri === undefined ? undefined : own({ owner: otherClientIri })),
    () => context.each(types, (type) => context.hookIfAllowed("app", { type })),
  ]);
  const apps = made.filter((hook) => hook !== undefined);
  // A service that counts each kind from 1 gives these the numbers of client webhooks that are due.
  if (apps.length > 0) await context.each(due, () => context.hookIfAllowed("app", { active: false }));
  await switchOn(other);
  const inactive = await switchOff(context, toSwitch);

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
  return { due, unsubscribed, nearly, inactive, other, apps, refused, didRecord, at, ids };
}

/** A driver may find webhooks by their names: one that it cannot switch on may be inactive (U-37). */
async function namedOddly(context: Context): Promise<Hook | undefined> {
  const hook = await context.hookIfAllowed("client", { name: NAME });
  if (!hook || !context.fence.has("setClientWebhookActive")) return hook;
  return activate(context, hook, true).then(
    () => hook,
    () => undefined,
  );
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

/** When a payment was made that no webhook may receive, and its id, if the driver tells it. */
export interface FirstLook {
  readonly hooks: readonly Hook[];
  readonly agency: { readonly id: number | undefined; readonly from: number; readonly to: number };
}

/**
 * One webhook of each kind, one payment to the client, one to the agency, and one event: what every delivery shows, in
 * the first seconds of a run.
 */
export async function firstLook(context: Context): Promise<FirstLook> {
  needsTrigger(context, "client");
  const client = context.owner("client");
  const { appIri } = context.driver;
  const hook = await context.hook("client");
  const app = appIri === undefined ? undefined : await context.hookIfAllowed("app", { type: 2 });
  if (context.fence.has("setClientWebhookActive")) await activateSoftly(context, [hook]);
  const first = performance.now();
  await confirm(context, client);
  if (app && appIri !== undefined) await context.dispatch(appIri).catch(() => {});
  await context.due(() => received(context, app ? [hook, app] : [hook], first));
  const from = performance.now();
  const id = await pay(context, "confirmPayment", "agency", client).catch(() => undefined);
  await context.settle();
  return { hooks: [hook], agency: { id, from, to: performance.now() } };
}
