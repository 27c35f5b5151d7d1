/** What a new sandbox holds: enough for a first authorization, registration and delivery. All of it is made up. */

import type { Needs } from "./parts.ts";
import type { App, Client, Customer, OAuthClient } from "./store/model.ts";

/**
 * The records of a new sandbox. Where a request names none, the control takes the client 1, the first customer and the
 * first app.
 */
export interface Seed {
  clients: readonly Client[];
  apps: readonly App[];
  customers: readonly Customer[];
  oauthClients: readonly OAuthClient[];
}

/** The one app that may ask for codes. Its secret is public. */
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

/** The default seed. */
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

/** Keeps the time of the clock, so that the next start continues from there. `at`: epoch milliseconds. */
export function keepClock({ store, clock }: Needs<"store" | "clock">, at = clock.now()): void {
  store.put("setting", { id: "clock", kind: clock.kind, value: clock.positionAt(at) });
}

/** Fills an empty store; leaves the records of any other as they are. */
export function plant({ store, clock }: Needs<"store" | "clock">, seed: Seed): void {
  // Receivers remember payment ids for long, so a new sandbox does not use those of an earlier one.
  store.reserveIds("payment", Math.floor(clock.now() / 1000));
  if (store.count("oauthClient") > 0) return;
  for (const client of seed.clients) store.put("client", { ...client });
  for (const app of seed.apps) store.put("app", { ...app });
  for (const customer of seed.customers) store.put("customer", { ...customer, clients: [...customer.clients] });
  for (const app of seed.oauthClients) store.put("oauthClient", { ...app, redirectUris: [...app.redirectUris] });
}
