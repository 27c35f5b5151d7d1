/**
 * Requests to the token endpoint. Each has a time-out and a limit of bytes. The answer to an exchange must keep the
 * contract; that to a refresh is not stated, and read leniently. No error contains a token.
 */

import { GRANT_TYPE, OPERATIONS, TOKEN_REQUEST_TYPE } from "../../generated/constants.ts";
import type { components } from "../../generated/types.ts";
import { validateTokenResponse } from "../../generated/validators.ts";
import { type Fault, type OAuthCode, OAuthError, type OAuthErrorDetails } from "../errors/calls.ts";
import { createError } from "../errors/raise.ts";
import { type Answer, checkedBaseUrl, HttpFailure, isOfNext, retryAfterSeconds, send } from "../network/http.ts";
import { isObject, parseJsonBytes } from "../values/json.ts";
import { isText, readSeconds, type Tokens, tokensFrom } from "./tokens.ts";

/** Cap on a token response. */
const RESPONSE_MAX_BYTES = 64 * 1024;
/** RFC 6749 5.2. Another value of `error` is dropped: services have been seen to put tokens there. */
const KNOWN_ERRORS = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
];
export const NO_ACCESS_TOKEN: Fault[] = [{ path: "/access_token", message: "must be a string that is not empty" }];
const DATE_MAX_MS = 8.64e15; // The first and the last moment of a Date are as far from 1970.

type TokenRequest = components["schemas"]["TokenRequest"];
type TokenResponse = components["schemas"]["TokenResponse"];

/** The token endpoint and the app's credentials. On a server only: `clientSecret` must not reach a browser (F-5-05). */
export interface TokenEndpointOptions {
  /** `{auth_url}`: absolute, https, a path is allowed. */
  authUrl: string;
  clientId: string;
  /** Sent in the body (F-4.2-04; HTTP Basic is not stated, U-16), and nowhere else. */
  clientSecret: string;
  /**
   * Allow http for `localhost`, 127.0.0.0/8 and `[::1]`, and nothing else (U-36). For work on one machine. Default
   * false.
   */
  allowInsecureLoopback?: boolean;
  /** For the whole exchange. Milliseconds, default 10 000. */
  timeoutMs?: number;
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Clock, in epoch milliseconds. Default `Date.now`. */
  now?: () => number;
}

/** Options of `exchangeCode`: the stated fields of the token request (F-4.2-04). */
export interface ExchangeOptions extends TokenEndpointOptions {
  /** From `readCallback`. */
  code: string;
  /** The same text that the authorization URL had. */
  redirectUri: string;
  /** From `authorizationUrl` with `pkce: true`: a field that the contract does not list (U-12). Default: not sent. */
  codeVerifier?: string | undefined;
}

/** The result of a refresh. Its members are read leniently, because the answer to a refresh is not stated. */
export interface Refreshed {
  /** Absent: the answer had none. The keeper keeps a new refresh token all the same, and asks again later. */
  readonly accessToken?: string | undefined;
  /** Lifetime of the access token in seconds. If absent, the lifetime of the previous token. */
  readonly expiresIn?: number | undefined;
  /** Absent: the old one stays (U-14). */
  readonly refreshToken?: string | undefined;
  /** Members of the answer beyond the four (U-15), as received. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Exchanges an authorization code for tokens (F-4.2-01 to F-4.2-05). Sends exactly the five stated fields, once.
 *
 * Success is any 2xx (N-7-01) under any media type (U-01); a body of at most 64 KiB must keep the contract.
 * `token_type` may be in any letter case (U-17). An `id_token` is ignored. Runs on a server only (F-5-05).
 *
 * @throws OAuthError `secret_in_browser`, `base_url_invalid`, `insecure_url`, `credentials_missing`, `timeout`,
 *   `unreachable`, `redirect_refused`, `response_too_large`, `token_refused`, `token_endpoint_failed`,
 *   `token_response_invalid`
 */
export async function exchangeCode(options: ExchangeOptions): Promise<Tokens> {
  const { code, redirectUri, codeVerifier, now = Date.now } = options;
  const fields: Pick<TokenRequest, "code" | "redirect_uri"> = { code, redirect_uri: redirectUri };
  const startedAt = now();
  return await requestTokens(
    options,
    GRANT_TYPE,
    codeVerifier === undefined ? fields : { ...fields, code_verifier: codeVerifier },
    (body, known) => {
      // The type is in any letter case (U-17), and there is one (F-2.1-01).
      const { token_type, expires_in, access_token, refresh_token, ...extra } = contractual(
        parseJsonBytes(body, true),
        known,
      );
      const expiresAt = Math.max(-DATE_MAX_MS, Math.min(DATE_MAX_MS, startedAt + expires_in * 1000));
      const tokens = {
        accessToken: access_token,
        refreshToken: refresh_token,
        expiresIn: expires_in,
        expiresAt,
        extra,
      };
      return tokensFrom(tokens) ?? fail("token_response_invalid", known);
    },
  );
}

/**
 * A refresh as RFC 6749, section 6, describes it, for the token keeper. How a refresh is requested is not stated
 * (N-4.2-01), so using this is your choice: the token endpoint of the exchange gets `grant_type=refresh_token`,
 * `refresh_token`, `client_id` and `client_secret`.
 *
 * The answer is not stated either: `expires_in` may be text, have a fraction or be absent, `token_type` is not looked
 * at, and without a new refresh token the old one stays (U-14).
 *
 * @returns a function that throws as `exchangeCode` does
 */
export function rfc6749Refresh(options: TokenEndpointOptions): (refreshToken: string) => Promise<Refreshed> {
  return (sent) =>
    requestTokens(options, "refresh_token", { refresh_token: sent }, (body, known) =>
      readRefreshed(parseJsonBytes(body, false), sent, known),
    );
}

/** Reads the answer to a refresh, which may hold the only refresh token that works. */
function readRefreshed(answer: unknown, sent: string, known: OAuthErrorDetails): Refreshed {
  const { token_type, expires_in, access_token, refresh_token, ...extra } = isObject(answer) ? answer : {};
  const accessToken = isText(access_token) ? access_token : undefined;
  const refreshToken = isText(refresh_token) ? refresh_token : sent;
  if (accessToken === undefined && refreshToken === sent)
    fail("token_response_invalid", { ...known, faults: NO_ACCESS_TOKEN });
  return { accessToken, refreshToken, expiresIn: readSeconds(expires_in), extra };
}

async function requestTokens<T>(
  options: TokenEndpointOptions,
  grantType: string,
  fields: Record<string, string>,
  read: (body: Uint8Array, known: OAuthErrorDetails) => T,
): Promise<T> {
  if (typeof window !== "undefined" && typeof document !== "undefined") fail("secret_in_browser");
  const { clientId, clientSecret, authUrl, fetch, timeoutMs, now = Date.now } = options;
  const { method, path } = OPERATIONS.exchangeAuthorizationCode;
  const headers = { accept: "application/json", "content-type": TOKEN_REQUEST_TYPE };
  const form = { ...fields, grant_type: grantType, client_id: clientId, client_secret: clientSecret };
  const faults = faultsOfFields(form, isText, "must be a text that is not empty");
  if (faults.length > 0) fail("credentials_missing", { faults });
  const known: OAuthErrorDetails = {};
  try {
    const url = checkedBaseUrl(authUrl, options.allowInsecureLoopback) + path;
    const request = { method, headers, body: `${new URLSearchParams(form)}` };
    known.url = url;
    const answer = await send(url, request, { fetch, timeoutMs, maxResponseBytes: RESPONSE_MAX_BYTES });
    refuse(answer, now(), { url, form });
    known.status = answer.status;
    return read(answer.body, known);
  } catch (error) {
    if (isOfNext(error)) throw error;
    // Keeps nothing of a foreign error, which could contain the body with the tokens.
    throw asOAuthError(error, known.url) ?? oauthError("token_response_invalid", known);
  }
}

/** A fault for each field whose value is not as `isKept` wants it. Contains no value. */
function faultsOfFields(form: Record<string, string>, isKept: (value: string) => boolean, message: string): Fault[] {
  const wrong = Object.entries(form).filter(([, value]) => !isKept(value));
  return wrong.map(([name]) => ({ path: `/${name}`, message }));
}

function contractual(body: unknown, known: OAuthErrorDetails): TokenResponse {
  const verdict = validateTokenResponse(body);
  if (!verdict.ok) fail("token_response_invalid", { ...known, faults: verdict.faults });
  return verdict.value;
}

/** Throws unless it is a success: any 2xx (N-7-01), but for one with an `error` in place of the access token. */
function refuse(answer: Answer, now: number, { url, form }: { url: string; form: Record<string, string> }): void {
  const { status, ok } = answer;
  const body = parseJsonBytes(answer.body, false);
  const { error, access_token } = isObject(body) ? body : {};
  if (ok && (!isText(error) || isText(access_token))) return;
  const padded = faultsOfFields(
    form,
    (value) => value === value.trim(),
    "has white space at an end; it was sent as it is",
  );
  fail(status < 500 ? "token_refused" : "token_endpoint_failed", {
    url,
    status,
    faults: padded.length > 0 ? padded : undefined,
    error: KNOWN_ERRORS.find((known) => known === error),
    retryAfterSeconds: retryAfterSeconds(answer, now),
  });
}

/** Returns our own errors unchanged, and errors of the transport as our own; undefined for everything else. */
export function asOAuthError(error: unknown, url?: string): OAuthError | undefined {
  if (error instanceof OAuthError) return error;
  if (!(error instanceof HttpFailure)) return undefined;
  const { status, reason } = error.details;
  return oauthError(error.code, { url, status, reason });
}

/** Makes an error with the text of its code. */
export function oauthError(code: OAuthCode, details?: OAuthErrorDetails): OAuthError {
  return createError(OAuthError, code, details);
}

/** @throws OAuthError */
export function fail(code: OAuthCode, details?: OAuthErrorDetails): never {
  throw oauthError(code, details);
}
