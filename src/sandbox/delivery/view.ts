/** A delivery as the control shows it, with everything that tells why a receiver refused it. */

import { SIGNATURE_SCHEME } from "../../../generated/constants.ts";
import { signBody } from "../../signature/node.ts";
import type { Needs } from "../parts.ts";
import type { Attempt, Delivery, DeliveryState, FaultKind, System } from "../store/model.ts";
import { inHexCase, pauseMs } from "./rules.ts";

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
  /** ISO 8601, like all times of the control. */
  createdAt: string;
  /** When the next attempt is due; null when none is. */
  due: string | null;
  /** Id of the delivery whose bytes it sends again. */
  redeliveryOf: number | null;
  /** Number of attempts so far. */
  attempts: number;
  /** These four tell of the last attempt. */
  status: number | null;
  error: string | null;
  durationMs: number | null;
  fault: FaultKind | null;
  /** The amount of the payment, if there is one. */
  amount: number | null;
  /** Start, end and result of each attempt, and when those are planned that may follow. */
  timeLine: TimeLineEntry[];
}

/** An attempt on the time line. `planned`: not made yet, and never made if an earlier one succeeds. */
export interface TimeLineEntry {
  at: string;
  planned: boolean;
  status: number | null;
  error: string | null;
  fault: FaultKind | null;
}

/** One attempt, with what was sent and what came back. */
export interface AttemptView extends Omit<Attempt, "startedAt"> {
  startedAt: string;
}

/** How the value of the signature header is computed, step by step. */
export interface SignatureSteps {
  header: string;
  algorithm: string;
  /** The secret of the webhook; a real service shows it once. */
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

/** Returns the row of a list. */
export function deliverySummary(parts: Needs<"store" | "profile">, delivery: Delivery): DeliverySummary {
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
    createdAt: iso(createdAt),
    due: state === "pending" ? iso(due) : null,
    redeliveryOf,
    attempts: attempts.length,
    status: last?.status ?? null,
    error: last?.error ?? null,
    durationMs: last?.durationMs ?? null,
    fault: last?.fault ?? null,
    amount: payment === null ? null : (parts.store.get("payment", payment)?.amount ?? null),
    timeLine: timeLine(parts, delivery),
  };
}

/** Returns the attempts that were made, and those that follow if none succeeds; the jitter is left out. */
function timeLine({ profile }: Needs<"profile">, { attempts, state, due }: Delivery): TimeLineEntry[] {
  const made = attempts.map(
    ({ startedAt, status, error, fault }): TimeLineEntry => ({
      at: iso(startedAt),
      planned: false,
      status,
      error,
      fault,
    }),
  );
  if (state !== "pending") return made;
  const planned: TimeLineEntry[] = [];
  let at = due;
  for (let number = attempts.length + 1; number <= profile.maxAttempts; number++) {
    planned.push({ at: iso(at), planned: true, status: null, error: null, fault: null });
    at += pauseMs(number, profile, 0);
  }
  return [...made, ...planned];
}

const iso = (time: number): string => new Date(time).toISOString();

/** Returns everything about one delivery; the steps of its signature if its client webhook still exists. */
export function deliveryDetail(
  parts: Needs<"store" | "profile" | "signatureHeader">,
  delivery: Delivery,
): DeliveryDetail {
  const body = Buffer.from(delivery.body);
  return {
    ...deliverySummary(parts, delivery),
    attempts: delivery.attempts.map((one) => ({ ...one, startedAt: iso(one.startedAt) })),
    bodyBase64: body.toString("base64"),
    bodyText: delivery.body,
    signature: delivery.system === "client" ? signatureSteps(parts, delivery, body) : null,
  };
}

/** Returns how the signature is computed (F-6.3-03, F-6.3-05, F-6.3-06; the encoding of the key is U-18). */
function signatureSteps(
  parts: Needs<"store" | "profile" | "signatureHeader">,
  { webhook }: Delivery,
  body: Buffer,
): SignatureSteps | null {
  const secret = parts.store.get("clientWebhook", webhook)?.secret;
  if (secret === undefined) return null;
  const value = inHexCase(signBody(body, secret), parts.profile);
  const digestHex = value.slice(SIGNATURE_SCHEME.prefix.length);
  const keyBytes = Buffer.byteLength(secret);
  return {
    header: parts.signatureHeader,
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
      `header: ${parts.signatureHeader}: ${SIGNATURE_SCHEME.prefix} and the digest`,
      'check: openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" body.bin',
    ],
  };
}
