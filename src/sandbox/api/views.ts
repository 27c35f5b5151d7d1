/** Resources as the API shows them: the stated members, and those that the profile adds. */

import { MEMBERS, OPERATIONS } from "../../../generated/constants.ts";
import { SAMPLES } from "../../../generated/samples.ts";
import type { Needs } from "../parts.ts";
import type { AppWebhook, ClientWebhook } from "../store/model.ts";
import { appIri, clientIri, iri } from "./ids.ts";

type ExtraMember = "id" | "@id" | "createdAt";

/**
 * Returns the client webhook as a resource (F-2.2-01 to F-2.2-12). The property for active or inactive has the name
 * that the profile gives it, or is left out (N-2.2-01).
 */
export function clientWebhookView(
  parts: Needs<"profile" | "baseUrl">,
  webhook: ClientWebhook,
): Record<string, unknown> {
  const { clientWebhookActiveMember: activeMember, clientWebhookExtraMembers } = parts.profile;
  const { client, name, events, url, secret, active } = webhook;
  return {
    ...extras(parts, clientWebhookExtraMembers, OPERATIONS.createClientWebhook.path, webhook),
    ...withOptional("ClientWebhook", { client: clientIri(parts, client), name, events, url, secret }),
    ...(activeMember !== null && { [activeMember]: active }),
  };
}

/** Returns an app webhook as a resource (F-2.3-03 to F-2.3-10), with the profile's read-only members (N-2.3-01). */
export function appWebhookView(parts: Needs<"profile" | "baseUrl">, webhook: AppWebhook): Record<string, unknown> {
  const { app, webhookUrl, events, responseHandlingType, active } = webhook;
  return {
    ...extras(parts, parts.profile.appWebhookExtraMembers, OPERATIONS.createAppWebhook.path, webhook),
    ...withOptional("AppWebhook", { app: appIri(parts, app), webhookUrl, events, responseHandlingType, active }),
  };
}

/**
 * Adds a sample of each member that the schema declares and the sandbox does not know, so that a client meets every
 * member that may come.
 */
export function withOptional(
  schema: keyof typeof SAMPLES,
  known: Readonly<Record<string, unknown>>,
  left: readonly string[] = [],
): Record<string, unknown> {
  const unknown = MEMBERS[schema].filter((member) => !Object.hasOwn(known, member) && !left.includes(member));
  return { ...known, ...Object.fromEntries(unknown.map((member) => [member, SAMPLES[schema][member]])) };
}

function extras(
  parts: Needs<"profile" | "baseUrl">,
  members: readonly ExtraMember[],
  path: string,
  { id, createdAt }: ClientWebhook | AppWebhook,
): object {
  const all = { id, "@id": iri(parts, `${path}/${id}`), createdAt: timestamp(parts, createdAt) };
  return Object.fromEntries(Object.entries(all).filter(([member]) => members.some((one) => one === member)));
}

/**
 * Writes the time as ISO 8601 with an offset (F-2.4-05), in the form of the profile (U-33). The offset does not follow
 * the season: it is always one hour.
 */
export function timestamp({ profile }: Needs<"profile">, time: number): string {
  const utc = profile.timestampOffset === "utc";
  const text = new Date(time + (utc ? 0 : 3600_000)).toISOString().slice(0, -1);
  const offset = { colon: "+01:00", plain: "+0100", utc: "Z" }[profile.timestampOffset];
  return (profile.timestampFraction ? text : text.slice(0, -4)) + offset;
}
