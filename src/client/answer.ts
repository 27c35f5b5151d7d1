/** What the API client demands of an answer before it returns it. */

import { ApiError, type ApiErrorDetails, type Fault } from "../errors/calls.ts";
import { raise } from "../errors/raise.ts";
import { isJsonType, retryAfterSeconds } from "../network/http.ts";
import { isObject, parseJsonBytes } from "../values/json.ts";
import type { OperationId } from "./options.ts";

/** Returns the faults of an answer; `"any"` accepts every body or none, because its form is not stated (U-41). */
export type Expected = ((value: unknown) => readonly Fault[]) | "any";

/** The call that is answered. `tokenRenewed`: its token was rejected, and the next call has another one. */
interface Sent {
  readonly operationId: OperationId | undefined;
  readonly tokenRenewed?: boolean;
  readonly withoutToken?: boolean;
}

/** A request and its answer. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Throws unless the answer is a success, is JSON and keeps the contract.
 *
 * @returns the answer to pass on; undefined means the one that arrived
 * @throws ApiError `token_renewed`, `request_rejected`, `service_failed`, `response_not_json`, `response_invalid`
 */
export async function checkAnswer(
  { request, response }: Exchange,
  sent: Sent,
  expected: Expected,
  now: number,
): Promise<Response | undefined> {
  const bytes = await response.clone().arrayBuffer();
  const details = readDetails({ request, response }, sent, bytes, now);
  if (sent.tokenRenewed) raise(ApiError, "token_renewed", details);
  if (!response.ok) raise(ApiError, response.status < 500 ? "request_rejected" : "service_failed", details);
  const value = isJsonType(response.headers) ? parseJsonBytes(bytes) : undefined;
  // The call took effect; an error would invite the caller to create another webhook.
  if (expected === "any") return isObject(value) ? undefined : Response.json({});
  if (value === undefined) raise(ApiError, "response_not_json", details);
  const faults = expected(value);
  if (faults.length > 0) raise(ApiError, "response_invalid", { ...details, faults });
  return undefined;
}

/**
 * Throws if a success that openapi-fetch is to parse is not JSON: its own error would quote the body.
 *
 * @throws ApiError `response_not_json`
 */
export async function checkJson({ request, response }: Exchange, sent: Sent, now: number): Promise<void> {
  if (!response.ok) return;
  const bytes = await response.clone().arrayBuffer();
  if (bytes.byteLength > 0 && parseJsonBytes(bytes) === undefined) {
    raise(ApiError, "response_not_json", readDetails({ request, response }, sent, bytes, now));
  }
}

function readDetails({ request, response }: Exchange, sent: Sent, bytes: ArrayBuffer, now: number): ApiErrorDetails {
  const { status, headers } = response;
  const text = new TextDecoder().decode(bytes);
  const { operationId, withoutToken } = sent;
  const wait = retryAfterSeconds(response, now);
  return { operationId, url: request.url, status, withoutToken, headers, text, retryAfterSeconds: wait };
}
