import type { Fault } from "../../generated/faults.ts";
import type { API_TEXTS, HTTP_TEXTS, OAUTH_TEXTS } from "./texts/calls.ts";
import type { WEBHOOK_URL_TEXTS } from "./texts/webhook-url.ts";

export type { Fault } from "../../generated/faults.ts";

/** What can go wrong between us and any server. @useDeclaredType */
export type HttpCode = keyof typeof HTTP_TEXTS;

/**
 * Why a call of the API did not succeed. A `WebhookUrlCode` means that the request was refused before it was sent.
 * @useDeclaredType
 */
export type ApiCode = keyof (typeof HTTP_TEXTS & typeof WEBHOOK_URL_TEXTS & typeof API_TEXTS);

/** Why a step of the OAuth 2.0 flow did not succeed. @useDeclaredType */
export type OAuthCode = keyof (typeof HTTP_TEXTS & typeof OAUTH_TEXTS);

/** Details of an `ApiError` besides its code. */
export interface ApiErrorDetails {
  operationId?: string | undefined;
  url?: string | undefined;
  status?: number | undefined;
  /** No access token was sent, because `accessToken` gave none. */
  withoutToken?: boolean | undefined;
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
 * What the service sent (`headers`, `text`, `json`, `deprecation`, `sunset`) can hold secrets, so it is there for who
 * asks by name, and absent from `message`, `util.inspect`, `JSON.stringify` and every log that uses them.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiCode;
  readonly operationId: string | undefined;
  /** The URL of the call, if there is one. */
  readonly url: string | undefined;
  /** The HTTP status, if an answer arrived. */
  readonly status: number | undefined;
  readonly reason: string | undefined;
  /** How long the service asks to wait (429 and 503 alone), from the moment the answer arrived. */
  readonly retryAfterSeconds: number | undefined;
  /** What is wrong with the request (`request_invalid`) or the answer (`response_invalid`). */
  readonly faults: readonly Fault[] | undefined;
  readonly #headers: Headers | undefined;
  readonly #text: string | undefined;

  /** `message` is preceded by what is known: `createAppWebhook, https://host.example/api/..., HTTP 422: ...`. */
  constructor(code: ApiCode, message: string, details: ApiErrorDetails = {}) {
    super(withContext(message, details));
    this.code = code;
    this.operationId = details.operationId;
    this.url = details.url;
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

function withContext(message: string, { operationId, url, status, withoutToken }: ApiErrorDetails): string {
  const known = [operationId, url, status && `HTTP ${status}`, withoutToken && "sent without an access token"];
  return [known.filter(Boolean).join(", "), message].filter(Boolean).join(": ");
}

/** Details of an `OAuthError` besides its code. */
export interface OAuthErrorDetails {
  /** The error code of RFC 6749, only if it is one that the RFC lists. */
  error?: string | undefined;
  description?: string | undefined;
  url?: string | undefined;
  status?: number | undefined;
  /**
   * What the operating system called a failed connection, such as `ECONNREFUSED`. Of a token store: the error of the
   * system, a SQLSTATE or another code of the database, `ETIMEDOUT` after a time-out, `not JSON` or `not tokens`.
   */
  reason?: string | undefined;
  retryAfterSeconds?: number | undefined;
  faults?: readonly Fault[] | undefined;
}

/**
 * Thrown by the OAuth helper. Never has a `cause`: what lies below can hold tokens, and no token, secret, code or
 * verifier is ever in an error (F-5-05).
 */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthCode;
  readonly error: string | undefined;
  /** The URL of the call, if there is one. */
  readonly url: string | undefined;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly faults: readonly Fault[] | undefined;
  readonly #description: string | undefined;

  constructor(code: OAuthCode, message: string, details: OAuthErrorDetails = {}) {
    super(withContext(message, details));
    this.code = code;
    this.error = details.error;
    this.url = details.url;
    this.status = details.status;
    this.reason = details.reason;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.faults = details.faults;
    this.#description = details.description;
  }

  /**
   * The `error_description` of a callback (U-13), at most 500 characters. Anyone can write it: escape it before showing
   * it.
   */
  get description(): string | undefined {
    return this.#description;
  }
}
