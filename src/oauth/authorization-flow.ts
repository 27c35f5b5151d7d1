/** The authorization code flow for many customers, whose callback is bound to the browser that began it. */

import { type EncryptionKey, KeyRing, readKeyId } from "../encryption.ts";
import { errorMessage } from "../errors/caught.ts";
import { checkedBaseUrl } from "../network/http.ts";
import { type AuthorizationOptions, authorizationUrl, checkAuthorization, readCallback } from "./authorization.ts";
import { asOAuthError, exchangeCode, fail, type TokenEndpointOptions } from "./token-endpoint.ts";
import { isText, type Tokens } from "./tokens.ts";

/** Options of `createAuthorizationFlow`. Only those of both requests and `encryptionKeys` have no default. */
export interface AuthorizationFlowOptions extends Omit<AuthorizationOptions, "state">, TokenEndpointOptions {
  /**
   * Encrypts the cookie that binds a flow to a browser: a key of 32 random bytes (`openssl rand -base64 32` prints
   * one), the same in all processes. During a rotation give several: the first one encrypts.
   */
  encryptionKeys: EncryptionKey | readonly EncryptionKey[];
  /** How long a customer may take to approve. Seconds, 1 to 86,400, default 600. */
  lifetimeSeconds?: number;
}

/** What `createAuthorizationFlow` returns. */
export interface AuthorizationFlow {
  /**
   * Begins a flow for one of your customers. Check before that the browser's user may connect it. Redirect the browser
   * to `url`, with `cookie` as the header `Set-Cookie`.
   *
   * @throws OAuthError `authorization_request_invalid` (a name that is empty, has U+0000 or more than 200 characters)
   */
  begin(customer: string): Promise<{ url: string; cookie: string }>;
  /**
   * Ends a flow. `callback`: the URL of the request at `redirectUri`, absolute or from the path on. `cookies`: its
   * header `Cookie`. Exchanges the code for tokens; `customer` is the one that the flow began for. Send `cookie` as the
   * header `Set-Cookie`, which deletes the one of this flow.
   *
   * @throws OAuthError `state_mismatch` (another browser, or too late), and as `readCallback` and `exchangeCode` do
   */
  finish(callback: string, cookies: string | undefined): Promise<{ customer: string; tokens: Tokens; cookie: string }>;
}

/** What the cookie holds. `until`: epoch milliseconds. */
type Begun = { customer: string; state: string; codeVerifier?: string | undefined; until: number };

/** Flows that one browser may have begun at the same time; another one takes the place of the first. */
const SLOTS = 16;

/**
 * Sends customers to the service, and exchanges the code that comes back (F-4.1-01 to F-4.1-03, F-5-02). `state`, the
 * customer and the PKCE verifier are in an encrypted cookie of the browser, so any process can end the flow that
 * another one began, and no other browser can. Several tabs may run a flow each.
 *
 * @throws OAuthError `authorization_request_invalid`, `base_url_invalid`, `insecure_url`, `credentials_missing`
 */
export function createAuthorizationFlow(options: AuthorizationFlowOptions): AuthorizationFlow {
  const { lifetimeSeconds = 600, now = Date.now } = options;
  const ring = checkedRing(options, lifetimeSeconds);
  const isSecure = options.redirectUri.startsWith("https:");
  const cookieName = (slot: string) => `${isSecure ? "__Host-" : ""}authorization_${slot}`;
  const makeCookie = (slot: string, value: string, seconds: number) =>
    `${cookieName(slot)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    async begin(customer) {
      // Neither a table of tokens nor one of secrets takes U+0000.
      if (!isText(customer) || customer.length > 200 || !customer.isWellFormed() || customer.includes("\0"))
        refuse("/customer", "must be a text of 1 to 200 characters");
      const slot = Math.floor(Math.random() * SLOTS).toString(SLOTS);
      const state = `${slot}${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")}`;
      const { url, codeVerifier } = await authorizationUrl({ ...options, state });
      const begun: Begun = { customer, state, codeVerifier, until: now() + lifetimeSeconds * 1000 };
      return { url, cookie: makeCookie(slot, encryptedCookie(ring, begun), lifetimeSeconds) };
    },

    async finish(callback, cookies) {
      const given = URL.parse(callback, "http://callback.invalid")?.searchParams.get("state") ?? "";
      const slot = given.slice(0, 1);
      const opened = cookiesIn(cookies, cookieName(slot)).map((value) => decryptedCookie<Begun>(ring, value));
      const begun = opened.find((one) => one?.state === given && now() < one.until) ?? fail("state_mismatch");
      const { code } = readCallback(callback, { state: begun.state });
      const tokens = await exchangeCode({ ...options, code, codeVerifier: begun.codeVerifier });
      return { customer: begun.customer, tokens, cookie: makeCookie(slot, "", 0) };
    },
  };
}

/** What could never work is refused before the first customer comes. */
function checkedRing(options: AuthorizationFlowOptions, lifetimeSeconds: number): KeyRing {
  checkAuthorization(options);
  try {
    checkedBaseUrl(options.authUrl, options.allowInsecureLoopback);
  } catch (error) {
    throw asOAuthError(error);
  }
  const { clientSecret } = options;
  if (!isText(clientSecret))
    fail("credentials_missing", { faults: [{ path: "/clientSecret", message: "must be a text that is not empty" }] });
  if (!Number.isInteger(lifetimeSeconds) || lifetimeSeconds < 1 || lifetimeSeconds > 86_400)
    refuse("/lifetimeSeconds", "must be a whole number from 1 to 86400");
  try {
    return new KeyRing(options.encryptionKeys);
  } catch (error) {
    return refuse("/encryptionKeys", errorMessage(error));
  }
}

function refuse(path: string, message: string): never {
  return fail("authorization_request_invalid", { faults: [{ path, message }] });
}

/** Returns the value of a cookie that holds this, encrypted. */
function encryptedCookie(ring: KeyRing, held: object): string {
  return Buffer.from(ring.encrypt(Buffer.from(JSON.stringify(held)))).toString("base64url");
}

/** Returns what a cookie holds; undefined if it is not encrypted, or with none of these keys. */
function decryptedCookie<T>(ring: KeyRing, value: string): T | undefined {
  const bytes = Buffer.from(value, "base64url");
  if (readKeyId(bytes) === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(ring.decrypt(bytes)).toString());
  } catch {
    return undefined;
  }
}

/** Returns the values of the first cookies of this name in a header `Cookie`: another page of the host may set one. */
function cookiesIn(header: string | undefined, name: string): string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .slice(0, 4);
}
