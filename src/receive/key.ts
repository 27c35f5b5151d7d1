/** What makes two deliveries the same, as a short text for a store. */

import { IDEMPOTENCY_KEY } from "../../generated/constants.ts";
import { RECEIVED_EVENTS } from "../../generated/validators.ts";
import type { Payload } from "./delivery.ts";
import { describeKind } from "./value-kinds.ts";

/** Longest key that is stored as it is, a little under what columns for names usually hold. */
const PLAIN_MAX = 100;

/**
 * Returns payment id and event (F-6.5-05). Undefined without one of them, and for an event that is neither of the
 * contract nor `added` by the deployment: its `id` may be something else.
 */
export function paymentAndEvent(payload: Payload, added: ReadonlySet<string>): string | undefined {
  const { "@event": event } = payload;
  if (!Object.hasOwn(RECEIVED_EVENTS, event) && !added.has(event)) return undefined;
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
 * Returns the payment id where it stands for `paymentAndEvent`: as long as the contract has one event and compares no
 * other member.
 */
export function paymentNumber({ id, "@event": event }: Payload): number | undefined {
  return isIdEnough && typeof id === "number" && Object.hasOwn(RECEIVED_EVENTS, event) ? id : undefined;
}

/** The key of a delivery, and the key that versions without owners made for it; absent if that is the same. */
export type Keys = { readonly key: string; readonly earlierKey?: string };

/**
 * Keys of signed deliveries: `verified `, or `verified/`, the owner as in a URL and a blank; then what is the same. So
 * no key of one owner can be the key of another, and none with an owner the key of a delivery without. `withEarlier`:
 * whether a version without owners may have stored the delivery.
 *
 * @throws TypeError if `same` is not a text, or empty
 */
export async function ownedKeys(owner: string, same: string | Uint8Array, withEarlier: boolean): Promise<Keys> {
  const prefix = `${encodeURIComponent(owner)} `;
  const within =
    typeof same === "string" ? prefix + same : new Uint8Array(await new Blob([prefix, same as BlobPart]).arrayBuffer());
  const key = await storeKey("verified/", within);
  return withEarlier ? { key, earlierKey: await storeKey("verified ", same) } : { key };
}

/**
 * `space` separates keys of different kinds. Bytes become a digest, and so do keys that are long or that not every
 * database takes (U+0000, half a surrogate pair). A promise only for these.
 *
 * @throws TypeError if `same` is not a text, or empty
 */
export function storeKey(space: string, same: string | Uint8Array): string | Promise<string> {
  if (same instanceof Uint8Array) return digest(space, same);
  if (typeof same !== "string" || !same)
    throw new TypeError(`key must return a text, not ${same === "" ? "an empty one" : describeKind(same)}.`);
  const isWhole = same.isWellFormed();
  if (isWhole && same.length <= PLAIN_MAX && !same.includes("\0")) return space + same;
  // As JSON, each half of a surrogate pair has bytes of its own.
  return digest(space, new TextEncoder().encode(isWhole ? same : JSON.stringify(same)));
}

async function digest(space: string, bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return space + btoa(String.fromCharCode(...new Uint8Array(hash)));
}
