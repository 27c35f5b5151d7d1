/** Everything that the control shows at a glance. */

import { signBody } from "../../signature/node.ts";
import { zeroCounts } from "../../values/names.ts";
import { appId, appIri, clientIri } from "../api/ids.ts";
import { injectedFaults } from "../delivery/faults.ts";
import { inHexCase } from "../delivery/rules.ts";
import { INSIDE_ANSWERS } from "../inside/receiver.ts";
import type { Needs } from "../parts.ts";
import { differences } from "../profile.ts";
import type { Attempt, Delivery, DeliveryState } from "../store/model.ts";
import { DELIVERY_STATES } from "./deliveries.ts";
import type { Attention, Concern, ControlState } from "./types.ts";

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

type Looking = Needs<"store" | "profile" | "signatureHeader">;

/** Number of deliveries that are named. */
const NAMED_MAX = 5;

/**
 * Returns what needs attention, the newest first. An accepted forgery is cured when the same webhook refuses a later
 * one; a failed delivery when it is sent again, because the new delivery then stands for it.
 */
function findAlerts(parts: Looking): Attention {
  const newest = parts.store.list("delivery").reverse();
  const repeated = new Set(newest.flatMap(({ redeliveryOf, fault }) => (redeliveryOf && !fault ? [redeliveryOf] : [])));
  const failed = newest.filter(({ id, state }) => state === "failed" && !repeated.has(id));
  const pending = newest.filter(({ state, attempts }) => state === "pending" && attempts.length > 0);
  const forged = acceptedForgeries(newest);
  const [last] = forged;
  return {
    forged: { ...concern(forged), newest: last ? compareSignatures(parts, last) : null },
    failed: concern(failed),
    pending: concern(pending),
  };
}

/** Tells whether the attempt was a forgery: its signature does not hold for its bytes. */
function isForgery({ fault }: Attempt): boolean {
  return fault === "wrong-signature" || fault === "other-body";
}

function isAccepted({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

function acceptedForgeries(newest: readonly Delivery[]): Delivery[] {
  const refusing = new Set<string>();
  return newest.filter(({ system, webhook, attempts }) => {
    const forgeries = attempts.filter((one) => isForgery(one) && one.status !== null);
    const target = `${system} ${webhook}`;
    if (forgeries.length === 0 || refusing.has(target)) return false;
    const accepted = forgeries.some(isAccepted);
    if (!accepted) refusing.add(target);
    return accepted;
  });
}

/** Returns the signature that was sent and the correct one; null if the webhook is gone. */
function compareSignatures(
  parts: Looking,
  { webhook, body, attempts }: Delivery,
): { sent: string; right: string } | null {
  const secret = parts.store.get("clientWebhook", webhook)?.secret;
  const sent = attempts.findLast((one) => isForgery(one) && isAccepted(one))?.headers[parts.signatureHeader];
  if (secret === undefined || sent === undefined) return null;
  return { sent, right: inHexCase(signBody(Buffer.from(body), secret), parts.profile) };
}

function concern(deliveries: readonly Delivery[]): Concern {
  return { count: deliveries.length, deliveries: deliveries.slice(0, NAMED_MAX).map(({ id }) => id) };
}
