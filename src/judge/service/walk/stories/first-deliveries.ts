/** Who receives a payment, or an event of an App, and who receives nothing: what the first deliveries must show. */

import { type Check, demandOf, must, observed } from "../../../check.ts";
import type { Kind } from "../../../trace.ts";
import { idIn } from "../../../wire/delivery.ts";
import type { Context } from "../../context.ts";
import { needsHeard, shownFrom } from "../../shown.ts";
import { EVENT } from "../../webhook.ts";
import type { Tracked } from "../due/due.ts";
import { type AskedStory, ask, checksOf, settleFor, tellerOf, UNLISTED } from "../findings/asks.ts";
import { ENCODED_SLASH, FRAGMENT, LISTS, LONG_NAME, LONG_QUERIES, NAME, QUERY, SLASHED, SPELT } from "../steps/odd.ts";
import { APP, create, dispatch, FORGETS, LATER, off, on, pay, record, settle, toAgency } from "../steps/script.ts";
import type { Step } from "../steps/steps.ts";

const together = (...names: readonly string[]): Step => ({ do: "dispatch", owner: 0, names });
const apart: Step = { do: "apart" };
const tried: Step = { do: "dispatch", owner: 0, isTried: true };

/**
 * One webhook of each kind, one payment to the client, one to the agency, and one event: what every delivery shows, in
 * the first seconds of a run.
 */
export const firstLook = tellerOf({
  kind: "client",
  steps: [create(0, { isNeeded: true }), create(1, APP), pay(), tried, settle, toAgency(), settle],
});

const [HEARS, SILENT] = [{ rule: "hears" }, { rule: "silent" }] as const;
const UNREFUSED = { why: "no faulty creation was refused with 4xx" };
const SWITCH = { call: "setClientWebhookActive" } as const;

/** The webhook that is switched and lists other events too, the one of the other client, and those of the App. */
const [SWITCHED, FOREIGN, APPS] = [9, 40, [41, 42]];
/** Those with an odd URL, name or list of events, which fail once at the end. */
const ODD = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 17, 18, 19];
const ODD_APPS = [1, 3, 4, 5, 7, 8, 9, 12, 13, 14];
const fails = (slot: number): Step => ({ do: "once", slot, reply: 503 });
const ALIKE =
  "Retry every delivery, whatever the URL, the name and the events of its webhook are, and to the same URL.";

const TO_CLIENTS: AskedStory = {
  group: "client deliveries",
  kind: "client",
  steps: [
    create(0, { isNeeded: true }),
    ...[QUERY, SLASHED, ENCODED_SLASH, ...LONG_QUERIES].map((query, index) => create(1 + index, { query })),
    ...[create(6, { events: "twice" }), create(7, { called: NAME }), create(51, { called: NAME.toUpperCase() })],
    ...[create(12, { query: FRAGMENT }), create(13, { called: LONG_NAME })],
    ...SPELT.map((spelt, index) => create(17 + index, { spelt })),
    // URLs that differ in the query alone, and there in the case of a letter.
    ...[create(14, { query: "?tenant=a" }), create(15, { url: 14, query: "?tenant=A" })],
    ...(["first", "among", "last", "late"] as const).map((events, index) => create(8 + index, { events })),
    ...(["others", "nearly", "patterns"] as const).map((events, index) => create(20 + index, { events })),
    ...[create(30, { fault: "no name" }), create(31, { fault: "events as a string" })],
    // While the other client has no webhook; then one before the last one of the first client.
    ...[pay(1, 1), apart, create(FOREIGN, { owner: 1 }), create(16)],
    ...APPS.map((slot, index) => create(slot, index === 0 ? FORGETS : APP)),
    // A service that counts each kind from 1 gives these the numbers of client webhooks that are due.
    create(50, { ...APP, active: false }),
    ...[record(), apart, toAgency(false), toAgency(), apart, pay(), settleFor("receives"), pay(), settleFor("again")],
    // Of the twins one is switched off, too.
    ...[off(SWITCHED), off(14), pay(), settleFor("others"), on(SWITCHED), on(14)],
    ...[...ODD.map(fails), pay(), pay(1, 1), settleFor("back")],
  ],
  asks: [
    ask`deliver.receives F-6.2-01 F-3-03 F-1-04 F-4.5-01 F-6.2-04 F-2.2-02 F-6.1-04 F-6.3-01
      A confirmed payment to the client reaches every active webhook of the client that lists the event
      Send one POST to each of them.`({ ...HEARS, shows: "receives", because: "F-6.2-01" }),
    ask`deliver.every-payment F-6.2-01 F-3-03
      A second payment is delivered like the first one`({ ...HEARS, shows: "again", because: "F-6.2-01" }),
    ask`deliver.own-id F-2.4-02
      Each payment is delivered under its own id
      Build the payload from the payment that was confirmed.`(
      { ...HEARS, because: "F-2.4-02" },
      { looked: { ...HEARS, isTold: true }, why: "the driver does not tell two payments apart by their ids" },
    ),
    ask`deliver.recorded F-6.2-01 F-3-03
      An unconfirmed payment is not delivered
      Emit the event when a payment becomes confirmed, not when it is recorded.`(
      { ...SILENT, because: "F-6.2-01" },
      { call: "recordPayment" },
    ),
    ask`deliver.agency F-3-03 F-6.2-01
      A payment to the agency is not delivered
      Emit the event only for payments to the client.`(
      { ...SILENT, kind: "client", because: "F-3-03" },
      { early: firstLook },
    ),
    ask`deliver.unsubscribed F-6.2-04 F-6.5-03 F-2.2-02
      A webhook that does not list the event receives nothing
      Compare the whole name of the event with those in events.`({ ...SILENT, because: "F-6.2-04" }, { why: UNLISTED }),
    ask`deliver.inactive F-2.2-14 F-6.2-04 F-6.5-03
      An inactive webhook receives nothing
      Check whether the webhook is active when an event happens.`({ ...SILENT, because: "F-6.5-03" }, SWITCH),
    ask`deliver.refused F-2.2-04 F-2.2-05 F-6.2-04
      A client webhook whose creation was refused receives nothing
      Validate the whole request before anything is stored.`({ ...SILENT, because: "F-2.2-04" }, UNREFUSED),
    ask`deliver.reactivated F-2.2-14 F-6.2-04 F-6.2-01
      A reactivated webhook receives the next payment`(
      { ...HEARS, slot: SWITCHED, shows: "back", because: "F-6.2-01" },
      SWITCH,
    ),
    ask`deliver.others-stay-active F-2.2-14 F-6.2-04
      When one webhook is switched off, the others stay active
      Switch off only the given webhook.`({ ...HEARS, shows: "others" }, SWITCH),
    ask`deliver.other-client F-2.2-01 F-2.2-03
      A webhook receives nothing of the payments of another client
      Deliver to the webhooks of the client that the payment belongs to.`({ ...SILENT, because: "F-2.2-01" }),
    ask`deliver.to-other-client F-6.2-01 F-2.2-01
      The webhook of another client receives that client's payment`({ ...HEARS, slot: FOREIGN, because: "F-6.2-01" }),
    ask`deliver.retried F-6.5-02 F-7-03 F-6.3-01
      A delivery that fails is retried at a client webhook with any URL, name and list of events
      ${ALIKE}`({ rule: "retries" }, { looked: { ...HEARS, shows: "back" } }),
    ask`app-deliver.no-payment F-3-03 F-6.2-01
      A payment that is unconfirmed, or goes to the agency, is not delivered to app webhooks
      Emit the event only when a payment to the client becomes confirmed.`({ ...SILENT, kind: "app" }),
  ],
};

/** An event of each App, and two at once. */
const TO_APPS: AskedStory = {
  group: "app deliveries",
  kind: "app",
  steps: [
    // While the other App has no webhook.
    ...[create(0, { ...FORGETS, isNeeded: true }), dispatch(1), create(1, { ...APP, query: QUERY })],
    ...[
      create(2, { ...FORGETS, query: SLASHED, spelt: "a host in capitals and a port" }),
      create(3, { ...APP, query: ENCODED_SLASH }),
    ],
    ...LONG_QUERIES.map((query, index) => create(4 + index, { ...APP, query })),
    create(8, { ...APP, query: FRAGMENT }),
    ...[create(12, { ...APP, query: "?tenant=a" }), create(13, { ...APP, url: 12, query: "?tenant=A" })],
    ...[
      create(9, { ...APP, spelt: "the other scheme" }),
      create(14, { ...APP, spelt: "no path" }),
      create(6, { ...FORGETS, events: "twice" }),
      create(7, { ...APP, events: "most" }),
    ],
    create(10, { ...FORGETS, active: false, events: "among" }),
    ...[create(20, { ...APP, events: "others" }), create(21, { ...APP, events: "nearly" })],
    ...[create(22, { ...APP, owner: 1 })],
    ...[create(30, { ...APP, fault: "responseHandlingType 3" }), create(31, { ...APP, fault: "too many events" })],
    ...[dispatch(), settleFor("receives"), dispatch(1), settleFor("other")],
    // Of two at once that look the same, one may come (U-27).
    ...[together(EVENT, EVENT), settleFor("receives")],
    ...[...ODD_APPS.map(fails), dispatch(), settleFor("retried")],
  ],
  asks: [
    ask`app-deliver.receives F-6.4-01 F-2.3-02 F-6.1-04 F-2.3-11 F-1-04 F-4.5-01
      An event for an App reaches each of its active webhooks that lists it`({ ...HEARS, shows: "receives" }),
    ask`app-deliver.inactive F-2.3-11 F-3-02 F-6.2-04 F-6.4-01 F-6.5-03
      An app webhook with active false receives nothing
      Check active when an event is dispatched.`({ ...SILENT, because: "F-6.5-03" }),
    ask`app-deliver.unsubscribed F-2.3-06 F-6.2-04 F-6.5-03 F-6.4-01
      An app webhook that does not list the event receives nothing
      Compare the whole name of the event with those in events.`({ ...SILENT, because: "F-6.2-04" }, { why: UNLISTED }),
    ask`app-deliver.other-app F-2.3-01 F-2.3-04 F-6.4-01
      A webhook receives nothing of the events for another App
      Deliver to the webhooks of the App that the event is dispatched to.`({ ...SILENT, because: "F-2.3-01" }),
    ask`app-deliver.refused F-7-02 F-2.3-07 F-2.3-08 F-6.2-04
      An app webhook whose creation was refused receives nothing
      Validate the whole request before anything is stored.`({ ...SILENT, because: "F-7-02" }, UNREFUSED),
    ask`app-deliver.retried F-6.4-04 F-7-03
      With responseHandlingType 2, a delivery that fails is retried at an app webhook with any URL and list of events
      ${ALIKE}`({ rule: "retries" }, { looked: { ...HEARS, shows: "retried" } }),
    ask`app-deliver.to-other-app F-6.4-01 F-2.3-01 F-2.3-04
      An event for another App reaches the webhook of that App`({ ...HEARS, shows: "other" }),
  ],
};

/** Events with different names, where another than the stated one happens. */
const NAMED: AskedStory = {
  group: "app deliveries",
  kind: "app",
  steps: [
    ...[create(0, { ...FORGETS, events: "other", isNeeded: true }), create(1, { ...APP, events: "both" })],
    ...[create(2, { ...APP, events: "never" }), create(3, { ...FORGETS, events: "other", active: false })],
    ...[create(4, FORGETS), together(...LISTS.other.all[0]), settleFor("other")],
    ...[together(...LISTS.both.all[0]), settle],
  ],
  asks: [
    ask`app-deliver.other-event F-6.4-01 F-6.2-04 F-6.5-03 F-2.3-06 F-2.3-11
      Events of an App with different names reach exactly the active webhooks that list them, also two at once
      Keep the name of an event with its delivery, and compare it with every entry of events.`(
      {},
      {
        looked: { ...HEARS, shows: "other" },
        why: "no event is dispatched but the stated one, as it may be (F-6.2-02)",
      },
    ),
  ],
};

/** The stories of which every delivery of the run is judged, too. */
export const TELL = { client: tellerOf(TO_CLIENTS), app: tellerOf(TO_APPS) } as const;

const practice = (group: string, run: Check<Context>["run"]) => demandOf(group, run, { severity: "practice" });

/** Silence at an odd spelling of a URL is told where the other kind of webhook was heard at such a URL. */
const atAnySpelling = (kind: Kind) =>
  demandOf(TO_APPS.group, async (context: Context) => {
    const told = await Promise.all([TELL.client, TELL.app].map((tell) => context.once(tell)));
    const made = told.flatMap(({ webhooks }) => webhooks).filter(({ spelt }) => spelt !== undefined);
    const isHeard = ({ hook }: Tracked) => context.world.posts(hook).length > 0;
    const heard = made.filter((one) => one.hook.kind !== kind && isHeard(one)).map(({ spelt }) => spelt);
    const own = made.filter((one) => one.hook.kind === kind && !one.isUnsure && heard.includes(one.spelt));
    observed(own.length > 0, "no webhook of the other kind was heard at such a URL, which need not lead to the judge");
    needsHeard(context, kind);
    const lost = own.find((one) => !isHeard(one));
    const actual = `At a URL with ${lost?.spelt} it received nothing, and a webhook of the other kind did.`;
    must(!lost, actual, lost?.hook.exchange);
  });

const NOT_TO_APPS = practice(TO_CLIENTS.group, async (context) => {
  const { webhooks } = await context.once(TELL.client);
  const apps = webhooks.filter(({ hook, isRefused }) => hook.kind === "app" && !isRefused);
  observed(apps.length > 0, "there is no app webhook");
  const isSilent = apps.every(({ hook }) => context.world.posts(hook).length === 0);
  const actual = "An app webhook received it, and nothing was dispatched.";
  must(isSilent, actual, undefined, "Only client webhooks receive the event.");
})`deliver.not-to-apps A-01
  Payments are not sent to app webhooks`;

/** Compares the ids of all payments that were confirmed until then. */
export const IDS_DIFFER = practice(LATER, async (context) => {
  await context.once(TELL.client);
  const { all, shared } = context.payments;
  observed(all.size > 0, "the driver does not tell the ids of payments");
  const came = context.hooks.filter(({ kind }) => kind === "client").flatMap((hook) => context.world.posts(hook));
  const one = came.findLast((delivery) => shared.has(idIn(delivery) ?? Number.NaN));
  const actual = () => `Several of them have the id ${one && idIn(one)}.`;
  must(one === undefined, actual, shownFrom(context, one), `Each of ${all.size} payments has an id of its own.`);
})`deliver.ids-differ A-16
  Payments that are confirmed one after the other have different ids
  Give each payment an id of its own: receivers that key by id and @event handle only one payment of each id.`;

export const FIRST_DELIVERIES: readonly Check<Context>[] = [
  ...checksOf(TO_CLIENTS, TELL.client),
  ...checksOf(TO_APPS, TELL.app),
  ...checksOf(NAMED),
  atAnySpelling("client")`deliver.spelt-otherwise F-2.2-07 F-6.3-01 F-6.2-01 F-6.2-04 F-2.2-02
    A payment reaches a client webhook with an http URL, a host in capitals, a port or no path, as it reaches others
    Deliver to every URL that is accepted: compare schemes and hosts as RFC 3986 does, and keep the port.`,
  atAnySpelling("app")`app-deliver.spelt-otherwise F-2.3-05 F-6.4-01 F-2.3-11 F-2.3-02
    An event reaches an app webhook with an http URL, a host in capitals, a port or no path, as it reaches others
    Deliver to every URL that is accepted: compare schemes and hosts as RFC 3986 does, and keep the port.`,
  NOT_TO_APPS,
];
