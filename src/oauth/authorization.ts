/** The redirect to the authorization endpoint, and the request that comes back. */

import * as oauth from "oauth4webapi";
import type { Fault } from "../errors/calls.ts";
import { checkedUrl } from "../network/http.ts";
import { asOAuthError, fail } from "./token-endpoint.ts";

/** RFC 6749 4.1.2.1. Another value of `error` is dropped. */
const KNOWN_ERRORS = [
  "invalid_request",
  "unauthorized_client",
  "access_denied",
  "unsupported_response_type",
  "invalid_scope",
  "server_error",
  "temporarily_unavailable",
];

/**
 * Options of `authorizationUrl`. `authorizationEndpoint`, `clientId`, `redirectUri` and `scopes` have no default
 * (F-4.1-02).
 */
export interface AuthorizationOptions {
  /** Absolute, https. Path and host are not stated (N-4.1-01, U-11), so it has no default. Its query is kept. */
  authorizationEndpoint: string;
  clientId: string;
  /** Absolute, without a fragment. The exchange needs the same text. */
  redirectUri: string;
  /** At least one, and only what the app needs (F-5-06). Their names are not stated (N-5-02). */
  scopes: readonly string[];
  /** Default `scope` (N-4.1-02). */
  scopeParameter?: string;
  /** Default one space (N-4.1-02). */
  scopeSeparator?: string;
  /** `false` leaves it out (U-12). Default `code`. */
  responseType?: string | false;
  /** Binds the callback to this browser session: your text, or `false` for none (U-12). Default: 256 random bits. */
  state?: string | false;
  /** Sends an S256 challenge (U-12). Default `false`. */
  pkce?: boolean;
  /** Further query parameters. They must not repeat one from above. */
  extra?: Readonly<Record<string, string>>;
  /**
   * Allow http for `localhost`, 127.0.0.0/8 and `[::1]`, and nothing else (U-36). For work on one machine. Default
   * false.
   */
  allowInsecureLoopback?: boolean;
}

/** What `authorizationUrl` returns: where to send the browser, and what to keep until it comes back. */
export interface AuthorizationRequest {
  /** Redirect the customer's browser to it (F-4.1-01). */
  readonly url: string;
  /** Keep it in the session of this browser for `readCallback`; undefined if switched off. */
  readonly state: string | undefined;
  /** Keep it in the session, on the server, for `exchangeCode`; undefined without PKCE. */
  readonly codeVerifier: string | undefined;
}

/**
 * Where to send the customer's browser, with `client_id`, `redirect_uri` and the scopes (F-4.1-02).
 *
 * @throws OAuthError `base_url_invalid`, `insecure_url`, `authorization_request_invalid` with `faults`
 */
export async function authorizationUrl(options: AuthorizationOptions): Promise<AuthorizationRequest> {
  const state = options.state === false ? undefined : (options.state ?? oauth.generateRandomState());
  const codeVerifier = options.pkce ? oauth.generateRandomCodeVerifier() : undefined;
  const challenge = codeVerifier && (await oauth.calculatePKCECodeChallenge(codeVerifier));
  return { url: requestUrl(options, state, challenge).href, state, codeVerifier };
}

/** Throws as `authorizationUrl` does, for options that are used later. */
export function checkAuthorization(options: AuthorizationOptions): void {
  requestUrl(options, "-", options.pkce ? "-" : undefined);
}

function requestUrl(options: AuthorizationOptions, state: string | undefined, challenge: string | undefined): URL {
  const { scopeParameter = "scope", scopeSeparator = " ", responseType = "code" } = options;
  const url = checkEndpoint(options);
  const parameters: [name: string, value: string | undefined][] = [
    ["response_type", responseType === false ? undefined : responseType],
    ["client_id", options.clientId],
    ["redirect_uri", options.redirectUri],
    [scopeParameter, [options.scopes].flat().join(scopeSeparator)],
    ["state", state],
    ["code_challenge", challenge],
    ["code_challenge_method", challenge && "S256"],
    ...Object.entries(options.extra ?? {}),
  ];
  const sent = parameters.filter((parameter): parameter is [string, string] => parameter[1] !== undefined);
  const faults = findFaults(options, scopeSeparator, sent, url);
  if (faults.length > 0) fail("authorization_request_invalid", { faults });
  for (const [name, value] of sent) url.searchParams.append(name, value);
  return url;
}

function checkEndpoint(options: AuthorizationOptions): URL {
  try {
    return checkedUrl(options.authorizationEndpoint, options.allowInsecureLoopback);
  } catch (error) {
    throw asOAuthError(error);
  }
}

function findFaults(options: AuthorizationOptions, separator: string, sent: [string, string][], url: URL): Fault[] {
  const { clientId, redirectUri, scopes, state } = options;
  const names = [...url.searchParams.keys(), ...sent.map(([name]) => name)];
  const isScope = (scope: unknown) => typeof scope === "string" && scope !== "" && !scope.includes(separator);
  const rules: [path: string, message: string, kept: boolean][] = [
    ["/clientId", "must not be empty", typeof clientId === "string" && clientId !== ""],
    ["/redirectUri", "must be absolute, without a fragment", URL.canParse(redirectUri) && !redirectUri.includes("#")],
    ["/scopes", "must list at least one scope (F-5-06)", Array.isArray(scopes) && scopes.length > 0],
    ["/scopes", "each must be a text without the separator in it", separator !== "" && [scopes].flat().every(isScope)],
    [
      "/state",
      "must not be empty",
      state === undefined || state === false || (typeof state === "string" && state !== ""),
    ],
    ["/extra", "must not repeat a parameter", new Set(names).size === names.length],
    ["/extra", "must not add a parameter without a name", !names.includes("")],
  ];
  return rules.filter(([, , kept]) => !kept).map(([path, message]) => ({ path, message }));
}

/** Options of `readCallback`: what the callback must match. */
export interface CallbackOptions {
  /** What `authorizationUrl` returned, from the session of this browser; `false` if no state was sent. */
  state: string | false;
  /** The issuer that `iss` must name if the callback has one (RFC 9207). Default: `iss` is ignored. */
  issuer?: string;
  /** Demand `iss`; for apps that use several authorization servers. Needs `issuer`. Default false. */
  requireIssuer?: boolean;
}

/**
 * Reads the request that came back to `redirect_uri` (F-4.1-03): its URL, absolute or from the path on, or its query
 * parameters.
 *
 * @returns the code, to be exchanged at once and never used twice
 * @throws OAuthError `state_mismatch`, `authorization_denied` with `error` (U-13), `callback_invalid` (a repeated
 *   parameter, no code, a foreign issuer, an empty expected state)
 */
export function readCallback(callback: string | URL | URLSearchParams, options: CallbackOptions): { code: string } {
  const { state, issuer, requireIssuer = false } = options;
  const given = parseCallback(callback);
  const names = [...given.keys()];
  const expectsState = typeof state === "string" && state !== "";
  const repeated = new Set(names).size !== names.length;
  if (repeated) refuse("", "has a parameter twice");
  if (!expectsState && state !== false) refuse("/state", "must be the one that was kept, or false if none was sent");
  if (requireIssuer && !issuer) refuse("/issuer", "must be given with requireIssuer");
  const parameters = new URLSearchParams(given);
  if (!issuer) parameters.delete("iss");
  const server = { issuer: issuer ?? "-", authorization_response_iss_parameter_supported: requireIssuer };
  try {
    oauth.validateAuthResponse(server, { client_id: "-" }, parameters, expectsState ? state : oauth.expectNoState);
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError)
      fail("authorization_denied", {
        error: KNOWN_ERRORS.find((known) => known === given.get("error")),
        description: given.get("error_description")?.slice(0, 500),
      });
    if (given.get("state") !== (expectsState ? state : null)) fail("state_mismatch");
    refuse("", "is not an answer with a code from the expected issuer");
  }
  const code = given.get("code");
  return code ? { code } : refuse("/code", "is missing");
}

/** `path`: of a parameter of the callback, or of an option. */
function refuse(path: string, message: string): never {
  fail("callback_invalid", { faults: [{ path, message }] });
}

function parseCallback(callback: string | URL | URLSearchParams): URLSearchParams {
  if (callback instanceof URLSearchParams) return callback;
  const text = `${callback}`;
  const url = text.includes("?") ? URL.parse(text, "http://callback.invalid") : null;
  return url?.searchParams ?? refuse("", "has no query");
}
