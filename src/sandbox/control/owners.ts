/** The part of the control that creates clients and Apps. */

import type { Hono } from "hono";
import { appId, appIri, clientIri } from "../api/ids.ts";
import { needRoom } from "../limits.ts";
import type { Needs } from "../parts.ts";
import { readInput } from "./input.ts";

type Creating = Needs<"store" | "mostRecords" | "profile" | "baseUrl">;

/** Adds the routes below `/_control/clients` and `/_control/apps`. */
export function routeOwners(app: Hono, parts: Creating): void {
  app.post("/_control/clients", async ({ req, json }) => {
    const { name = "Another client" } = await readInput(req.raw, "createClient");
    const client = createClient(parts, name);
    return json({ ...client, iri: clientIri(parts, client.id) }, 201);
  });
  app.post("/_control/apps", async ({ req, json }) => {
    const { name = "Another App" } = await readInput(req.raw, "createApp");
    const made = createApp(parts, name);
    return json({ ...made, iri: appIri(parts, made.id), appId: appId(parts, made.id) }, 201);
  });
}

/** The first customer may act for every client, so that their token fits each of them. */
function createClient(parts: Creating, name: string) {
  const { store } = parts;
  needRoom(parts, "client");
  const client = { id: store.nextId("client"), name };
  store.put("client", client);
  const [first] = store.list("customer");
  if (first) store.put("customer", { ...first, clients: [...first.clients, client.id] });
  return client;
}

function createApp(parts: Creating, name: string) {
  needRoom(parts, "app");
  const made = { id: parts.store.nextId("app"), name };
  parts.store.put("app", made);
  return made;
}
