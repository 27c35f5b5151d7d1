/** Webhooks to which nothing is ever due, while everything else happens. */

import type { Context, Hook } from "../context.ts";
import { unknownEvent } from "../context.ts";
import { activate } from "./acting.ts";

export interface Dormant {
  readonly hook: Hook;
  readonly what: string;
  /** From when nothing is due to it, by `performance.now()`. */
  readonly from: number;
}

/** One that is switched off, one that lists another event, and an app webhook that is created inactive. */
export async function dormant(context: Context): Promise<readonly Dormant[]> {
  const { driver, fence, listener } = context;
  if (!driver.receiver || !listener || listener.isLost) return [];
  const { clientIri, appIri } = driver;
  const found: Dormant[] = [];
  const keep = (hook: Hook | undefined, what: string) => {
    if (hook) found.push({ hook, what, from: performance.now() });
  };
  const [unlisted, off, inactive] = await context.all([
    async () => (clientIri === undefined ? undefined : context.hookIfAllowed("client", { events: [unknownEvent()] })),
    async () =>
      clientIri !== undefined && fence.has("setClientWebhookActive") ? context.hookIfAllowed("client", {}) : undefined,
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
