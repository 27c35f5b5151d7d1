/** From a payment or an App to deliveries: who receives an event, and what is in its body. */

import { CASE_FILE_PAYMENT_CONFIRMED } from "../../generated/constants.ts";
import type { Deliveries } from "./deliveries.ts";
import { needRoom } from "./limits.ts";
import type { Delivery, DeliveryFault, Payment } from "./model.ts";
import type { Target } from "./rules.ts";
import { timestamp } from "./views.ts";
import type { World } from "./world.ts";

export interface NewPayment {
  caseFile: number;
  amount: number;
  paidTo: "client" | "agency";
}

export function recordPayment(world: World, { caseFile, amount, paidTo }: NewPayment): Payment {
  needRoom(world, "payment");
  const now = world.clock.now();
  const id = world.store.nextId("payment");
  const payment: Payment = { id, caseFile, amount, paidTo, createdAt: now, updatedAt: now, confirmedAt: null };
  keep(world, payment);
  return payment;
}

/** Confirms a payment, once, and sends the event if it went to the client (F-6.2-01, F-6.2-02). */
export function confirmPayment(
  world: World,
  deliveries: Deliveries,
  payment: Payment,
  fault?: DeliveryFault,
): Delivery[] {
  if (payment.confirmedAt !== null) return [];
  payment.confirmedAt = payment.updatedAt = world.clock.now();
  keep(world, payment);
  if (payment.paidTo !== "client") return [];
  const event = CASE_FILE_PAYMENT_CONFIRMED;
  const client = world.store.get("caseFile", payment.caseFile)?.client;
  const targets = world.store
    .list("clientWebhook")
    .filter((webhook) => webhook.client === client && webhook.active && webhook.events.includes(event))
    .map((webhook): Target => ({ system: "client", webhook }));
  return emit(world, deliveries, targets, {
    event,
    payload: snapshot(world, payment, event),
    payment: payment.id,
    fault,
  });
}

/**
 * Dispatches an event to the active webhooks of an App that list it (F-6.4-01). What its body holds is not stated (U-27): `payload`, or
 * what the profile says. None is sent in production today (F-6.2-01, A-01).
 */
export function dispatchAppEvent(
  world: World,
  deliveries: Deliveries,
  app: number,
  event: string,
  payload?: Readonly<Record<string, unknown>>,
): Delivery[] {
  const targets = world.store
    .list("appWebhook")
    .filter((webhook) => webhook.app === app && webhook.active && webhook.events.includes(event))
    .map((webhook): Target => ({ system: "app", webhook }));
  const payment = world.profile.appPayload === "payment" ? world.store.list("payment").at(-1) : undefined;
  const usual = payment ? snapshot(world, payment, event) : {};
  return emit(world, deliveries, targets, {
    event,
    payload: { ...(payload ?? usual), "@event": event },
    payment: null,
  });
}

/** F-2.4-01 to F-2.4-09. */
function snapshot(world: World, payment: Payment, event: string): object {
  const { id, amount, paidTo, confirmedAt, createdAt, updatedAt, caseFile } = payment;
  return {
    "@event": event,
    id,
    amount,
    paidTo,
    confirmedAt: timestamp(world, confirmedAt ?? updatedAt),
    createdAt: timestamp(world, createdAt),
    updatedAt: timestamp(world, updatedAt),
    caseFile: { id: caseFile },
  };
}

/** One delivery for each target, two where a fault says so. `payment`: its id, for the console; null for app deliveries. */
function emit(
  world: World,
  deliveries: Deliveries,
  targets: readonly Target[],
  emitted: { event: string; payload: object; payment: number | null; fault?: DeliveryFault | undefined },
): Delivery[] {
  const { event, payload, payment, fault } = emitted;
  const body = JSON.stringify(payload);
  return targets.flatMap((target) => {
    const spoilt = fault ?? takeFault(world);
    const copies = spoilt?.kind === "duplicate" ? 2 : 1;
    return Array.from({ length: copies }, () => deliveries.create({ target, event, body, payment, fault: spoilt }));
  });
}

/** The fault switch that is on, counted down. */
function takeFault(world: World): DeliveryFault | null {
  const fault = world.faults.find(({ next }) => next > 0);
  if (!fault) return null;
  fault.next--;
  world.faults = world.faults.filter(({ next }) => next > 0);
  world.journal.add("faults", world.faults);
  return { kind: fault.kind, attempts: 1, seconds: fault.seconds };
}

function keep(world: World, payment: Payment): void {
  world.store.put("payment", payment);
  world.journal.add("payment", payment);
}
