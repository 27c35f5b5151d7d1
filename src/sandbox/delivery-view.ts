/** A delivery as the control shows it, with everything that a person needs to find out why a receiver refused it. */

import { SIGNATURE_SCHEME } from "../../generated/constants.ts";
import { signBody } from "../signature.ts";
import type { Attempt, Delivery, DeliveryState, System } from "./model.ts";
import { spelled } from "./rules.ts";
import type { World } from "./world.ts";

/** A delivery in a list. */
export interface DeliverySummary {
  id: number;
  system: System;
  /** Its id, of the client webhooks or of the app webhooks as `system` says. */
  webhook: number;
  url: string;
  event: string;
  payment: number | null;
  state: DeliveryState;
  /** ISO 8601, as all times of the control. */
  createdAt: string;
  /** When the next attempt is due; null when none is. */
  due: string | null;
  /** The id of the delivery whose bytes it sends again. */
  redeliveryOf: number | null;
  /** How many there were. */
  attempts: number;
  /** Of the last attempt. */
  status: number | null;
  error: string | null;
}

/** One attempt, with what was sent and what came back. */
export interface AttemptView extends Omit<Attempt, "startedAt"> {
  startedAt: string;
}

/** How the value of the signature header comes about, step by step. */
export interface SignatureSteps {
  header: string;
  algorithm: string;
  /** Of the sandbox; a real service shows it once. */
  secret: string;
  keyBytes: number;
  bodyBytes: number;
  digestHex: string;
  value: string;
  steps: string[];
}

/** One delivery with its attempts and its bytes. */
export interface DeliveryDetail extends Omit<DeliverySummary, "attempts"> {
  attempts: AttemptView[];
  /** The exact bytes of the body. */
  bodyBase64: string;
  bodyText: string;
  /** Null for app deliveries, which are not signed (F-6.4-02). */
  signature: SignatureSteps | null;
}

/** The row of a list. */
export function deliverySummary(delivery: Delivery): DeliverySummary {
  const { id, system, webhook, url, event, payment, state, createdAt, due, redeliveryOf, attempts } = delivery;
  const last = attempts.at(-1);
  return {
    id,
    system,
    webhook,
    url,
    event,
    payment,
    state,
    createdAt: new Date(createdAt).toISOString(),
    due: state === "pending" ? new Date(due).toISOString() : null,
    redeliveryOf,
    attempts: attempts.length,
    status: last?.status ?? null,
    error: last?.error ?? null,
  };
}

/** Everything about one delivery; of a client webhook that is still there, with the steps of its signature. */
export function deliveryDetail(world: World, delivery: Delivery): DeliveryDetail {
  const body = Buffer.from(delivery.body);
  return {
    ...deliverySummary(delivery),
    attempts: delivery.attempts.map((one) => ({ ...one, startedAt: new Date(one.startedAt).toISOString() })),
    bodyBase64: body.toString("base64"),
    bodyText: delivery.body,
    signature: delivery.system === "client" ? signatureSteps(world, delivery, body) : null,
  };
}

/** F-6.3-03, F-6.3-05, F-6.3-06; the encoding of the key is U-18. */
function signatureSteps(world: World, { webhook }: Delivery, body: Buffer): SignatureSteps | null {
  const secret = world.store.get("clientWebhook", webhook)?.secret;
  if (secret === undefined) return null;
  const value = spelled(signBody(body, secret), world.profile);
  const digestHex = value.slice(SIGNATURE_SCHEME.prefix.length);
  const keyBytes = Buffer.byteLength(secret);
  return {
    header: world.signatureHeader,
    algorithm: SIGNATURE_SCHEME.algorithm,
    secret,
    keyBytes,
    bodyBytes: body.length,
    digestHex,
    value,
    steps: [
      `key: the secret as UTF-8, ${keyBytes} bytes`,
      `message: the body exactly as sent, ${body.length} bytes, before any parsing`,
      `digest: HMAC-SHA256 of the message with the key, in hexadecimal: ${digestHex}`,
      `header: ${world.signatureHeader}: ${SIGNATURE_SCHEME.prefix} and the digest`,
      'check: openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" body.bin',
    ],
  };
}
