/** IRIs and ids as the profile writes them (U-04, U-05), and back. */

import type { App, Client } from "./model.ts";
import type { World } from "./world.ts";

/** The IRI of the client with that id. */
export function clientIri(world: World, id: number): string {
  return iri(world, `clients/${id}`);
}

/** The IRI of the App with that id. */
export function appIri(world: World, id: number): string {
  return iri(world, `apps/${appId(world, id)}`);
}

/** `{id}` in the path of the list of app webhooks. */
export function appId(world: World, id: number): string | number {
  return world.profile.appIdType === "integer" ? id : `app-${id}`;
}

/** The client of an IRI, written exactly as `clientIri` writes it. */
export function clientOf(world: World, iri: string): Client | undefined {
  const id = Number(/\/clients\/(\d{1,15})$/.exec(iri)?.[1]);
  return iri === clientIri(world, id) ? world.store.get("client", id) : undefined;
}

/** The App of an IRI, written exactly as `appIri` writes it. */
export function appOf(world: World, iri: string): App | undefined {
  const id = Number(/\/apps\/(?:app-)?(\d{1,15})$/.exec(iri)?.[1]);
  return iri === appIri(world, id) ? world.store.get("app", id) : undefined;
}

/** The App of the segment of a path, percent-decoded. */
export function appOfSegment(world: World, segment: string): App | undefined {
  const id = Number(/^(?:app-)?(\d{1,15})$/.exec(segment)?.[1]);
  return segment === String(appId(world, id)) ? world.store.get("app", id) : undefined;
}

/** IRI of a webhook; no path under it is declared (N-4.3-01, N-4.4-01). */
export function iri(world: World, path: string): string {
  return `${world.profile.iriForm === "absolute" ? world.baseUrl : ""}/api/${path}`;
}
