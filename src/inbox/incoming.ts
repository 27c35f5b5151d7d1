/** A delivery as a row: what identifies it, and which lane it is in. */

import { hash } from "node:crypto";
import { CASE_FILE_PAYMENT_CONFIRMED } from "../../generated/constants.ts";
import { RECEIVED_EVENTS } from "../../generated/validators.ts";
import type { Payload } from "../receive/delivery.ts";
import { UNVERIFIED } from "../receive/duplicate-store.ts";
import type { IncomingDelivery } from "../receive/inbox.ts";
import { ownedKeys, storeKey } from "../receive/key.ts";
import { wrongOption } from "./option-checks.ts";
import type { DeliveryName, InboxOptions } from "./options.ts";
import type { NewRow } from "./store.ts";

/**
 * Returns the row. It identifies a delivery by whether it was signed, and its key or its bytes; never by which secret
 * matched.
 *
 * @throws MisuseError `inbox_option` if it is not what a receiver passes
 * @throws TypeError if a function returns neither a text, a number nor nothing
 */
export async function toRow(
  delivery: IncomingDelivery,
  named: Pick<InboxOptions, "lane" | "payment">,
): Promise<NewRow> {
  const { event, verified, key, earlierKey = null, label = null, owner = null, body } = checkDelivery(delivery);
  const digest = hash("sha256", body, "base64url");
  const payment = (named.payment && nameIn(delivery, named.payment, "payment")) ?? paymentIn(delivery.payload);
  const lane = named.lane ? await laneIn(delivery, named.lane) : null;
  return { key: key ?? UNVERIFIED + digest, earlierKey, event, verified, payment, label, owner, lane, body, digest };
}

/**
 * Apart for each owner, and for unsigned deliveries: anyone can send those, and they must not keep a payment waiting.
 */
async function laneIn(delivery: IncomingDelivery, laneOf: DeliveryName): Promise<string | null> {
  const { verified, owner } = delivery;
  const name = nameIn(delivery, laneOf, "lane");
  if (name === null) return null;
  if (name === "") throw new TypeError("lane must return a text, not an empty one.");
  if (!verified) return storeKey(UNVERIFIED, name);
  return owner === undefined ? storeKey("verified ", name) : (await ownedKeys(owner, name, false)).key;
}

function checkDelivery(delivery: IncomingDelivery): IncomingDelivery {
  const { event, verified, payload, key, body }: Partial<IncomingDelivery> = Object(delivery);
  const isKey = key === undefined || (typeof key === "string" && key !== "");
  const isRead = typeof event === "string" && typeof verified === "boolean" && Object(payload) === payload;
  if (isKey && isRead && body instanceof Uint8Array) return delivery;
  throw wrongOption("accept takes event, verified, payload, key and body (bytes), as a receiver passes them.");
}

/** Asks the user's function for a name of the delivery; null if it has none. */
function nameIn({ event, verified, payload, label, owner }: IncomingDelivery, ask: DeliveryName, option: string) {
  const name = ask({ event, verified, payload, label, owner });
  if (name === undefined || name === null) return null;
  if (!isName(name)) throw new TypeError(`${option} must return a text, a number or nothing.`);
  return String(name);
}

/**
 * The payment that an event is about; null if the body does not say. The contract's own event is a snapshot of the
 * payment. Others have a member `payment`, its id or an object with one, as docs/guides/overlays.md recommends; without
 * it, a known event is a snapshot as well.
 */
function paymentIn({ "@event": event, id, payment }: Payload): string | null {
  const isSnapshot = event === CASE_FILE_PAYMENT_CONFIRMED;
  const named = typeof payment === "object" ? Object(payment).id : payment;
  if (!isSnapshot && isName(named)) return String(named);
  return Object.hasOwn(RECEIVED_EVENTS, event) && isName(id) ? String(id) : null;
}

const isName = (value: unknown) => /^(number|bigint|string)$/.test(typeof value);
