/** How a finding shows what came, and why there is none where nothing came. */

import { shownText } from "../answers.ts";
import { Breach, NotObserved, observed, Unexplained } from "../check.ts";
import type { Received } from "../trace.ts";
import { type Context, type Hook, type Kind, TRIGGER } from "./context.ts";
import { arrivedAs } from "./course.ts";

/** Why nothing came: unexplained, unless the driver lacks a member or a new webhook may be inactive (U-37). */
export function silenceOf({ driver, fence, listener }: Context, kind: Kind, why: string): NotObserved {
  const isActive = kind === "app" || fence.has("setClientWebhookActive");
  const canHear = listener && driver[`${kind}Iri`] !== undefined && fence.has(TRIGGER[kind]) && isActive;
  return canHear ? new Unexplained(why) : new NotObserved(why);
}

/** @throws NotObserved if the driver cannot make happen what webhooks of the kind are due */
export function needsTrigger({ fence }: Context, kind: Kind): void {
  observed(fence.has(TRIGGER[kind]), `the driver has no ${TRIGGER[kind]}()`);
}

/** Whether a webhook of a kind received anything: one of these, or one of the run. */
export const hasHeard = (context: Context, kind: Kind, hooks = context.hooks): boolean =>
  hooks.some((hook) => hook.kind === kind && context.world.posts(hook).length > 0);

/** Whether one of these of an owner did. */
export const hasHeardOf = (context: Context, kind: Kind, owner: string | undefined): boolean =>
  context.hooks.some((hook) => hook.owner === owner && hasHeard(context, kind, [hook]));

export const RECEIVES = { client: "deliver.receives", app: "app-deliver.receives" } as const;

/** @throws NotObserved if none did */
export function needsHeard(context: Context, kind: Kind, hooks?: readonly Hook[]): void {
  const why = `no webhook received what was due to it, so silence proves nothing: see ${RECEIVES[kind]}`;
  if (!hasHeard(context, kind, hooks)) throw silenceOf(context, kind, why);
}

/** Returns a delivery as findings show it: as a request, without a response. */
export function exchangeOf({ hook, one }: { readonly hook: Hook; readonly one: Received }) {
  const headers = Object.fromEntries(one.headers);
  const body = shownText(one.body);
  const exchange = { request: { method: one.method, url: hook.url, headers, body }, ms: 0 };
  arrivedAs.set(exchange, one);
  return exchange;
}

/** The same for a request that arrived at some webhook. */
export function shownFrom(context: Context, one: Received | undefined) {
  const hook = one && context.hooks.find(({ endpoint }) => endpoint.received.includes(one));
  return hook && exchangeOf({ hook, one });
}

/** @throws Breach with both explanations if nothing ever came; NotObserved after the first time in a run */
export function needsAnything(context: Context, id: string): void {
  const { listener, driver, trace } = context;
  if (!listener || !driver.receiver || trace.of("arrived").length > 0) return;
  context.silenceToldBy ??= id;
  if (context.silenceToldBy !== id)
    throw new NotObserved(`nothing ever reached the judge: see ${context.silenceToldBy}`);
  const { origin, listen } = driver.receiver;
  throw new Breach({
    expected: "Deliveries reach the judge.",
    actual:
      "No request ever reached the judge. Either the service delivers nothing, or receiver.origin " +
      `(${origin}) does not lead to receiver.listen (${listen.host}:${listen.port}). To find out: let any server ` +
      `listen there, and send a request to ${origin} from where the service runs. If it arrives, the service ` +
      "delivers nothing.",
  });
}
