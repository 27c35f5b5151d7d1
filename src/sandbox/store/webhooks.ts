/** Webhooks of both systems: found by system and id, and kept with their kind. */

import type { Needs } from "../parts.ts";
import type { AppWebhook, ClientWebhook, System } from "./model.ts";

/** A webhook of either system. */
export type Target =
  | { readonly system: "client"; readonly webhook: ClientWebhook }
  | { readonly system: "app"; readonly webhook: AppWebhook };

/** Returns the webhook of that system with that id. */
export function findTarget({ store }: Needs<"store">, system: System, id: number): Target | undefined {
  if (system === "client") {
    const webhook = store.get("clientWebhook", id);
    return webhook && { system, webhook };
  }
  const webhook = store.get("appWebhook", id);
  return webhook && { system, webhook };
}

/** Adds or replaces a webhook, and tells the journal. */
export function keepTarget({ store, journal }: Needs<"store" | "journal">, { system, webhook }: Target): void {
  if (system === "client") store.put("clientWebhook", webhook);
  else store.put("appWebhook", webhook);
  journal.add("webhook", { system, id: webhook.id, active: webhook.active });
}

/** Returns the webhook switched on or off. */
export function withActive(target: Target, active: boolean): Target {
  return target.system === "client"
    ? { system: "client", webhook: { ...target.webhook, active } }
    : { system: "app", webhook: { ...target.webhook, active } };
}
