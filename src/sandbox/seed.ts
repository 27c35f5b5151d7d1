/** What a new sandbox holds: enough for a first authorization, registration and delivery. All of it is made up. */

import type { App, Client, Customer, OAuthClient } from "./model.ts";
import type { World } from "./world.ts";

/** The records of a new sandbox. Where none is named, the control takes the client 1, the first customer and the first app. */
export interface Seed {
  clients: readonly Client[];
  apps: readonly App[];
  customers: readonly Customer[];
  oauthClients: readonly OAuthClient[];
}

/** The one app that may ask for codes. Its secret is public, like everything here. */
export const DEMO_APP: OAuthClient = {
  id: "demo-app",
  name: "Demo app",
  secret: "demo-secret-for-the-sandbox-only",
  redirectUris: [
    "https://app.example.com/callback",
    "http://127.0.0.1/callback",
    "http://[::1]/callback",
    "http://localhost:3000/callback",
  ],
};

/** The seed of a sandbox that is given none. */
export const DEMO_SEED: Seed = {
  clients: [
    { id: 1, name: "North Supplies" },
    { id: 2, name: "South Rentals" },
  ],
  apps: [
    { id: 7, name: "Bookkeeping" },
    { id: 8, name: "Reporting" },
  ],
  customers: [
    { id: 1, name: "Robin (North Supplies, South Rentals)", clients: [1, 2] },
    { id: 2, name: "Kim (South Rentals)", clients: [2] },
  ],
  oauthClients: [DEMO_APP],
};

/** Fills an empty store; leaves one that holds something as it is. */
export function plant(world: World, seed: Seed): void {
  const { store, clock } = world;
  // Receivers remember payment ids for long, so those of an earlier sandbox do not come again.
  store.reserveIds("payment", Math.floor(clock.now() / 1000));
  store.put("setting", { id: "clock", kind: clock.kind, value: clock.position });
  if (store.count("oauthClient") > 0) return;
  for (const client of seed.clients) store.put("client", { ...client });
  for (const app of seed.apps) store.put("app", { ...app });
  for (const customer of seed.customers) store.put("customer", { ...customer, clients: [...customer.clients] });
  for (const app of seed.oauthClients) store.put("oauthClient", { ...app, redirectUris: [...app.redirectUris] });
}
