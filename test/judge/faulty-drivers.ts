/** Drivers with one fault each, over a service that keeps the contract. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceDriver } from "../../src/judge/index.ts";
import { OTHER_CLIENT } from "../services/flaws/flaw.ts";
import { EVENT, type Switches, startService } from "../services/service.ts";
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
const switchedBy = (isLike: Parameters<typeof switchesAlike>[1]): Fault => {
  return (driver) => ({ setClientWebhookActive: switchesAlike(driver, isLike) as never });
};

/** What no service can be told from: its own switch, payment or dispatch. `call`: the one that is at fault. */
export const DOUBTED: readonly { id: string; call: string; only: string[]; fault: Fault }[] = [
  {
    id: "switches by URL",
    call: "setClientWebhookActive",
    only: ["history.client.twins"],
    fault: switchedBy((one, told) => one["url"] === told["url"]),
  },
  {
    id: "switches by name",
    call: "setClientWebhookActive",
    only: ["history.client.twins"],
    fault: switchedBy((one, told) => one["name"] === told["name"]),
  },
  {
    id: "switches all of a client",
    call: "setClientWebhookActive",
    only: ["deliver.others-stay-active"],
    fault: switchedBy((one, told) => one["client"] === told["client"]),
  },
  {
    id: "switches nothing",
    call: "setClientWebhookActive",
    only: ["deliver.inactive", "deliver.inactive-again"],
    fault: () => ({ setClientWebhookActive: async () => {} }),
  },
  {
    id: "switches later",
    call: "setClientWebhookActive",
    only: ["deliver.inactive"],
    fault: (driver) => ({
      setClientWebhookActive: async (webhook, active) => {
        const later = async () => {
          await sleep(active ? 0 : 2000);
          await driver.setClientWebhookActive(webhook as Webhook, active);
        };
        if (active) return later();
        void later();
      },
    }),
  },
  {
    id: "pays the client whoever it is told to pay",
    call: "confirmPayment",
    only: ["deliver.agency", "deliver.unheard-later"],
    fault: (driver) => ({ confirmPayment: (payment) => driver.confirmPayment({ ...payment, paidTo: "client" }) }),
  },
  {
    id: "pays for the first client whichever it is told",
    call: "confirmPayment",
    only: ["deliver.other-client", "deliver.to-other-client", "deliver.shared-url-clients", "deliver.beside-newer"],
    fault: (driver) => ({
      confirmPayment: (payment) => driver.confirmPayment({ ...payment, client: driver.clientIri }),
    }),
  },
  {
    id: "confirms what is to be recorded",
    call: "recordPayment",
    only: ["deliver.recorded"],
    fault: (driver) => ({ recordPayment: (payment) => driver.confirmPayment(payment) }),
  },
  {
    id: "dispatches to the first App whichever it is told",
    call: "dispatchAppEvent",
    only: ["app-deliver.other-app", "app-deliver.to-other-app"],
    fault: (driver) => ({ dispatchAppEvent: (_, event) => driver.dispatchAppEvent(driver.appIri, event) }),
  },
];

/** A driver with a fault, and what its service does otherwise. */
type Faulty = { fault: Fault; switches?: Partial<Switches> };

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

export async function drivenBy({ fault, switches }: Faulty): Promise<ServiceDriver> {
  const driver = await startService(switches);
  return { ...driver, ...fault(driver) } as ServiceDriver;
}
