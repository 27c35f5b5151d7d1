/** From a payment or an App to deliveries: which webhooks receive an event, and what its body holds. */

import { CASE_FILE_PAYMENT_CONFIRMED } from "../../../generated/constants.ts";
import { isObject } from "../../values/json.ts";
import { timestamp, withOptional } from "../api/views.ts";
import { needRoom } from "../limits.ts";
import type { Needs } from "../parts.ts";
import type { Delivery, DeliveryFault, Payment } from "../store/model.ts";
import type { Target } from "../store/webhooks.ts";
import { shownPayload } from "./contract-events.ts";
import type { Deliveries } from "./deliveries.ts";
import { takeFault } from "./faults.ts";

type Recording = Needs<"store" | "clock" | "journal" | "mostRecords">;
type Emitting = Needs<"store" | "clock" | "journal" | "profile" | "deployment">;

interface NewPayment {
  readonly caseFile: number;
  readonly amount: number;
  readonly paidTo: "client" | "agency";
}

/** Records a payment that is not confirmed yet. @throws Refusal `limit_reached` */
export function recordPayment(parts: Recording, { caseFile, amount, paidTo }: NewPayment): Payment {
  needRoom(parts, "payment");
  const now = parts.clock.now();
  const id = parts.store.nextId("payment");
  return keep(parts, { id, caseFile, amount, paidTo, createdAt: now, updatedAt: now, confirmedAt: null });
}

/** Records a case file of the client. @throws Refusal `limit_reached` */
export function recordCaseFile(parts: Needs<"store" | "mostRecords">, client: number): number {
  needRoom(parts, "caseFile");
  const id = parts.store.nextId("caseFile");
  parts.store.put("caseFile", { id, client });
  return id;
}

/**
 * Confirms a payment, once, and creates the deliveries of the event if it went to the client (F-6.2-01, F-6.2-02).
 *
 * @param fault what goes wrong with these deliveries; default: the fault that is switched on, if any
 */
export function confirmPayment(
  parts: Emitting,
  deliveries: Deliveries,
  payment: Payment,
  fault?: DeliveryFault,
): { payment: Payment; deliveries: Delivery[] } {
  if (payment.confirmedAt !== null) return { payment, deliveries: [] };
  const now = parts.clock.now();
  const confirmed = keep(parts, { ...payment, confirmedAt: now, updatedAt: now });
  if (payment.paidTo !== "client") return { payment: confirmed, deliveries: [] };
  const event = CASE_FILE_PAYMENT_CONFIRMED;
  const payload = snapshot(parts, confirmed, event);
  return {
    payment: confirmed,
    deliveries: emit(parts, deliveries, clientTargets(parts, payment, event), {
      ...{ event, payload, payment: payment.id, fault },
    }),
  };
}

/**
 * Lets another event of the contract happen to a payment: creates its deliveries, with the payload that the documents
 * show, about this payment and its case file. Receivers find duplicates by id and event, so each time has its own id.
 *
 * @param payload members in place of those
 */
export function emitEvent(
  parts: Emitting,
  deliveries: Deliveries,
  payment: Payment,
  { event, payload }: { event: string; payload?: Readonly<Record<string, unknown>> | undefined },
): Delivery[] {
  const shown = shownPayload(parts, event);
  const own = { id: parts.store.nextId("payment"), payment: payment.id, caseFile: payment.caseFile };
  const known = Object.entries(own).flatMap(([name, id]) =>
    Object.hasOwn(shown, name) ? [[name, withId(shown[name], id)]] : [],
  );
  return emit(parts, deliveries, clientTargets(parts, payment, event), {
    event,
    payload: { ...shown, ...Object.fromEntries(known), ...payload, "@event": event },
    payment: payment.id,
  });
}

/** The id in the form of the one that the documents show: a number, a text that ends in one, or an object with it. */
function withId(shown: unknown, id: number): unknown {
  if (isObject(shown)) return { ...shown, id: withId(shown["id"] ?? 0, id) };
  if (typeof shown !== "string") return id;
  const [digits = ""] = /\d+(?=\D*$)/.exec(shown) ?? [];
  return digits === "" ? shown + id : shown.replace(/\d+(?=\D*$)/, String(id).padStart(digits.length, "0"));
}

/** The active webhooks of the payment's client that list the event (F-6.2-02). */
function clientTargets({ store }: Needs<"store">, payment: Payment, event: string): Target[] {
  const client = store.get("caseFile", payment.caseFile)?.client;
  return store
    .list("clientWebhook")
    .filter((webhook) => webhook.client === client && webhook.active && webhook.events.includes(event))
    .map((webhook) => ({ system: "client", webhook }));
}

/**
 * Dispatches an event to the active webhooks of an App that list it (F-6.4-01). No such event is sent in production
 * today (F-6.2-01, A-01).
 *
 * @param payload the body; default: what the profile says, because the body is not specified (U-27)
 */
export function dispatchAppEvent(
  parts: Emitting,
  deliveries: Deliveries,
  { app, event, payload }: { app: number; event: string; payload?: Readonly<Record<string, unknown>> | undefined },
): Delivery[] {
  const targets = parts.store
    .list("appWebhook")
    .filter((webhook) => webhook.app === app && webhook.active && webhook.events.includes(event))
    .map((webhook): Target => ({ system: "app", webhook }));
  const payment = parts.profile.appPayload === "payment" ? parts.store.list("payment").at(-1) : undefined;
  const usual = payment ? snapshot(parts, payment, event) : {};
  return emit(parts, deliveries, targets, {
    event,
    payload: { ...(payload ?? usual), "@event": event },
    payment: null,
  });
}

/** Returns the body of a client webhook delivery (F-2.4-01 to F-2.4-09). */
function snapshot(parts: Needs<"profile" | "deployment">, payment: Payment, event: string): object {
  const { id, amount, paidTo, confirmedAt, createdAt, updatedAt, caseFile } = payment;
  return withOptional("PaymentSnapshot", {
    ...shownPayload(parts, CASE_FILE_PAYMENT_CONFIRMED),
    "@event": event,
    id,
    amount,
    paidTo,
    confirmedAt: timestamp(parts, confirmedAt ?? updatedAt),
    createdAt: timestamp(parts, createdAt),
    updatedAt: timestamp(parts, updatedAt),
    caseFile: withOptional("CaseFileReference", { id: caseFile }),
  });
}

/** Creates one delivery for each target, two if a fault says so. `payment`: its id; null for app deliveries. */
function emit(
  parts: Needs<"store" | "journal">,
  deliveries: Deliveries,
  targets: readonly Target[],
  emitted: { event: string; payload: object; payment: number | null; fault?: DeliveryFault | undefined },
): Delivery[] {
  const { event, payload, payment, fault } = emitted;
  const body = JSON.stringify(payload);
  return targets.flatMap((target) => {
    const injected = fault ?? takeFault(parts);
    const copies = injected?.kind === "duplicate" ? 2 : 1;
    return Array.from({ length: copies }, () => deliveries.create({ target, event, body, payment, fault: injected }));
  });
}

function keep({ store, journal }: Needs<"store" | "journal">, payment: Payment): Payment {
  store.put("payment", payment);
  journal.add("payment", payment);
  return payment;
}
