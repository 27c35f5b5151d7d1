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

/** What the errors of all calls tell besides their code. */
interface CallDetails {
  url?: string | undefined;
  status?: number | undefined;
  reason?: string | undefined;
  retryAfterSeconds?: number | undefined;
  faults?: readonly Fault[] | undefined;
}

/** Details of an `ApiError` besides its code. */
export interface ApiErrorDetails extends CallDetails {
  operationId?: string | undefined;
  /** No access token was sent, because `accessToken` gave none. */
  withoutToken?: boolean | undefined;
  headers?: Headers | undefined;
  text?: string | undefined;
}

/** What both errors of calls have. */
abstract class CallError<Code extends string> extends Error {
  readonly code: Code;
  /** The URL of the call, if there is one. */
  readonly url: string | undefined;
  /** The HTTP status, if an answer arrived. */
  readonly status: number | undefined;
  /**
   * What the operating system called a failed connection, such as `ECONNREFUSED`. Of a token store: the error of the
   * system, a SQLSTATE or another code of the database, `ETIMEDOUT` after a time-out, `not JSON` or `not tokens`.
   */
  readonly reason: string | undefined;
  /** How long the service asks to wait (429 and 503 alone), from the moment the answer arrived. */
  readonly retryAfterSeconds: number | undefined;
  /** Where the options, the request or the answer are wrong, and why. Contains no values. */
  readonly faults: readonly Fault[] | undefined;

  /**
   * `message` is preceded by what is known: `createAppWebhook, https://host.example/api/..., HTTP 422: ...`, with the
   * first three faults, since logs seldom have more than the message.
   */
  constructor(code: Code, message: string, details: ApiErrorDetails) {
    const { operationId, url, status, reason, retryAfterSeconds, faults, withoutToken } = details;
    const token = withoutToken && "sent without an access token";
    const wrong = faults?.slice(0, 3).map((fault) => `${fault.path || "the body"} ${fault.message}`) ?? [];
    const known = [operationId, url, status && `HTTP ${status}`, reason, token, ...wrong];
    super([known.filter(Boolean).join(", "), message].filter(Boolean).join(": "));
    this.code = code;
    this.url = url;
    this.status = status;
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
    this.faults = faults;
  }
}

/**
 * Thrown by the API client.
 *
 * What the service sent (`headers`, `text`, `json`, `deprecation`, `sunset`) can hold secrets, so it is there for who
 * asks by name, and absent from `message`, `util.inspect`, `JSON.stringify` and every log that uses them.
 */
export class ApiError extends CallError<ApiCode> {
  override readonly name = "ApiError";
  readonly operationId: string | undefined;
  readonly #headers: Headers | undefined;
  readonly #text: string | undefined;

  constructor(code: ApiCode, message: string, details: ApiErrorDetails = {}) {
    super(code, message, details);
    this.operationId = details.operationId;
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

/** Details of an `OAuthError` besides its code. */
export interface OAuthErrorDetails extends CallDetails {
  /** The error code of RFC 6749, only if it is one that the RFC lists. */
  error?: string | undefined;
  description?: string | undefined;
}

/**
 * Thrown by the OAuth helper. Never has a `cause`: what lies below can hold tokens, and no token, secret, code or
 * verifier is ever in an error (F-5-05).
 */
export class OAuthError extends CallError<OAuthCode> {
  override readonly name = "OAuthError";
  readonly error: string | undefined;
  readonly #description: string | undefined;

  constructor(code: OAuthCode, message: string, details: OAuthErrorDetails = {}) {
    super(code, message, details);
    this.error = details.error;
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
