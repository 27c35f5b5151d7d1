/** How the sandbox fails: at start by `SandboxError`, on the contract side by a `Refusal` that the profile turns into an answer. */

import type { Profile } from "../../generated/profile.ts";
import { textOf } from "../error-texts.ts";
import { type Fault, type SandboxCode, SandboxError, type WebhookUrlCode } from "../errors.ts";

/** The profile key that holds the status of a refusal (N-7-01). */
export type StatusKey = Extract<keyof Profile, `${string}Status`>;

/** Why the contract side refuses. Shown as the profile says (N-7-02, N-7-03). */
export type RefusalCode =
  | WebhookUrlCode
  | "body_too_large"
  | "body_malformed"
  | "media_type_unsupported"
  | "validation_failed"
  | "event_unknown"
  | "event_repeated"
  | "member_unknown"
  | "url_unreachable"
  | "client_unknown"
  | "app_unknown"
  | "access_denied"
  | "webhook_exists"
  | "token_missing"
  | "token_invalid"
  | "scope_insufficient"
  | "not_found"
  | "method_not_allowed"
  | "storage_failed"
  | "limit_reached"
  | "internal_error";

const SENTENCES: Record<Exclude<RefusalCode, WebhookUrlCode>, string> = {
  body_too_large: "The body is larger than the sandbox reads.",
  body_malformed: "The body is not JSON in UTF-8, or breaks off.",
  media_type_unsupported: "The request has a media type that is not accepted here.",
  validation_failed: "The body breaks the contract.",
  event_unknown: "An event name is not known.",
  event_repeated: "An event name is given twice.",
  member_unknown: "The body has a member that is not known.",
  url_unreachable: "The URL cannot be reached.",
  client_unknown: "There is no such client.",
  app_unknown: "There is no such App.",
  access_denied: "The token gives no access to this resource.",
  webhook_exists: "The same webhook exists already.",
  token_missing: "The request carries no access token.",
  token_invalid: "The access token is not valid, or has expired.",
  scope_insufficient: "The access token lacks a scope that this operation needs.",
  not_found: "There is nothing under this path.",
  method_not_allowed: "This path does not know this method.",
  storage_failed: "The sandbox could not store it. Nothing was acknowledged.",
  limit_reached: "The sandbox holds no more of these: a limit of its own, not of the contract. Reset it.",
  internal_error: "The sandbox failed.",
};

/** Thrown inside the sandbox where the contract side refuses a request. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** A key of the profile, or a status that no profile decides. */
  readonly status: StatusKey | number;
  readonly faults: readonly Fault[];

  constructor(status: StatusKey | number, code: RefusalCode, faults: readonly Fault[] = []) {
    super(code);
    this.status = status;
    this.code = code;
    this.faults = faults;
  }
}

/** The answer to a refused API request, in the form of the profile (N-7-01 to N-7-03). */
export function refusalResponse(refusal: Refusal, profile: Profile): Response {
  const status = typeof refusal.status === "number" ? refusal.status : profile[refusal.status];
  const code = profile.errorCodeCase === "upper" ? refusal.code.toUpperCase() : refusal.code;
  const detail = sentenceOf(refusal.code);
  const faults = refusal.faults.length > 0 ? { faults: refusal.faults } : {};
  const headers: Record<string, string> = { "cache-control": "no-store" };
  // The rest of such a body is not read.
  if (refusal.code === "body_too_large") headers.connection = "close";
  if (status === 401) headers["www-authenticate"] = "Bearer";
  if (profile.errorFormat === "text") return new Response(`${code}: ${detail}\n`, { status, headers });
  const body =
    profile.errorFormat === "problem"
      ? { type: "about:blank", title: detail, status, code, ...faults }
      : { error: { code, message: detail, ...faults } };
  headers["content-type"] = profile.errorFormat === "problem" ? "application/problem+json" : "application/json";
  return new Response(JSON.stringify(body), { status, headers });
}

export function sentenceOf(code: RefusalCode): string {
  return code in SENTENCES ? SENTENCES[code as keyof typeof SENTENCES] : textOf(code as WebhookUrlCode);
}

/** A `SandboxError` with the text of its code. */
export function sandboxError(code: SandboxCode, detail?: string): SandboxError {
  return new SandboxError(code, textOf(code), detail);
}
