/** What is wrong with deliveries and not cured yet, for the console. */

import { signBody } from "../../signature/node.ts";
import { inHexCase } from "../delivery/rules.ts";
import type { Needs } from "../parts.ts";
import type { Attempt, Delivery } from "../store/model.ts";
import type { Attention, Concern } from "./types.ts";

type Looking = Needs<"store" | "profile" | "signatureHeader">;

/** Number of deliveries that are named. */
const NAMED_MAX = 5;

/**
 * Returns what needs attention, the newest first. An accepted forgery is cured when the same webhook refuses a later
 * one; a failed delivery when it is sent again, because the new delivery then stands for it.
 */
export function findAlerts(parts: Looking): Attention {
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
