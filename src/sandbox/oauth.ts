/** Codes and tokens: issued, redeemed, refreshed, checked. No HTTP here. Lifetimes and reuse are the profile's (U-14). */

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Code, Grant, OAuthClient, Token } from "./model.ts";
import type { World } from "./world.ts";

export interface Approval {
  oauthClient: string;
  redirectUri: string;
  customer: number;
  scopes: string[];
  /** S256 challenge of PKCE (RFC 7636), if one was sent (U-12). */
  challenge: string | null;
}

export interface IssuedTokens {
  accessToken: string;
  expiresIn: number;
  /** Absent when a refresh keeps the old one (U-14). */
  refreshToken?: string;
  scopes: string[];
}

/** After how many more what is of no use any more is looked for: a look at all takes longer the more there are. */
const LOOK_EVERY = 5000;

/** A new code, bound to whom it is for, where it goes and what was approved. */
export function issueCode(world: World, approval: Approval): string {
  const { store, clock, profile } = world;
  const { oauthClient, redirectUri, customer, scopes, challenge } = approval;
  const grant: Grant = { id: store.nextId("grant"), oauthClient, customer, scopes, revoked: false };
  const code = world.random(32).toString("base64url");
  const expiresAt = clock.now() + profile.codeLifetimeSeconds * 1000;
  store.put("grant", grant);
  store.put("code", { id: digest(code), grant: grant.id, oauthClient, redirectUri, challenge, expiresAt, used: false });
  if (store.count("grant") % LOOK_EVERY === 0) prune(world);
  return code;
}

/** Tokens for a code, once. Undefined: unknown, expired, used, of another client or redirect URI, or without its PKCE verifier. */
export function redeemCode(
  world: World,
  given: { code: string; oauthClient: string; redirectUri: string; verifier: string | undefined },
): IssuedTokens | undefined {
  const code = world.store.get("code", digest(given.code));
  const grant = code && world.store.get("grant", code.grant);
  if (!code || !grant || code.oauthClient !== given.oauthClient) return undefined;
  if (code.used) {
    // Someone else may hold the tokens of the first use (RFC 6749, section 4.1.2).
    if (world.profile.codeReuse === "revoke") world.store.put("grant", { ...grant, revoked: true });
    return undefined;
  }
  const { expiresAt, redirectUri, challenge } = code;
  const fits =
    expiresAt > world.clock.now() && redirectUri === given.redirectUri && provesPkce(challenge, given.verifier);
  if (!fits || grant.revoked) return undefined;
  world.store.put("code", { ...code, used: true } satisfies Code);
  return { ...issueAccessToken(world, grant), refreshToken: issueRefreshToken(world, grant), scopes: grant.scopes };
}

/** A new access token, and a new refresh token if the profile replaces it. */
export function refreshTokens(world: World, refreshToken: string, oauthClient: string): IssuedTokens | undefined {
  const token = world.store.get("token", digest(refreshToken));
  const grant = token && world.store.get("grant", token.grant);
  if (token?.kind !== "refresh" || !grant || grant.revoked || grant.oauthClient !== oauthClient) return undefined;
  if (token.spent) {
    // One of two holders is a thief; neither keeps anything (RFC 9700, section 4.14.2).
    world.store.put("grant", { ...grant, revoked: true });
    return undefined;
  }
  if (token.expiresAt !== null && token.expiresAt <= world.clock.now()) return undefined;
  const issued = { ...issueAccessToken(world, grant), scopes: grant.scopes };
  if (!world.profile.refreshRotation) return issued;
  world.store.put("token", { ...token, spent: true });
  return { ...issued, refreshToken: issueRefreshToken(world, grant) };
}

/** The grant behind an access token that is valid now. */
export function grantOf(world: World, accessToken: string): Grant | undefined {
  const token = world.store.get("token", digest(accessToken));
  if (token?.kind !== "access" || (token.expiresAt ?? 0) <= world.clock.now()) return undefined;
  const grant = world.store.get("grant", token.grant);
  return grant?.revoked ? undefined : grant;
}

/** The OAuth client of that id and secret, compared in constant time. */
export function authenticate(world: World, clientId: string, clientSecret: string): OAuthClient | undefined {
  const client = world.store.get("oauthClient", clientId);
  const same = timingSafeEqual(sha256(client?.secret ?? ""), sha256(clientSecret));
  return client && same ? client : undefined;
}

/**
 * Whether the client registered this redirect URI. Compared as text; where a loopback address is registered, any port of it will do,
 * as RFC 8252, section 7.3, has it for apps that listen on a free one.
 */
export function isRegisteredRedirect(client: OAuthClient, redirectUri: string): boolean {
  const withoutPort = redirectUri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, "$1");
  const known = client.redirectUris.some((registered) => registered === redirectUri || registered === withoutPort);
  return known && URL.canParse(redirectUri);
}

function issueAccessToken(world: World, grant: Grant): { accessToken: string; expiresIn: number } {
  const expiresIn = world.profile.accessTokenLifetimeSeconds;
  const expiresAt = world.clock.now() + expiresIn * 1000;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    sub: String(grant.customer),
    exp: Math.floor(expiresAt / 1000),
    jti: world.random(12).toString("hex"),
  };
  // Looks like a JWT (F-2.1-03). Nobody can check its signature, and nobody has to: it is looked up.
  const unsigned = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  const accessToken = `${unsigned}.${createHmac("sha256", world.random(32)).update(unsigned).digest("base64url")}`;
  put(world, accessToken, { kind: "access", grant: grant.id, expiresAt });
  return { accessToken, expiresIn };
}

function issueRefreshToken(world: World, grant: Grant): string {
  const lifetime = world.profile.refreshTokenLifetimeSeconds;
  const refreshToken = world.random(32).toString("base64url");
  const expiresAt = lifetime === null ? null : world.clock.now() + lifetime * 1000;
  put(world, refreshToken, { kind: "refresh", grant: grant.id, expiresAt });
  return refreshToken;
}

function put(world: World, text: string, token: Omit<Token, "id" | "spent">): void {
  world.store.put("token", { id: digest(text), spent: false, ...token });
  if (world.store.count("token") % LOOK_EVERY === 0) prune(world);
}

/** Forgets what is expired, the oldest grants once there are too many, and what went with them; at last old tokens that can be had anew. */
function prune({ store, clock, mostRecords }: World): void {
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
