/** IRIs and ids as the profile writes them (U-04, U-05), and back. */

import { OPERATIONS } from "../../../generated/constants.ts";
import type { Needs } from "../parts.ts";
import type { App, Client } from "../store/model.ts";

/** `/api/apps/{id}` of the path of the list. */
const APPS = OPERATIONS.listAppWebhooks.path.replace(/\/\{.*/, "");
/** Clients and Apps have IRIs; no path of the API is declared under them. */
const CLIENTS = APPS.replace(/[^/]+$/, "clients");

/** Returns the IRI of the client with that id. */
export function clientIri(parts: Needs<"profile" | "baseUrl">, id: number): string {
  return iri(parts, `${CLIENTS}/${id}`);
}

/** Returns the IRI of the App with that id. */
export function appIri(parts: Needs<"profile" | "baseUrl">, id: number): string {
  return iri(parts, `${APPS}/${appId(parts, id)}`);
}

/** Returns `{id}` in the path of the list of app webhooks. */
export function appId({ profile }: Needs<"profile">, id: number): string | number {
  return profile.appIdType === "integer" ? id : `app-${id}`;
}

/** Returns the client of an IRI that is written exactly as `clientIri` writes it. */
export function findClient(parts: Needs<"store" | "profile" | "baseUrl">, given: string): Client | undefined {
  const id = Number(/\/clients\/(\d{1,15})$/.exec(given)?.[1]);
  return given === clientIri(parts, id) ? parts.store.get("client", id) : undefined;
}

/** Returns the App of an IRI that is written exactly as `appIri` writes it. */
export function findApp(parts: Needs<"store" | "profile" | "baseUrl">, given: string): App | undefined {
  const id = Number(/\/apps\/(?:app-)?(\d{1,15})$/.exec(given)?.[1]);
  return given === appIri(parts, id) ? parts.store.get("app", id) : undefined;
}

/** Returns the App of a percent-decoded segment of a path. */
export function appOfSegment(parts: Needs<"store" | "profile">, segment: string): App | undefined {
  const id = Number(/^(?:app-)?(\d{1,15})$/.exec(segment)?.[1]);
  return segment === String(appId(parts, id)) ? parts.store.get("app", id) : undefined;
}

/** Returns the path as an IRI of the profile. */
export function iri({ profile, baseUrl }: Needs<"profile" | "baseUrl">, path: string): string {
  return (profile.iriForm === "absolute" ? baseUrl : "") + path;
}
