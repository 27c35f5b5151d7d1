/** Issues, redeems, refreshes and checks codes and tokens. The profile decides lifetimes and reuse (U-14). */

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Needs } from "../parts.ts";
import type { Code, Grant, OAuthClient, Token } from "../store/model.ts";

export interface Approval {
  oauthClient: string;
  redirectUri: string;
  customer: number;
  scopes: readonly string[];
  /** S256 challenge of PKCE (RFC 7636), if one was sent (U-12). */
  challenge: string | null;
}

export interface IssuedTokens {
  accessToken: string;
  expiresIn: number;
  /** Absent when a refresh keeps the old one (U-14). */
  refreshToken?: string;
  scopes: readonly string[];
}

/** Unused records are looked for after this many new ones, because a look at all of them takes long. */
const LOOK_EVERY = 5000;

/** What issuing takes. */
type Issuing = Needs<"store" | "clock" | "profile" | "random" | "mostRecords">;

/** Issues a code that is bound to the client, the redirect URI and what was approved. */
export function issueCode(parts: Issuing, approval: Approval): string {
  const { store, clock, profile } = parts;
  const { oauthClient, redirectUri, customer, scopes, challenge } = approval;
  const grant: Grant = { id: store.nextId("grant"), oauthClient, customer, scopes, revoked: false };
  const code = parts.random(32).toString("base64url");
  const expiresAt = clock.now() + profile.codeLifetimeSeconds * 1000;
  store.put("grant", grant);
  store.put("code", { id: digest(code), grant: grant.id, oauthClient, redirectUri, challenge, expiresAt, used: false });
  if (store.count("grant") % LOOK_EVERY === 0) prune(parts);
  return code;
}

/**
 * Returns tokens for a code, once. Undefined: the code is unknown, expired or used, belongs to another client or
 * redirect URI, or lacks its PKCE verifier.
 */
export function redeemCode(
  parts: Issuing,
  given: { code: string; oauthClient: string; redirectUri: string; verifier: string | undefined },
): IssuedTokens | undefined {
  const code = parts.store.get("code", digest(given.code));
  const grant = code && parts.store.get("grant", code.grant);
  if (!code || !grant || code.oauthClient !== given.oauthClient) return undefined;
  if (code.used) {
    // Another party may hold the tokens of the first use (RFC 6749, section 4.1.2).
    if (parts.profile.codeReuse === "revoke") parts.store.put("grant", { ...grant, revoked: true });
    return undefined;
  }
  const { expiresAt, redirectUri, challenge } = code;
  const fits =
    expiresAt > parts.clock.now() && redirectUri === given.redirectUri && provesPkce(challenge, given.verifier);
  if (!fits || grant.revoked) return undefined;
  parts.store.put("code", { ...code, used: true } satisfies Code);
  return { ...issueAccessToken(parts, grant), refreshToken: issueRefreshToken(parts, grant), scopes: grant.scopes };
}

/**
 * Returns a new access token, and a new refresh token if the profile replaces it. Undefined: the refresh token is not
 * valid.
 */
export function refreshTokens(parts: Issuing, refreshToken: string, oauthClient: string): IssuedTokens | undefined {
  const token = parts.store.get("token", digest(refreshToken));
  const grant = token && parts.store.get("grant", token.grant);
  if (token?.kind !== "refresh" || !grant || grant.revoked || grant.oauthClient !== oauthClient) return undefined;
  if (token.spent) {
    // Somebody used a copy, so the whole grant ends (RFC 9700, section 4.14.2).
    parts.store.put("grant", { ...grant, revoked: true });
    return undefined;
  }
  if (token.expiresAt !== null && token.expiresAt <= parts.clock.now()) return undefined;
  const issued = { ...issueAccessToken(parts, grant), scopes: grant.scopes };
  if (!parts.profile.refreshRotation) return issued;
  parts.store.put("token", { ...token, spent: true });
  return { ...issued, refreshToken: issueRefreshToken(parts, grant) };
}

/** Returns the grant behind an access token that is valid now. */
export function findGrant(parts: Needs<"store" | "clock">, accessToken: string): Grant | undefined {
  const token = parts.store.get("token", digest(accessToken));
  if (token?.kind !== "access" || (token.expiresAt ?? 0) <= parts.clock.now()) return undefined;
  const grant = parts.store.get("grant", token.grant);
  return grant?.revoked ? undefined : grant;
}

/** Returns the OAuth client with that id and secret; the secret is compared in constant time. */
export function authenticate(parts: Needs<"store">, clientId: string, clientSecret: string): OAuthClient | undefined {
  const client = parts.store.get("oauthClient", clientId);
  const same = timingSafeEqual(sha256(client?.secret ?? ""), sha256(clientSecret));
  return client && same ? client : undefined;
}

/** The page of the console that receives codes. Every client may send its customers there. */
export const CALLBACK_PATH = "/_console/callback";

/**
 * Tells whether the client registered this redirect URI. It is compared as text; a registered loopback address fits
 * with any port (RFC 8252, section 7.3).
 */
export function isRegisteredRedirect({ baseUrl }: Needs<"baseUrl">, client: OAuthClient, redirectUri: string): boolean {
  if (redirectUri === baseUrl + CALLBACK_PATH) return true;
  const withoutPort = redirectUri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, "$1");
  const known = client.redirectUris.some((registered) => registered === redirectUri || registered === withoutPort);
  return known && URL.canParse(redirectUri);
}

function issueAccessToken(parts: Issuing, grant: Grant): { accessToken: string; expiresIn: number } {
  const expiresIn = parts.profile.accessTokenLifetimeSeconds;
  const expiresAt = parts.clock.now() + expiresIn * 1000;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    sub: String(grant.customer),
    exp: Math.floor(expiresAt / 1000),
    jti: parts.random(12).toString("hex"),
  };
  // It looks like a JWT (F-2.1-03). Its signature cannot be checked: tokens are looked up.
  const unsigned = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  const accessToken = `${unsigned}.${createHmac("sha256", parts.random(32)).update(unsigned).digest("base64url")}`;
  putToken(parts, accessToken, { kind: "access", grant: grant.id, expiresAt });
  return { accessToken, expiresIn };
}

function issueRefreshToken(parts: Issuing, grant: Grant): string {
  const lifetime = parts.profile.refreshTokenLifetimeSeconds;
  const refreshToken = parts.random(32).toString("base64url");
  const expiresAt = lifetime === null ? null : parts.clock.now() + lifetime * 1000;
  putToken(parts, refreshToken, { kind: "refresh", grant: grant.id, expiresAt });
  return refreshToken;
}

function putToken(parts: Issuing, text: string, token: Omit<Token, "id" | "spent">): void {
  parts.store.put("token", { id: digest(text), spent: false, ...token });
  if (parts.store.count("token") % LOOK_EVERY === 0) prune(parts);
}

/**
 * Deletes expired records, then the oldest grants beyond the limit with their tokens, then access tokens that a refresh
 * can replace.
 */
function prune({ store, clock, mostRecords }: Issuing): void {
  for (const { id } of store.list("grant").slice(0, -mostRecords)) store.remove("grant", id);
  for (const kind of ["code", "token"] as const)
    for (const { id, grant, expiresAt } of store.list(kind))
      if ((expiresAt !== null && expiresAt <= clock.now()) || !store.get("grant", grant)) store.remove(kind, id);
  const spare = store.list("token").filter(({ kind, spent }) => kind === "access" || spent);
  for (const { id } of spare.slice(0, -mostRecords)) store.remove("token", id);
}

function provesPkce(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return true;
  return verifier !== undefined && sha256(verifier).toString("base64url") === challenge;
}

function digest(text: string): string {
  return sha256(text).toString("base64url");
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
