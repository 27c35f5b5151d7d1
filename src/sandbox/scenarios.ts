/** Named scenarios: each records payments and decides how their deliveries go. */

import type { Deliveries } from "./delivery/deliveries.ts";
import { confirmPayment, recordCaseFile, recordPayment } from "./delivery/events.ts";
import { needRoom } from "./limits.ts";
import type { Needs } from "./parts.ts";
import type { Delivery, DeliveryFault, Payment } from "./store/model.ts";

interface ScenarioOptions {
  /** Id of the client whose webhooks receive. */
  readonly client: number;
  /** For `burst`: number of payments. */
  readonly count: number;
  /** For `slow`: number of seconds in which a body is sent. */
  readonly seconds: number;
}

/** Ids of what a scenario made. */
export interface ScenarioRun {
  payments: number[];
  deliveries: number[];
}

interface Made {
  readonly payment: Payment;
  readonly deliveries: readonly Delivery[];
}

/** What each scenario does, in words. */
export const SCENARIOS = {
  "happy-path": "A payment to the client is confirmed and delivered once.",
  "flaky-receiver": "The answers to the first two attempts are dropped, so the receiver sees the delivery three times.",
  duplicate: "The same delivery is sent twice.",
  "out-of-order": "Two payments are confirmed; the event of the first is sent five seconds after that of the second.",
  slow: "The body of the delivery is sent slowly.",
  "wrong-signature": "The first attempt has a signature made with another secret; the retry is right.",
  burst: "Many payments are confirmed at once.",
  "payment-to-agency": "A payment to the agency is confirmed, which delivers nothing.",
} as const;

/** The name of a scenario. */
export type ScenarioName = keyof typeof SCENARIOS;

/** Runs a scenario. @throws Refusal `limit_reached` */
export function runScenario(
  parts: Needs<"store" | "clock" | "journal" | "profile" | "random" | "mostRecords" | "deployment">,
  deliveries: Deliveries,
  name: ScenarioName,
  { client, count, seconds }: ScenarioOptions,
): ScenarioRun {
  needRoom(parts, "payment", name === "burst" ? count : name === "out-of-order" ? 2 : 1);
  const caseFile = recordCaseFile(parts, client);
  const pay = (fault?: DeliveryFault, paidTo: Payment["paidTo"] = "client"): Made => {
    const amount = 1000 + (parts.random(2).readUInt16BE() % 90_000);
    return confirmPayment(parts, deliveries, recordPayment(parts, { caseFile, amount, paidTo }), fault);
  };
  const steps: Record<ScenarioName, () => Made[]> = {
    "happy-path": () => [pay()],
    "flaky-receiver": () => [pay({ kind: "drop", attempts: 2, seconds: 0 })],
    duplicate: () => [pay({ kind: "duplicate", attempts: 1, seconds: 0 })],
    "out-of-order": () => [pay({ kind: "delay", attempts: 1, seconds: 5 }), pay()],
    slow: () => [pay({ kind: "slow", attempts: 1, seconds })],
    "wrong-signature": () => [pay({ kind: "wrong-signature", attempts: 1, seconds: 0 })],
    burst: () => Array.from({ length: count }, () => pay()),
    "payment-to-agency": () => [pay(undefined, "agency")],
  };
  const made = steps[name]();
  return {
    payments: made.map(({ payment }) => payment.id),
    deliveries: made.flatMap((one) => one.deliveries.map(({ id }) => id)),
  };
}
