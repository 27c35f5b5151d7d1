/** Who receives a payment, or an event of an App, and who receives nothing: what the first deliveries must show. */

import { type Check, demand, observed } from "../../check.ts";
import type { Context } from "../context.ts";
import { APP_EVENTS, APPS_STORY } from "./app-stories.ts";
import { ENCODED_SLASH, FRAGMENT, LONG_QUERIES, NAME, QUERY, SLASHED } from "./odd.ts";
import { create, dispatch, off, on, pay, record, type Script, settle, toAgency } from "./script.ts";
import type { Step } from "./steps.ts";
import { type Ask, type AskedStory, checksOf, demandNone, settleFor, tellerOf, UNLISTED } from "./stories.ts";

const tried: Step = { do: "dispatch", owner: 0, isTried: true };
const apart: Step = { do: "apart" };
const APP = { kind: "app" } as const;
const FORGETS = { kind: "app", type: 1 } as const;

/**
 * One webhook of each kind, one payment to the client, one to the agency, and one event: what every delivery shows, in
 * the first seconds of a run.
 */
export const firstLook = tellerOf({
  kind: "client",
  steps: [...[create(0, { isNeeded: true }), create(1, APP), pay(), tried, settle, toAgency(), settle]],
});

const HEARS = { kind: "client", rule: "hears" } as const;
const SILENT = { kind: "client", rule: "silent" } as const;
const AGENCY: Ask = {
  id: "deliver.agency",
  title: "A payment to the agency is not delivered",
  rests: ["F-3-03", "F-6.2-01"],
  fix: "Emit the event only for payments to the client.",
  isEarly: true,
  of: { ...SILENT, because: "F-3-03" },
};

/** The webhook that is switched, the one of the other client, and those of the App. */
const [SWITCHED, FOREIGN, APPS] = [22, 40, [41, 42]];

const CLIENTS: AskedStory = {
  group: "client deliveries",
  kind: "client",
  steps: [
    create(0, { isNeeded: true }),
    ...[QUERY, SLASHED, ENCODED_SLASH, ...LONG_QUERIES].map((query, index) => create(1 + index, { query })),
    ...[create(6, { events: "twice" }), create(7, { called: NAME }), create(12, { query: FRAGMENT })],
    ...(["first", "among", "last", "late"] as const).map((events, index) => create(8 + index, { events })),
    ...[create(20, { events: "others" }), create(21, { events: "nearly" }), create(SWITCHED)],
    ...[create(30, { fault: "no name" }), create(31, { fault: "events as a string" })],
    // While the other client has no webhook.
    ...[pay(1, 1), apart, create(FOREIGN, { owner: 1 })],
    ...APPS.map((slot, index) => create(slot, index === 0 ? FORGETS : APP)),
    // A service that counts each kind from 1 gives these the numbers of client webhooks that are due.
    ...Array.from({ length: 12 }, (_, index) => create(50 + index, { ...APP, active: false })),
    ...[record(), apart, toAgency(false), toAgency(), apart, pay(), settleFor("receives"), pay(), settleFor("again")],
    ...[off(SWITCHED), pay(), settleFor("others"), on(SWITCHED), pay(), pay(1, 1), settleFor("back")],
  ],
  asks: [
    {
      id: "deliver.receives",
      title: "A confirmed payment to the client reaches every active webhook of the client that lists the event",
      rests: ["F-6.2-01", "F-3-03", "F-1-04", "F-4.5-01", "F-6.2-04", "F-2.2-02", "F-6.1-04", "F-6.3-01"],
      fix: "Send one POST to each of them.",
      of: { ...HEARS, shows: "receives", because: "F-6.2-01" },
    },
    {
      id: "deliver.every-payment",
      title: "A second payment is delivered like the first one",
      rests: ["F-6.2-01", "F-3-03"],
      of: { ...HEARS, shows: "again", because: "F-6.2-01" },
    },
    {
      id: "deliver.own-id",
      title: "Each payment is delivered under its own id",
      rests: ["F-2.4-02"],
      fix: "Build the payload from the payment that was confirmed.",
      of: { ...HEARS, because: "F-2.4-02" },
      looked: { ...HEARS, isTold: true },
      why: "the driver does not tell two payments apart by their ids",
    },
    {
      id: "deliver.recorded",
      title: "An unconfirmed payment is not delivered",
      rests: ["F-6.2-01", "F-3-03"],
      fix: "Emit the event when a payment becomes confirmed, not when it is recorded.",
      of: { ...SILENT, because: "F-6.2-01" },
      call: "recordPayment",
    },
    AGENCY,
    {
      id: "deliver.unsubscribed",
      title: "A webhook that does not list the event receives nothing",
      rests: ["F-6.2-04", "F-6.5-03", "F-2.2-02"],
      fix: "Compare the whole name of the event with those in events.",
      of: { ...SILENT, because: "F-6.2-04" },
      why: UNLISTED,
    },
    {
      id: "deliver.inactive",
      title: "An inactive webhook receives nothing",
      rests: ["F-2.2-14", "F-6.2-04", "F-6.5-03"],
      fix: "Check whether the webhook is active when an event happens.",
      of: { ...SILENT, because: "F-6.5-03" },
      call: "setClientWebhookActive",
    },
    {
      id: "deliver.refused",
      title: "A client webhook whose creation was refused receives nothing",
      rests: ["F-2.2-04", "F-2.2-05", "F-6.2-04"],
      fix: "Validate the whole request before anything is stored.",
      of: { ...SILENT, because: "F-2.2-04" },
      why: "no faulty creation was refused with 4xx",
    },
    {
      id: "deliver.reactivated",
      title: "A reactivated webhook receives the next payment",
      rests: ["F-2.2-14", "F-6.2-04", "F-6.2-01"],
      of: { ...HEARS, slot: SWITCHED, shows: "back", because: "F-6.2-01" },
      call: "setClientWebhookActive",
    },
    {
      id: "deliver.others-stay-active",
      title: "When one webhook is switched off, the others stay active",
      rests: ["F-2.2-14", "F-6.2-04"],
      fix: "Switch off only the given webhook.",
      of: { ...HEARS, shows: "others" },
      call: "setClientWebhookActive",
    },
    {
      id: "deliver.other-client",
      title: "A webhook receives nothing of the payments of another client",
      rests: ["F-2.2-01", "F-2.2-03"],
      fix: "Deliver to the webhooks of the client that the payment belongs to.",
      of: { ...SILENT, because: "F-2.2-01" },
    },
    {
      id: "deliver.to-other-client",
      title: "The webhook of another client receives that client's payment",
      rests: ["F-6.2-01", "F-2.2-01"],
      of: { ...HEARS, slot: FOREIGN, because: "F-6.2-01" },
    },
    {
      id: "app-deliver.no-payment",
      title: "A payment that is unconfirmed, or goes to the agency, is not delivered to app webhooks",
      rests: ["F-3-03", "F-6.2-01"],
      fix: "Emit the event only when a payment to the client becomes confirmed.",
      of: { kind: "app", rule: "silent" },
    },
  ],
};

/** The stories of which every delivery of the run is judged, too. */
export const TELL = { client: tellerOf(CLIENTS), app: tellerOf(APPS_STORY) } as const;

/** What the first look shows is certain before any story. */
const withFirstLook = (check: Check<Context>): Check<Context> => ({
  ...check,
  async run(context) {
    const first = await context.once(firstLook).catch(() => undefined);
    if (first) demandNone(context, AGENCY, first);
    return check.run(context);
  },
});

export const DELIVERY_STORIES: readonly Check<Context>[] = [
  ...checksOf(CLIENTS, TELL.client).map((check) => (check.id === AGENCY.id ? withFirstLook(check) : check)),
  ...checksOf(APPS_STORY, TELL.app),
  ...checksOf(APP_EVENTS),
  {
    id: "deliver.not-to-apps",
    title: "Payments are not sent to app webhooks",
    severity: "practice",
    rests: ["A-01"],
    group: CLIENTS.group,
    async run(context) {
      const { walked } = await context.once(TELL.client);
      const apps = walked.hooks.filter(({ kind }) => kind === "app");
      observed(apps.length > 0, "there is no app webhook");
      const came = apps.some((hook) => context.posts(hook).length > 0);
      demand(
        !came,
        "Only client webhooks receive the event.",
        "An app webhook received it, although nothing was dispatched.",
      );
    },
  },
];

const GOES_ON_OF = {
  group: "every delivery",
  rule: "hears",
  fix: "Look for what stops deliveries after some time, such as a worker that ended, a full queue, or a circuit breaker that stays open.",
} as const;

/** What still comes at the end of a run. */
export const GOES_ON: readonly Script[] = [
  {
    ...GOES_ON_OF,
    id: "deliver.goes-on",
    title: "At the end of the run, a client webhook still receives its payments",
    rests: ["F-6.2-01", "F-6.2-04", "F-3-03", "F-6.1-04"],
    steps: [create(0), pay(), settle],
  },
  {
    ...GOES_ON_OF,
    id: "app-deliver.goes-on",
    title: "At the end of the run, an app webhook still receives its events",
    rests: ["F-6.4-01", "F-2.3-11", "F-6.1-04"],
    steps: [create(0, FORGETS), dispatch(), settle],
  },
];
