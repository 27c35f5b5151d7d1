/** Everything that the control shows at a glance. */

import { zeroCounts } from "../../values/names.ts";
import { appId, appIri, clientIri } from "../api/ids.ts";
import { injectedFaults } from "../delivery/faults.ts";
import { INSIDE_ANSWERS } from "../inside/receiver.ts";
import type { Needs } from "../parts.ts";
import { differences } from "../profile.ts";
import type { DeliveryState } from "../store/model.ts";
import { findAlerts } from "./alerts.ts";
import { DELIVERY_STATES } from "./deliveries.ts";
import type { ControlState } from "./types.ts";

type Showing = Needs<
  "store" | "clock" | "profile" | "deployment" | "forwards" | "inside" | "signatureHeader" | "baseUrl" | "authUrl"
>;

/** Returns the state of the sandbox. Secrets of webhooks are in it, secrets of apps are not. */
export function controlState(parts: Showing): ControlState {
  const { store, clock, profile, forwards, inside, baseUrl, authUrl } = parts;
  return {
    baseUrl,
    authUrl,
    authorizationUrl: authUrl + profile.authorizationPath,
    clock: {
      kind: clock.kind,
      now: new Date(clock.now()).toISOString(),
      aheadMs: clock.kind === "real" ? clock.positionAt(clock.now()) : 0,
    },
    profile,
    differences: differences(profile, parts.deployment),
    forwards: forwards.all,
    receiver: inside.answer === undefined ? null : { answer: inside.answer, answers: INSIDE_ANSWERS },
    faults: injectedFaults(parts),
    customers: store.list("customer"),
    clients: store.list("client").map((client) => ({ ...client, iri: clientIri(parts, client.id) })),
    apps: store.list("app").map((app) => ({ ...app, iri: appIri(parts, app.id), appId: appId(parts, app.id) })),
    oauthClients: store.list("oauthClient").map(({ id, name, redirectUris }) => ({ clientId: id, name, redirectUris })),
    caseFiles: store.count("caseFile"),
    payments: store.list("payment").slice(-100).reverse(),
    clientWebhooks: store.list("clientWebhook"),
    appWebhooks: store.list("appWebhook"),
    deliveries: countDeliveries(parts),
    attention: findAlerts(parts),
  };
}

function countDeliveries({ store }: Showing): Record<DeliveryState, number> {
  const counts = zeroCounts(DELIVERY_STATES);
  for (const { state } of store.list("delivery")) counts[state]++;
  return counts;
}
