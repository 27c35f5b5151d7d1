/** A delivery as a row: what identifies it, and which lane it is in. */

import { hash } from "node:crypto";
import { RECEIVED_EVENTS } from "../../generated/validators.ts";
import { UNVERIFIED } from "../receive/duplicate-store.ts";
import type { IncomingDelivery } from "../receive/inbox.ts";
import { ownedKeys, storeKey } from "../receive/key.ts";
import type { LaneOf } from "./options.ts";
import type { NewRow } from "./store.ts";

/**
 * Returns the row. It identifies a delivery by whether it was signed, and its key or its bytes; never by which secret
 * matched.
 *
 * @throws TypeError if `laneOf` returns what is not a lane
 */
export async function rowOf(delivery: IncomingDelivery, laneOf: LaneOf | undefined): Promise<NewRow> {
  const { event, verified, payload, key, earlierKey = null, label = null, owner = null, body } = delivery;
  const digest = hash("sha256", body, "base64url");
  const { id } = payload;
  const known = Object.hasOwn(RECEIVED_EVENTS, event) && /^(number|bigint|string)$/.test(typeof id);
  const payment = known ? String(id) : null;
  const lane = laneOf ? await laneIn(delivery, laneOf) : null;
  return { key: key ?? UNVERIFIED + digest, earlierKey, event, verified, payment, label, owner, lane, body, digest };
}

/**
 * Apart for each owner, and for unsigned deliveries: anyone can send those, and they must not keep a payment waiting.
 */
async function laneIn({ event, verified, payload, label, owner }: IncomingDelivery, laneOf: LaneOf) {
  const named = laneOf({ event, verified, payload, label, owner });
  if (named === undefined || named === null) return null;
  if (!/^(string|number|bigint)$/.test(typeof named))
    throw new TypeError("lane must return a text, a number or nothing.");
  const name = String(named);
  if (!verified) return storeKey(UNVERIFIED, name);
  return owner === undefined ? storeKey("verified ", name) : (await ownedKeys(owner, name, false)).key;
}
