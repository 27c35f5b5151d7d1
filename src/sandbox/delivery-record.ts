/** New deliveries and attempts, and what is written into an attempt when it ends. */

import type { Attempt, Delivery, DeliveryFault } from "./model.ts";
import type { Target } from "./rules.ts";
import type { Outcome } from "./sender.ts";

export interface NewDelivery {
  target: Target;
  event: string;
  body: string;
  payment: number | null;
  redeliveryOf?: number;
  fault?: DeliveryFault | null;
}

/** A new delivery, due at `now` (epoch milliseconds) unless a fault delays it. */
export function deliveryOf(given: NewDelivery, id: number, now: number): Delivery {
  const { target, event, body, payment, redeliveryOf = null, fault = null } = given;
  return {
    id,
    system: target.system,
    webhook: target.webhook.id,
    url: target.system === "client" ? target.webhook.url : target.webhook.webhookUrl,
    event,
    payment,
    body,
    state: "pending",
    due: now + (fault?.kind === "delay" ? fault.seconds * 1000 : 0),
    createdAt: now,
    redeliveryOf,
    fault,
    attempts: [],
  };
}

/** An attempt that is about to be made, to be recorded before it is. `number`: from 1. */
export function attemptOf(
  number: number,
  now: number,
  headers: Record<string, string>,
  fault: DeliveryFault | null,
): Attempt {
  const open = { durationMs: null, status: null, error: null, responseHeaders: {}, responseBody: "" };
  return { number, startedAt: now, headers, fault: fault?.kind ?? null, ...open };
}

/** Writes into an attempt how it ended. */
export function conclude(attempt: Attempt, { status, error, headers, body }: Outcome, durationMs: number): void {
  attempt.durationMs = Math.round(durationMs * 10) / 10;
  attempt.status = status;
  attempt.error = error;
  attempt.responseHeaders = headers;
  attempt.responseBody = body;
}
