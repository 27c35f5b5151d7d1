/** Drivers with one fault each, over a service that keeps the contract. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceDriver } from "../../src/judge/index.ts";
import { OTHER_CLIENT } from "../services/flaws/flaw.ts";
import { EVENT, type Switches } from "../services/service.ts";
import type { Driver, Json } from "../services/types.ts";

type Webhook = Parameters<Driver["setClientWebhookActive"]>[0];

/** Switches every webhook that it was told of and that is like the given one. */
function switchesAlike(driver: Driver, isLike: (one: Json, told: Json) => boolean) {
  const known: Webhook[] = [];
  return async (webhook: Webhook, active: boolean) => {
    if (!known.includes(webhook)) known.push(webhook);
    const alike = active ? [webhook] : known.filter(({ request }) => isLike(request as Json, webhook.request as Json));
    for (const one of alike) await driver.setClientWebhookActive(one, active);
  };
}

type Fault = (driver: Driver) => Partial<ServiceDriver>;
const switchedBy =
  (member: string): Fault =>
  (driver) => ({ setClientWebhookActive: switchesAlike(driver, (one, told) => one[member] === told[member]) as never });
/** Switched off two seconds later. */
const switchedLater: Fault = (driver) => ({
  async setClientWebhookActive(webhook, active) {
    const done = sleep(active ? 0 : 2000).then(() => driver.setClientWebhookActive(webhook as Webhook, active));
    if (active) await done;
  },
});

/** What no service can be told from: its own switch, payment or dispatch, and the checks that see it. */
export const DOUBTED: readonly (readonly [about: string, only: string, fault: Fault])[] = [
  ["switches by URL", "history.client.twins", switchedBy("url")],
  ["switches by name", "history.client.twins", switchedBy("name")],
  ["switches all of a client", "deliver.others-stay-active", switchedBy("client")],
  ["switches nothing", "deliver.inactive deliver.inactive-again", () => ({ setClientWebhookActive: async () => {} })],
  ["switches later", "deliver.inactive", switchedLater],
  [
    "pays the client whoever it is told to pay",
    "deliver.agency deliver.unheard-later",
    (driver) => ({ confirmPayment: (payment) => driver.confirmPayment({ ...payment, paidTo: "client" }) }),
  ],
  [
    "pays for the first client whichever it is told",
    "deliver.other-client deliver.to-other-client deliver.shared-url-clients deliver.beside-newer",
    (driver) => ({
      confirmPayment: (payment) => driver.confirmPayment({ ...payment, client: driver.clientIri }),
    }),
  ],
  [
    "confirms what is to be recorded",
    "deliver.recorded",
    (driver) => ({ recordPayment: (payment) => driver.confirmPayment(payment) }),
  ],
  [
    "dispatches to the first App whichever it is told",
    "app-deliver.other-app app-deliver.to-other-app",
    (driver) => ({ dispatchAppEvent: (_, event) => driver.dispatchAppEvent(driver.appIri, event) }),
  ],
];

/** A driver with a fault, and what its service does otherwise. */
export type Faulty = { fault: Fault; switches?: Partial<Switches> };

/** Returns before the first attempts, or between them and their retries. */
export const SETTLES_EARLY: readonly (Faulty & { id: string })[] = [
  { id: "at once", fault: () => ({ settle: async () => {} }) },
  { id: "between attempts", fault: () => ({ settle: () => sleep(100) }), switches: { pauseMs: () => 600 } },
];

/** Drivers that can do less than they are asked for: nobody is accused. */
export const LIMITED: readonly (Faulty & { id: string })[] = [
  {
    id: "dispatches the stated event whichever it is told",
    fault: (driver) => ({ dispatchAppEvent: (app) => driver.dispatchAppEvent(app, EVENT) }),
  },
  {
    id: "has a token of one client alone",
    fault: () => ({}),
    switches: { refuses: ({ body }) => body["client"] === OTHER_CLIENT, refusal: { status: 403 } },
  },
];
