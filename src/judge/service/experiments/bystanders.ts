/**
 * Webhooks that are left alone while everything else happens: nothing is ever due to some, and every payment to others.
 */

import type { Context, Hook } from "../context.ts";
import { unknownEvent } from "../context.ts";
import { activate, activateSoftly } from "./acting.ts";

export interface Dormant {
  readonly hook: Hook;
  readonly what: string;
  /** From when nothing is due to it, by `performance.now()`. */
  readonly from: number;
}

export interface Bystanders {
  readonly dormant: readonly Dormant[];
  /** Active client webhooks that always acknowledge. */
  readonly steady: readonly Hook[];
}

export async function bystanders(context: Context): Promise<Bystanders> {
  const { driver, listener } = context;
  if (!driver.receiver || !listener || listener.isLost) return { dormant: [], steady: [] };
  return { dormant: await makeDormant(context), steady: await makeSteady(context) };
}

/** One of each client. */
async function makeSteady(context: Context): Promise<Hook[]> {
  const owners = [context.driver.clientIri, context.driver.otherClientIri].filter((owner) => owner !== undefined);
  const made = await context.each(owners, (owner) => context.hookIfAllowed("client", { owner }));
  const hooks = made.filter((hook) => hook !== undefined);
  if (context.fence.has("setClientWebhookActive")) await activateSoftly(context, hooks);
  return hooks;
}

/** One that is switched off, one that lists another event, and an app webhook that is created inactive. */
async function makeDormant(context: Context): Promise<readonly Dormant[]> {
  const { clientIri, appIri } = context.driver;
  const found: Dormant[] = [];
  const keep = (hook: Hook | undefined, what: string) => {
    if (hook) found.push({ hook, what, from: performance.now() });
  };
  const [unlisted, off, inactive] = await context.all([
    async () => (clientIri === undefined ? undefined : context.hookIfAllowed("client", { events: [unknownEvent()] })),
    async () =>
      clientIri !== undefined && context.fence.has("setClientWebhookActive")
        ? context.hookIfAllowed("client", {})
        : undefined,
    async () => (appIri === undefined ? undefined : context.hookIfAllowed("app", { active: false })),
  ]);
  keep(unlisted, "A client webhook with another event");
  const isOff =
    off &&
    (await activate(context, off, false).then(
      () => true,
      () => false,
    ));
  if (isOff) keep(off, "A client webhook that was switched off");
  keep(inactive, "An inactive app webhook");
  return found;
}
