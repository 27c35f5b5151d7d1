/** What experiments do to a service: payments, events and switches; and how they recognise a delivery. */

import { EVENT_NAMES } from "../../../../generated/constants.ts";
import { isObject, jsonOf } from "../../answers.ts";
import { NotObserved } from "../../check.ts";
import type { Received } from "../../wire/listener.ts";
import { type Context, EVENT, type Hook, type Kind } from "../context.ts";

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

export async function confirm(context: Context, client: string): Promise<number | undefined> {
  const id = await pay(context, "confirmPayment", "client", client);
  if (id === undefined) context.payments.areUnknown = true;
  return id;
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
  if (kind === "client") await confirm(context, context.owner("client"));
  else await context.dispatch(context.owner("app"));
}

/** @throws NotObserved if the driver cannot make happen what webhooks of the kind are due */
export function needsTrigger({ fence }: Context, kind: Kind): void {
  const call = kind === "client" ? "confirmPayment" : "dispatchAppEvent";
  if (!fence.has(call)) throw new NotObserved(`the driver has no ${call}()`);
}

/** The member of a delivery with this name, if its body is an object. */
function memberOf({ headers, body }: Received, member: string): unknown {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const value = jsonOf(body, type);
  return isObject(value) ? value[member] : undefined;
}

/** The `@event` of a delivery; undefined if it has none. */
export const eventIn = (one: Received): unknown => memberOf(one, "@event");

const ids = new WeakMap<Received, number | undefined>();

/** The id in a delivery, if it has one. An id as a string is a finding of its own (F-2.4-02), not another payment. */
export function idIn(one: Received): number | undefined {
  if (ids.has(one)) return ids.get(one);
  const told = memberOf(one, "id");
  const id = typeof told === "string" && /^-?\d{1,15}$/.test(told) ? Number(told) : told;
  ids.set(one, typeof id === "number" ? id : undefined);
  return ids.get(one);
}

/** The same, unless the driver reported it for several payments. */
export function ownIdIn({ payments }: Context, one: Received): number | undefined {
  const id = idIn(one);
  return id === undefined || payments.shared.has(id) ? undefined : id;
}

/** Whether the deployment adds this event, whose payload is not that of a payment. */
export const isAdded = ({ options }: Context, name: unknown) =>
  name !== EVENT && (options.deployment?.events ?? []).some((event) => event.name === name);

export const isKnownEvent = (name: unknown) => (EVENT_NAMES as readonly unknown[]).includes(name);
