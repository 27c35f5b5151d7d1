/**
 * The codes of everything this project refuses, and the error classes that carry them.
 *
 * Codes are constant, snake_case as in RFC 6749, and safe to show to anyone: no message, field or `cause` holds a secret, a token, a
 * signature or a payload. The sentences for people stand apart in `error-texts.ts`, so that who only compares codes does not load them.
 */

/** Why a signature was not accepted. */
export type SignatureCode =
  | "secret_empty"
  | "signature_missing"
  | "signature_repeated"
  | "signature_whitespace"
  | "signature_prefix"
  | "signature_algorithm"
  | "signature_length"
  | "signature_encoding"
  | "signature_mismatch";

/** Why a URL may not be a webhook URL. */
export type WebhookUrlCode =
  | "url_malformed"
  | "url_too_long"
  | "url_scheme"
  | "url_host_loopback"
  | "url_host_private"
  | "url_host_special"
  | "url_host_no_tld"
  | "url_host_unknown_tld"
  | "url_userinfo";

/** Why an address may not be connected to. */
export type AddressCode =
  | "address_malformed"
  | "address_loopback"
  | "address_private"
  | "address_link_local"
  | "address_special";

/** Why the bytes of a delivery are no event. */
export type DeliveryCode = "body_not_utf8" | "body_not_json" | "payload_invalid" | "number_unsafe";

/** Why a receiver did not acknowledge a delivery. */
export type ReceiverCode =
  | SignatureCode
  | DeliveryCode
  | "method_not_allowed"
  | "media_type_unsupported"
  | "body_too_large"
  | "body_timeout"
  | "body_incomplete"
  | "body_already_read"
  | "secrets_unavailable"
  | "event_busy"
  | "handler_failed"
  | "handler_deadline"
  | "store_failed";

/** What a program did wrong when it called us: an error of its author, not of the sender. */
export type MisuseCode = "body_not_bytes" | "secret_empty";

/** Thrown on misuse. `message` says what to do instead and holds nothing that was passed in. */
export class ContractError extends Error {
  override readonly name = "ContractError";
  readonly code: MisuseCode;

  constructor(code: MisuseCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What can go wrong between us and any server. */
export type HttpCode =
  | "insecure_url"
  | "base_url_invalid"
  | "timeout"
  | "unreachable"
  | "redirect_refused"
  | "response_too_large";

/** Why a call of the API did not succeed. A `WebhookUrlCode` means that the request was refused before it was sent. */
export type ApiCode =
  | HttpCode
  | WebhookUrlCode
  | "request_invalid"
  | "token_invalid"
  | "request_rejected"
  | "service_failed"
  | "response_not_json"
  | "response_invalid"
  | "list_unreadable";

/** Why a step of the OAuth 2.0 flow did not succeed. */
export type OAuthCode =
  | HttpCode
  | "secret_in_browser"
  | "authorization_request_invalid"
  | "callback_invalid"
  | "state_mismatch"
  | "authorization_denied"
  | "credentials_missing"
  | "token_refused"
  | "token_endpoint_failed"
  | "token_response_invalid"
  | "token_expired"
  | "grant_missing"
  | "grant_dead"
  | "store_load_failed"
  | "store_save_failed";

/** One fault in a body: where, as a JSON Pointer, and what should be there. Never holds a value. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** What an `ApiError` knows beside its code. */
export interface ApiErrorDetails {
  operationId?: string | undefined;
  status?: number | undefined;
  /** What the operating system called a failed connection, such as `ECONNREFUSED`. */
  reason?: string | undefined;
  retryAfterSeconds?: number | undefined;
  faults?: readonly Fault[] | undefined;
  headers?: Headers | undefined;
  text?: string | undefined;
}

/**
 * Thrown by the API client.
 *
 * What the service sent (`headers`, `text`, `json`, `deprecation`, `sunset`) can hold secrets, so it is there for who asks by name, and
 * absent from `message`, `util.inspect`, `JSON.stringify` and every log that uses them.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiCode;
  readonly operationId: string | undefined;
  /** The HTTP status, if an answer arrived. */
  readonly status: number | undefined;
  readonly reason: string | undefined;
  /** How long the service asks to wait (429 and 503 alone), from the moment the answer arrived. */
  readonly retryAfterSeconds: number | undefined;
  /** What is wrong with the request (`request_invalid`) or the answer (`response_invalid`). */
  readonly faults: readonly Fault[] | undefined;
  readonly #headers: Headers | undefined;
  readonly #text: string | undefined;

  constructor(code: ApiCode, message: string, details: ApiErrorDetails = {}) {
    super(message);
    this.code = code;
    this.operationId = details.operationId;
    this.status = details.status;
    this.reason = details.reason;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.faults = details.faults;
    this.#headers = details.headers;
    this.#text = details.text;
  }

  get headers(): Headers | undefined {
    return this.#headers;
  }

  /** The body as text; the body of a failed call is cut off after 64 KiB. Its form is not stated (N-7-03). */
  get text(): string | undefined {
    return this.#text;
  }

  /** The body where it parses as JSON. */
  get json(): unknown {
    try {
      return JSON.parse(this.#text ?? "");
    } catch {
      return undefined;
    }
  }

  /** The `Deprecation` header (RFC 9745), as received (N-9-02). */
  get deprecation(): string | undefined {
    return this.#headers?.get("deprecation") ?? undefined;
  }

  /** The `Sunset` header (RFC 8594), as received (N-9-02). */
  get sunset(): string | undefined {
    return this.#headers?.get("sunset") ?? undefined;
  }
}

/** What an `OAuthError` knows beside its code. */
export interface OAuthErrorDetails {
  /** The error code of RFC 6749, only if it is one that the RFC lists. */
  error?: string | undefined;
  description?: string | undefined;
  status?: number | undefined;
  /** What the operating system called a failed connection, such as `ECONNREFUSED`. */
  reason?: string | undefined;
  retryAfterSeconds?: number | undefined;
  faults?: readonly Fault[] | undefined;
}

/**
 * Thrown by the OAuth helper. Never has a `cause`: what lies below can hold tokens, and no token, secret, code or verifier is ever in
 * an error (F-5-05).
 */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthCode;
  readonly error: string | undefined;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly faults: readonly Fault[] | undefined;
  readonly #description: string | undefined;

  constructor(code: OAuthCode, message: string, details: OAuthErrorDetails = {}) {
    super(message);
    this.code = code;
    this.error = details.error;
    this.status = details.status;
    this.reason = details.reason;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.faults = details.faults;
    this.#description = details.description;
  }

  /** The `error_description` of a callback (U-13), at most 500 characters. Anyone can write it: escape it before showing it. */
  get description(): string | undefined {
    return this.#description;
  }
}

/** Why the sandbox does not start, or its control refused. */
export type SandboxCode =
  | "port_taken"
  | "port_refused"
  | "profile_unreadable"
  | "profile_unknown_key"
  | "profile_invalid"
  | "profile_fixed"
  | "profile_stated"
  | "forward_invalid"
  | "data_unwritable"
  | "data_damaged"
  | "data_newer"
  | "data_locked"
  | "data_engine_old"
  | "control_unreachable"
  | "control_refused"
  | "prism_missing";

/** Thrown by the sandbox and by the client of its control. `detail` says which port, key, file or value it is about, never a secret. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly code: SandboxCode;
  readonly detail: string | undefined;

  constructor(code: SandboxCode, message: string, detail?: string) {
    super(detail === undefined ? message : `${detail}: ${message}`);
    this.code = code;
    this.detail = detail;
  }
}
