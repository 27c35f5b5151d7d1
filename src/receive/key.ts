/** What makes two deliveries the same, as a short text for a store. */

import { IDEMPOTENCY_KEY } from "../../generated/constants.ts";
import { RECEIVED_EVENTS } from "../../generated/validators.ts";
import type { Payload } from "./delivery.ts";

/** Longest key that is stored as it is, a little under what columns for names usually hold. */
const PLAIN_MAX = 100;

/** Payment id and event (F-6.5-05). Undefined where the members of these names are not known to be that. */
export function paymentAndEvent(payload: Payload): string | undefined {
  if (!Object.hasOwn(RECEIVED_EVENTS, payload["@event"])) return undefined;
  let key = "";
  for (const name of IDEMPOTENCY_KEY) {
    const member = payload[name];
    if (member === undefined || member === null || typeof member === "object") return undefined;
    key += (key && " ") + member;
  }
  return key;
}

/** Whether the id of a payment says as much as id and event. */
const isIdEnough = Object.keys(RECEIVED_EVENTS).length === 1 && `${IDEMPOTENCY_KEY}` === "id,@event";

/**
 * The payment id, where it alone is equal if and only if `paymentAndEvent` is: as long as the contract has one event
 * and compares no other member.
 */
export function paymentNumber({ id, "@event": event }: Payload): number | undefined {
  return isIdEnough && typeof id === "number" && Object.hasOwn(RECEIVED_EVENTS, event) ? id : undefined;
}

/**
 * `space` separates keys of different kinds. Long keys and bytes become a digest, so that a store of so many keys is
 * of a bounded size. A promise only for these.
 */
export function storeKey(space: string, same: string | Uint8Array): string | Promise<string> {
  if (!same) throw new TypeError("key returned nothing");
  if (typeof same !== "string") return digest(space, same);
  return same.length > PLAIN_MAX ? digest(space, new TextEncoder().encode(same)) : space + same;
}

async function digest(space: string, bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return space + btoa(String.fromCharCode(...new Uint8Array(hash)));
}
