/** Resources as the contract side shows them: what is stated, and what the profile adds. */

import { appIri, clientIri, iri } from "./iris.ts";
import type { AppWebhook, ClientWebhook } from "./model.ts";
import type { World } from "./world.ts";

type ExtraMember = "id" | "@id" | "createdAt";

/** F-2.2-01 to F-2.2-12. The property for active or inactive has the name that the profile gives it, or is not shown (N-2.2-01). */
export function clientWebhookView(world: World, webhook: ClientWebhook): Record<string, unknown> {
  const { clientWebhookActiveMember: activeMember, clientWebhookExtraMembers } = world.profile;
  const { id, client, name, events, url, secret, active, createdAt } = webhook;
  return {
    ...extras(world, clientWebhookExtraMembers, `client_webhooks/${id}`, id, createdAt),
    client: clientIri(world, client),
    name,
    events,
    url,
    secret,
    ...(activeMember !== null && { [activeMember]: active }),
  };
}

/** F-2.3-03 to F-2.3-10, and the read-only members of the profile (N-2.3-01). */
export function appWebhookView(world: World, webhook: AppWebhook): Record<string, unknown> {
  const { id, app, webhookUrl, events, responseHandlingType, active, createdAt } = webhook;
  return {
    ...extras(world, world.profile.appWebhookExtraMembers, `app_webhooks/${id}`, id, createdAt),
    app: appIri(world, app),
    webhookUrl,
    events,
    responseHandlingType,
    active,
  };
}

function extras(world: World, members: readonly ExtraMember[], path: string, id: number, createdAt: number): object {
  const all = { id, "@id": iri(world, path), createdAt: timestamp(world, createdAt) };
  return Object.fromEntries(Object.entries(all).filter(([member]) => members.includes(member as ExtraMember)));
}

/** ISO 8601 with an offset (F-2.4-05), in the form that the profile gives (U-33). The offset is that of no season: always one hour. */
export function timestamp({ profile }: World, time: number): string {
  const utc = profile.timestampOffset === "utc";
  const text = new Date(time + (utc ? 0 : 3600_000)).toISOString().slice(0, -1);
  const offset = { colon: "+01:00", plain: "+0100", utc: "Z" }[profile.timestampOffset];
  return (profile.timestampFraction ? text : text.slice(0, -4)) + offset;
}
