/** Short stories of webhooks that have a URL, or its path, in common: they are separate resources (F-6.1-03). */

import type { Rests } from "../../check.ts";
import { LATER } from "./later-scripts.ts";
import { create, dispatch, off, once, pay, reply, type Script, settle } from "./script.ts";
import type { Creation, Step } from "./steps.ts";

const BY_ID = "Identify webhooks by their id, not by their URL.";
const CLIENT = "client deliveries";
const APP = "app deliveries";

const [APPS, CLIENTS] = [{ kind: "app" }, { kind: "client" }] as const;
/** An app webhook with other events, because what a creation with the same ones does is open (U-39). */
const among = (type: 1 | 2): Partial<Creation> => ({ ...APPS, type, url: 0, events: "among" });

const queryTwins = (id: string, of: Partial<Creation>, event: Step, title: string, rests: Rests): Script => ({
  id,
  title,
  rests,
  group: of.kind === "app" ? APP : CLIENT,
  rule: "hears",
  fix: "Identify webhooks by their id, and compare whole URLs, with the query.",
  steps: [create(0, { ...of, query: "?tenant=1" }), create(1, { ...of, url: 0, query: "?tenant=2" }), event, settle],
});

/** Two app webhooks of both types at one URL, in either order. */
const pair = (slot: number, first: 1 | 2, second: 1 | 2): Step[] => [
  create(slot, { ...APPS, type: first }),
  create(slot + 1, { ...APPS, ...among(second), url: slot }),
];

export const URL_SCRIPTS: readonly Script[] = [
  queryTwins(
    "deliver.query-twins",
    CLIENTS,
    pay(),
    "Client webhooks whose URLs differ in the query alone receive each payment",
    ["F-2.2-02", "F-6.1-04", "F-6.2-01", "F-6.2-04", "F-6.3-01"],
  ),
  queryTwins(
    "app-deliver.query-twins",
    { ...APPS, type: 1 },
    dispatch(),
    "App webhooks whose URLs differ in the query alone receive each event",
    ["F-2.3-02", "F-6.1-04", "F-6.4-01"],
  ),
  {
    id: "app-deliver.unsigned-beside-client",
    title: "An app delivery has no signature header where a client webhook has the same URL",
    rests: ["F-6.4-02", "F-5-09", "F-6.1-02"],
    group: APP,
    rule: "signs",
    fix: "Sign by what the webhook is; do not look for a secret by its URL.",
    steps: [create(0), create(1, { ...APPS, type: 1, url: 0 }), dispatch(), settle],
  },
  {
    id: "deliver.signed-beside-app",
    title: "A client delivery has a signature header where an app webhook has the same URL",
    rests: ["F-6.3-03", "F-5-09", "F-6.1-01"],
    group: APP,
    rule: "signs",
    fix: "Sign by what the webhook is; do not look for it by its URL.",
    steps: [create(0), create(1, { ...APPS, type: 1, url: 0 }), pay(), settle],
  },
  {
    id: "app-deliver.beside-inactive-client",
    title: "An event reaches an app webhook at whose URL a client webhook is inactive",
    rests: ["F-6.4-01", "F-2.3-11"],
    group: APP,
    rule: "hears",
    fix: "Keep the state of a webhook with the webhook, not with its URL.",
    steps: [create(2, APPS), create(0), off(0), create(1, { ...APPS, type: 1, url: 0 }), dispatch(), settle],
  },
  {
    id: "deliver.beside-inactive-app",
    title: "A payment reaches a client webhook at whose URL an app webhook is inactive",
    rests: ["F-6.2-01", "F-6.2-04", "F-2.2-14"],
    group: APP,
    rule: "hears",
    fix: "Keep the state of a webhook with the webhook, not with its URL.",
    steps: [create(2), create(0), create(1, { ...APPS, url: 0, active: false }), pay(), settle],
  },
  {
    id: "app-deliver.shared-url",
    title: "Each of two webhooks of an App with the same URL and different lists of events receives the event",
    rests: ["F-6.4-01", "F-2.3-02", "F-6.1-04"],
    group: APP,
    rule: "hears",
    fix: BY_ID,
    steps: [create(0, { ...APPS, type: 1 }), create(1, among(1)), dispatch(), settle],
  },
  {
    id: "deliver.shared-url",
    title: "Each of two webhooks of a client with the same URL receives a delivery signed with its own secret",
    rests: ["F-2.2-02", "F-6.2-01", "F-6.1-04", "F-6.2-04", "F-2.2-12", "F-6.3-05"],
    group: LATER,
    rule: "hears",
    fix: BY_ID,
    steps: [create(0), create(1, { url: 0 }), pay(), settle],
  },
  {
    id: "deliver.shared-url-clients",
    title: "When webhooks of two clients share a URL, each receives only the payments of its own client",
    rests: ["F-2.2-01", "F-2.2-03", "F-2.2-02", "F-6.2-01", "F-6.2-04", "F-6.3-05"],
    group: LATER,
    fix: "Identify webhooks by their id, and deliver to those of the client that the payment belongs to.",
    steps: [create(0), create(1, { url: 0, owner: 1 }), pay(1, 1), settle, pay(), settle],
  },
  {
    id: "retry.client.shared-url",
    title:
      "Each of two client webhooks at one URL is sent its delivery and its retries, whatever is answered to the other",
    rests: ["F-6.5-02", "F-7-03", "F-2.2-02", "F-6.2-01", "F-6.1-04"],
    group: LATER,
    fix: "Keep the attempts of each webhook separate: identify them by webhook and payment, not by URL and payment.",
    // One of them acknowledges the payment; at the second URL, the retries of both end.
    steps: [
      ...[create(0), create(1, { url: 0 }), create(2), create(3, { url: 2 })],
      ...[once(0, 503), reply(2, 503), pay(), settle],
    ],
  },
  {
    id: "retry.app-2.shared-url",
    title: "With responseHandlingType 2, a delivery that fails is retried, although a webhook at its URL has type 1",
    rests: ["F-6.4-04", "F-7-03", "F-2.3-08"],
    group: "app retries",
    rule: "retries",
    fix: "Take responseHandlingType from the webhook of the delivery, not from another one with its URL.",
    steps: [...pair(0, 1, 2), ...pair(2, 2, 1), dispatch(), settle, reply(0, 500), reply(2, 500), dispatch(), settle],
  },
];
