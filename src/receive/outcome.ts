/** What a receiver answers: a status for each code, and what it reports to the operator. */

import type { Fault } from "../../generated/validators.ts";
import type { ReceiverCode } from "../errors/receiving.ts";

/** The answer to a request. A refusal names its code and nothing else. */
export type Outcome = { readonly status: number; readonly code?: ReceiverCode };

/**
 * Details of a problem, without a payload. `error` is what your function threw, or advice on what to change; JSON makes
 * `{}` of an error, so log its text.
 */
export type Details = {
  /** As in `Accepted`; absent for `onUnknown`, too, where the sender chose the name. */
  event?: string | undefined;
  /** Label and owner of the secret that verified the delivery. */
  label?: string | undefined;
  owner?: string | undefined;
  error?: unknown;
  faults?: readonly Fault[] | undefined;
};

/** A delivery that was not acknowledged, or a store that failed. `status` is what the sender received. */
export type Problem = Details & { status: number; code: ReceiverCode };

/** Makes the answer to a problem and reports it. Never throws. `status` replaces the usual one of the code. */
export type Refuse = (code: ReceiverCode, details?: Details, status?: number) => Outcome;

/** The acknowledgements, told apart by identity: handled now or before, stored in the inbox, without a handler. */
export const HANDLED: Outcome = { status: 204 };
export const DUPLICATE: Outcome = { status: 204 };
export const STORED: Outcome = { status: 204 };
export const IGNORED: Outcome = { status: 204 };

export const STATUS: Readonly<Record<ReceiverCode, number>> = {
  method_not_allowed: 405,
  media_type_unsupported: 415,
  body_too_large: 413,
  body_timeout: 408,
  body_incomplete: 400,
  body_already_read: 500,
  content_encoding_unsupported: 415,
  request_unusable: 500,
  answer_sent: 500,
  secrets_unavailable: 500,
  secret_empty: 500,
  signature_missing: 401,
  signature_repeated: 401,
  signature_whitespace: 401,
  signature_prefix: 401,
  signature_algorithm: 401,
  signature_length: 401,
  signature_encoding: 401,
  signature_mismatch: 401,
  body_not_received: 400,
  body_not_utf8: 400,
  body_not_json: 400,
  payload_invalid: 422,
  number_unsafe: 422,
  handler_failed: 500,
  handler_deadline: 503,
  event_busy: 503,
  store_failed: 503,
  inbox_failed: 503,
  inbox_full: 503,
  owner_unknown: 204,
};

/** Seconds after which a sender may retry: soon after a failure, later if a person must free space. */
const RETRY_AFTER: { readonly [C in ReceiverCode]?: string } = { inbox_failed: "5", inbox_full: "60" };

/** What goes back to the sender. Hand all three to the host; with a 2xx status, the body is empty. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Returns the answer of an outcome. A refusal has its code in the body. */
export function toAnswer({ status, code }: Outcome): Answer {
  if (code === undefined) return { status, headers: {}, body: "" };
  const retryAfter = RETRY_AFTER[code];
  const headers = {
    "content-type": "application/json",
    ...(status === 405 && { allow: "POST" }),
    ...(retryAfter && { "retry-after": retryAfter }),
  };
  return refusingJson({ status, headers, body: JSON.stringify({ code }) });
}

/**
 * Returns a refusal that cannot become JSON: a host that makes JSON of what a function returned would send it with 200,
 * which the service takes for an acknowledgement. Now the host fails, and the service retries.
 */
export function refusingJson<Refusal extends object>(refusal: Refusal): Refusal {
  const value = () => {
    throw new TypeError("Send the status, headers and body of an answer, not JSON");
  };
  return Object.defineProperty(refusal, "toJSON", { value });
}
