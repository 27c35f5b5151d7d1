/** A delivery through its life: each function returns the record that comes next. */

import type { Outcome } from "../outbound/sender.ts";
import type { Attempt, Delivery, DeliveryFault, DeliveryState } from "../store/model.ts";
import type { Target } from "../store/webhooks.ts";

/** What a delivery is made from. `body`: the exact text that is sent as UTF-8. */
export interface NewDelivery {
  readonly target: Target;
  readonly event: string;
  readonly body: string;
  readonly payment: number | null;
  readonly redeliveryOf?: number;
  readonly fault?: DeliveryFault | null;
}

/** The states after which nothing more is sent. */
export const FINAL_STATES: readonly DeliveryState[] = ["delivered", "failed", "dropped"];

/** Returns a new delivery, due at `now` (epoch milliseconds) unless a fault delays it. */
export function createDelivery(given: NewDelivery, id: number, now: number): Delivery {
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

/** Returns the fault of the next attempt, if one is left. */
export function nextFault({ fault, attempts }: Delivery): DeliveryFault | null {
  return fault && attempts.length < fault.attempts ? fault : null;
}

/** Returns the delivery with an attempt under way. `headers`: those of the request. */
export function begun(delivery: Delivery, headers: Record<string, string>, now: number): Delivery {
  const attempt: Attempt = {
    number: delivery.attempts.length + 1,
    startedAt: now,
    durationMs: null,
    headers,
    status: null,
    error: null,
    responseHeaders: {},
    responseBody: "",
    fault: nextFault(delivery)?.kind ?? null,
  };
  return { ...delivery, state: "sending", attempts: [...delivery.attempts, attempt] };
}

/** Returns the delivery without its last attempt, which was not made. */
export function unbegun(delivery: Delivery, state: DeliveryState): Delivery {
  return { ...delivery, state, attempts: delivery.attempts.slice(0, -1) };
}

/** Returns the delivery with the end of its last attempt. */
export function endLastAttempt(delivery: Delivery, outcome: Outcome, durationMs: number): Delivery {
  const { status, error, headers, body } = outcome;
  const end = {
    durationMs: Math.round(durationMs * 10) / 10,
    status,
    error,
    responseHeaders: headers,
    responseBody: body,
  };
  const attempts = delivery.attempts.map((one, i) => (i === delivery.attempts.length - 1 ? { ...one, ...end } : one));
  return { ...delivery, attempts };
}
