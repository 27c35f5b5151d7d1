/** Refusals of the API. The profile decides their status and form. */

import type { Profile } from "../../generated/profile.ts";
import type { Fault } from "../errors/calls.ts";
import { textForCode } from "../errors/texts/index.ts";
import type { WebhookUrlCode } from "../errors/webhook-url.ts";
import { isNameIn } from "../values/names.ts";

/** The profile key that holds the status of a refusal (N-7-01). */
type StatusKey = Extract<keyof Profile, `${string}Status`>;

const SENTENCES = {
  body_too_large: "The body is larger than the sandbox accepts.",
  body_malformed: "The body is not JSON in UTF-8, or is incomplete.",
  media_type_unsupported: "This media type is not accepted here.",
  validation_failed: "The body breaks the contract.",
  event_unknown: "An event name is not known.",
  event_repeated: "An event name occurs twice.",
  member_unknown: "The body has a member that is not known.",
  url_unreachable: "The URL cannot be reached.",
  client_unknown: "There is no such client.",
  app_unknown: "There is no such App.",
  access_denied: "The token does not give access to this resource.",
  webhook_exists: "The same webhook already exists.",
  token_missing: "The request has no access token.",
  token_invalid: "The access token is not valid, or has expired.",
  scope_insufficient: "The access token lacks a scope that this operation needs.",
  not_found: "Nothing is served at this path.",
  method_not_allowed: "This path does not allow this method. The header Allow lists those that it does.",
  storage_failed: "The sandbox could not store it. Nothing has changed.",
  limit_reached: "The sandbox is full: a limit of its own, not of the contract. Reset it.",
  internal_error: "The sandbox failed.",
};

/** Why the API refuses a request. The profile decides how the code is written (N-7-02, N-7-03). */
type RefusalCode = WebhookUrlCode | keyof typeof SENTENCES;

/** Thrown where the API refuses a request. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** A key of the profile, or a status that no profile decides. */
  readonly status: StatusKey | number;
  readonly faults: readonly Fault[];
  /** The methods that the path allows, for `Allow` (RFC 9110, section 15.5.6). */
  readonly allow: string | undefined;

  constructor(status: StatusKey | number, code: RefusalCode, faults: readonly Fault[] = [], allow?: string) {
    super(code);
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.allow = allow;
  }
}

/** Returns the answer to a refused API request, in the form of the profile (N-7-01 to N-7-03). */
export function refusalResponse(refusal: Refusal, profile: Profile): Response {
  const status = typeof refusal.status === "number" ? refusal.status : profile[refusal.status];
  const code = profile.errorCodeCase === "upper" ? refusal.code.toUpperCase() : refusal.code;
  const detail = refusalSentence(refusal.code);
  const faults = refusal.faults.length > 0 ? { faults: refusal.faults } : {};
  const headers: Record<string, string> = { "cache-control": "no-store" };
  // The rest of a body that is too large is not read.
  if (refusal.code === "body_too_large") headers.connection = "close";
  if (refusal.allow !== undefined) headers["allow"] = refusal.allow;
  if (status === 401) headers["www-authenticate"] = "Bearer";
  if (profile.errorFormat === "text") return new Response(`${code}: ${detail}\n`, { status, headers });
  const body =
    profile.errorFormat === "problem"
      ? { type: "about:blank", title: detail, status, code, ...faults }
      : { error: { code, message: detail, ...faults } };
  headers["content-type"] = profile.errorFormat === "problem" ? "application/problem+json" : "application/json";
  return new Response(JSON.stringify(body), { status, headers });
}

/** Returns what the code means, in a sentence. */
export function refusalSentence(code: RefusalCode): string {
  return isNameIn(SENTENCES, code) ? SENTENCES[code] : textForCode(code);
}
