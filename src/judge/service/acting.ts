/** What a run does to a service: payments, events and switches; and how they recognise a delivery. */

import { isObject } from "../answers.ts";
import { observed } from "../check.ts";
import type { Received } from "../trace.ts";
import { idIn } from "../wire/delivery.ts";
import type { Context, Hook, Kind } from "./context.ts";

/** The id that the driver reports for a payment, if any, and if no other payment has it. */
export async function pay(
  context: Context,
  what: "confirmPayment" | "recordPayment",
  paidTo: "client" | "agency",
  client: string,
) {
  const told = await context.fence.call<unknown>(what, { paidTo, client });
  return isObject(told) && typeof told["id"] === "number" ? context.payments.keep(told["id"]) : undefined;
}

/** Switches a webhook on, because a new one may be inactive (U-37). Does nothing if new ones start active. */
export async function activate(context: Context, hook: Hook, active: boolean): Promise<void> {
  const { request, response } = hook;
  await context.fence.call("setClientWebhookActive", { request, response }, active);
}

/** @throws NotObserved if the driver cannot make happen what webhooks of the kind are due */
export function needsTrigger({ fence }: Context, kind: Kind): void {
  const call = kind === "client" ? "confirmPayment" : "dispatchAppEvent";
  observed(fence.has(call), `the driver has no ${call}()`);
}

/** The id in a delivery, unless the driver reported it for several payments. */
export function ownIdIn({ payments }: Context, one: Received): number | undefined {
  const id = idIn(one);
  return id === undefined || payments.shared.has(id) ? undefined : id;
}
