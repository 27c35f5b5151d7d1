/** Faults of a driver are told as such, or stand beside the finding that they cause, with how to tell. */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { exitCodeOf, type ServiceDriver } from "../../src/judge/index.ts";
import { EARLY } from "../../src/judge/service/calm.ts";
import { OTHER_CLIENT } from "../services/flaws/flaw.ts";
import { EVENT, type Switches } from "../services/service.ts";
import type { Driver, Json } from "../services/types.ts";
import { accusationsIn, describeAccusations, judgeService } from "./judged.ts";

type Webhook = Parameters<Driver["setClientWebhookActive"]>[0];

type Fault = (driver: Driver) => Partial<ServiceDriver>;
/** Switches off every webhook that it was told of and that has the same in this member. */
const switchedBy =
  (member: string): Fault =>
  (driver) => {
    const known: Webhook[] = [];
    const memberOf = ({ request }: Webhook) => (request as Json)[member];
    const setClientWebhookActive = async (webhook: Webhook, active: boolean) => {
      if (!known.includes(webhook)) known.push(webhook);
      const alike = active ? [webhook] : known.filter((one) => memberOf(one) === memberOf(webhook));
      for (const one of alike) await driver.setClientWebhookActive(one, active);
    };
    return { setClientWebhookActive: setClientWebhookActive as never };
  };
/** Switched off two seconds later. */
const switchedLater: Fault = (driver) => ({
  async setClientWebhookActive(webhook, active) {
    const done = sleep(active ? 0 : 2000).then(() => driver.setClientWebhookActive(webhook as Webhook, active));
    if (active) await done;
  },
});

/** What no service can be told from: its own switch, payment or dispatch, and the checks that see it. */
const DOUBTED: readonly (readonly [about: string, only: string, fault: Fault])[] = [
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
    "deliver.other-client deliver.to-other-client deliver.shared-url-clients",
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
type Faulty = { fault: Fault; switches?: Partial<Switches> };

/** Returns before the first attempts, or between them and their retries. */
const SETTLES_EARLY: readonly (Faulty & { id: string })[] = [
  { id: "at once", fault: () => ({ settle: async () => {} }) },
  { id: "between attempts", fault: () => ({ settle: () => sleep(100) }), switches: { pauseMs: () => 600 } },
];

/** Drivers that can do less than they are asked for: nobody is accused. */
const LIMITED: readonly (Faulty & { id: string })[] = [
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

const drivenBy = ({ switches = {}, fault }: Faulty, only?: string[]) =>
  judgeService(switches, only ? { only } : {}, fault);

describe.concurrent("a driver that no judge can tell from its service", () => {
  it.concurrent.each(DOUBTED)("%s: each finding says so, and how to tell", async (_, only, fault) => {
    let call = "";
    const found = accusationsIn(
      await judgeService({}, { only: only.split(" ") }, (driver) => {
        const own = fault(driver);
        call = Object.keys(own).join();
        return own;
      }),
    );
    expect(found.map(({ id, doubt }) => [id, doubt?.split("()")[0]])).toEqual(found.map(({ id }) => [id, call]));
    expect(found.length).toBeGreaterThan(0);
    for (const { doubt } of found) expect(doubt).toMatch(/\. To tell, /);
  });
});

describe.concurrent("a driver that settles too early", () => {
  it.concurrent.each(SETTLES_EARLY)("$id, is told as that, and nobody is accused", async (faulty) => {
    const report = await drivenBy(faulty, ["client deliveries", "client retries"]);
    expect([describeAccusations(report), exitCodeOf(report)]).toEqual([[], 2]);
    expect(report.problems).toContainEqual({ code: "driver_invalid", message: EARLY });
  });

  it.concurrent("is told by the first deliveries, if it does so at once", async () => {
    const report = await drivenBy({ fault: () => ({ settle: async () => {} }) });
    expect([report.setup?.message, report.summary.passed]).toEqual([EARLY, 0]);
  });
});

it.concurrent.each(LIMITED)("a driver that $id accuses nobody", async (faulty) => {
  const report = await drivenBy(faulty, ["registration", "client deliveries"]);
  expect([describeAccusations(report), exitCodeOf(report)]).toEqual([[], 0]);
});

it.concurrent("what the judge sees alone is not put down to the driver", async () => {
  const report = await judgeService(
    { sign: () => "sha256=00", urlHole: (url) => url.includes("localhost") },
    { only: ["deliver.signed", "url.client.loopback"] },
  );
  expect(accusationsIn(report).map(({ id, doubt }) => [id, doubt])).toEqual([
    ["url.client.loopback", null],
    ["deliver.signed", null],
  ]);
});

it.concurrent("a payment whose confirmation the driver fails to report accuses nobody of its id", async () => {
  let count = 0;
  const report = await judgeService({}, { only: ["deliver.id", "deliver.row"] }, (driver) => ({
    async confirmPayment(payment: Parameters<Driver["confirmPayment"]>[0]) {
      const told = await driver.confirmPayment(payment);
      if (++count === 3) throw new Error("The answer was lost.");
      return told;
    },
  }));
  expect(accusationsIn(report)).toEqual([]);
});
