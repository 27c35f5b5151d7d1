/** Everything that the control shows at a glance. */

import { DELIVERY_STATES } from "./control-deliveries.ts";
import type { ControlState } from "./control-types.ts";
import { appId, appIri, clientIri } from "./iris.ts";
import { differences } from "./profile.ts";
import type { World } from "./world.ts";

export function controlState(world: World): ControlState {
  const { store, clock, profile, faults, forwards, baseUrl, authUrl } = world;
  const counts = Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])) as ControlState["deliveries"];
  for (const { state } of store.list("delivery")) counts[state]++;
  return {
    baseUrl,
    authUrl,
    authorizationUrl: authUrl + profile.authorizationPath,
    clock: { kind: clock.kind, now: new Date(clock.now()).toISOString() },
    profile,
    differences: differences(profile, world.contract),
    forwards: Object.fromEntries(forwards),
    faults,
    customers: store.list("customer"),
    clients: store.list("client").map((client) => ({ ...client, iri: clientIri(world, client.id) })),
    apps: store.list("app").map((app) => ({ ...app, iri: appIri(world, app.id), appId: appId(world, app.id) })),
    oauthClients: store.list("oauthClient").map(({ id, name, redirectUris }) => ({ clientId: id, name, redirectUris })),
    caseFiles: store.count("caseFile"),
    payments: store.list("payment").slice(-100).reverse(),
    clientWebhooks: store.list("clientWebhook"),
    appWebhooks: store.list("appWebhook"),
    deliveries: counts,
  };
}
