/** Named courses of events: each makes payments and sees to it that their deliveries go that way. */

import type { Deliveries } from "./deliveries.ts";
import { confirmPayment, recordPayment } from "./events.ts";
import type { Delivery, DeliveryFault, Payment } from "./model.ts";
import type { World } from "./world.ts";

export interface ScenarioOptions {
  /** Of the client whose webhooks are to receive. */
  client: number;
  /** For `burst`: how many payments. */
  count: number;
  /** For `slow`: over how many seconds a body is sent. */
  seconds: number;
}

export interface ScenarioRun {
  payments: number[];
  deliveries: number[];
}

type Step = (options: ScenarioOptions) => { payments: Payment[]; deliveries: Delivery[] };

/** In words for people; the names are those of the table in `createScenarios`. */
export const SCENARIOS = {
  "happy-path": "A payment to the client is confirmed and delivered once.",
  "flaky-receiver": "The answers to the first two attempts are dropped, so the receiver sees the delivery three times.",
  duplicate: "The same delivery is sent twice.",
  "out-of-order": "Two payments are confirmed; the event of the first is sent five seconds after that of the second.",
  slow: "The body of the delivery trickles in.",
  "wrong-signature": "The first attempt carries a signature made with another secret; the retry is right.",
  burst: "Many payments are confirmed at once.",
  "payment-to-agency": "A payment to the agency is confirmed, which delivers nothing.",
} as const;

export type ScenarioName = keyof typeof SCENARIOS;

export const BURST_MAX = 5000;

export function runScenario(
  world: World,
  deliveries: Deliveries,
  name: ScenarioName,
  options: ScenarioOptions,
): ScenarioRun {
  const caseFile = world.store.nextId("caseFile");
  world.store.put("caseFile", { id: caseFile, client: options.client });

  const pay = (fault?: DeliveryFault, paidTo: Payment["paidTo"] = "client") => {
    const amount = 1000 + (world.random(2).readUInt16BE() % 90_000);
    const payment = recordPayment(world, { caseFile, amount, paidTo });
    return { payments: [payment], deliveries: confirmPayment(world, deliveries, payment, fault) };
  };
  const all = (runs: ReturnType<Step>[]) => ({
    payments: runs.flatMap((run) => run.payments),
    deliveries: runs.flatMap((run) => run.deliveries),
  });
  const steps: Record<ScenarioName, Step> = {
    "happy-path": () => pay(),
    "flaky-receiver": () => pay({ kind: "drop", attempts: 2, seconds: 0 }),
    duplicate: () => pay({ kind: "duplicate", attempts: 1, seconds: 0 }),
    "out-of-order": () => all([pay({ kind: "delay", attempts: 1, seconds: 5 }), pay()]),
    slow: ({ seconds }) => pay({ kind: "slow", attempts: 1, seconds }),
    "wrong-signature": () => pay({ kind: "wrong-signature", attempts: 1, seconds: 0 }),
    burst: ({ count }) => all(Array.from({ length: count }, () => pay())),
    "payment-to-agency": () => pay(undefined, "agency"),
  };
  const run = steps[name](options);
  return { payments: run.payments.map(({ id }) => id), deliveries: run.deliveries.map(({ id }) => id) };
}
