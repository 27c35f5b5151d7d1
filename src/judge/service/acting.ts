/** What a run does to a service: payments, events and switches; and how they recognise a delivery. */

import { EVENT_NAMES } from "../../../generated/constants.ts";
import { isObject } from "../answers.ts";
import { NotObserved } from "../check.ts";
import type { Received } from "../trace.ts";
import { idIn } from "../wire/delivery.ts";
import { type Context, EVENT, type Hook, type Kind } from "./context.ts";

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
export const activateSoftly = (context: Context, hooks: Hook[]) =>
  Promise.all(hooks.map((hook) => activate(context, hook, true).catch(() => {})));

export const received = (context: Context, hooks: readonly Hook[], from: number) =>
  hooks.every((hook) => context.posts(hook, from).length > 0);

export async function trigger(context: Context, kind: Kind): Promise<void> {
  if (kind === "app") await context.dispatch(context.owner("app"));
  else if ((await pay(context, "confirmPayment", "client", context.owner("client"))) === undefined)
    context.payments.areUnknown = true;
}

/** @throws NotObserved if the driver cannot make happen what webhooks of the kind are due */
export function needsTrigger({ fence }: Context, kind: Kind): void {
  const call = kind === "client" ? "confirmPayment" : "dispatchAppEvent";
  if (!fence.has(call)) throw new NotObserved(`the driver has no ${call}()`);
}

/** The id in a delivery, unless the driver reported it for several payments. */
export function ownIdIn({ payments }: Context, one: Received): number | undefined {
  const id = idIn(one);
  return id === undefined || payments.shared.has(id) ? undefined : id;
}

/** Whether the deployment adds this event, whose payload is not that of a payment. */
export const isAdded = ({ options }: Context, name: unknown) =>
  name !== EVENT && (options.deployment?.events ?? []).some((event) => event.name === name);

export const isKnownEvent = (name: unknown) => (EVENT_NAMES as readonly unknown[]).includes(name);
