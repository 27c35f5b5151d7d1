/** The authorization code flow for many customers, whose callback is bound to the browser that began it. */

import { checkedBaseUrl } from "../http.ts";
import { type AuthorizationOptions, authorizationUrl, checkAuthorization, readCallback } from "./authorization.ts";
import { cookieIn, openCookie, sealCookie, sealingKeys } from "./flow-cookie.ts";
import { asOAuthError, exchangeCode, fail, type TokenEndpointOptions } from "./token-endpoint.ts";
import { isText, type Tokens } from "./tokens.ts";

/** Options of `createAuthorizationFlow`. Only those of both requests and `cookieKey` have no default. */
export interface AuthorizationFlowOptions extends Omit<AuthorizationOptions, "state">, TokenEndpointOptions {
  /**
   * Encrypts the cookie that binds a flow to a browser: a random text of at least 32 characters, the same in all
   * processes. While you replace it, a list: the first encrypts, all decrypt.
   */
  cookieKey: string | readonly string[];
  /** How long a customer may take to approve. Seconds, 1 to 86,400, default 600. */
  lifetimeSeconds?: number;
}

/** What `createAuthorizationFlow` returns. */
export interface AuthorizationFlow {
  /**
   * Begins a flow for one of your customers. Check before that the browser's user may connect it. Redirect the browser
   * to `url`, with `cookie` as the header `Set-Cookie`.
   *
   * @throws OAuthError `authorization_request_invalid` (a name that is empty or has more than 200 characters)
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
  check(options, lifetimeSeconds);
  const keys = sealingKeys([options.cookieKey].flat());
  const isSecure = options.redirectUri.startsWith("https:");
  const nameOf = (slot: string) => `${isSecure ? "__Host-" : ""}authorization_${slot}`;
  const cookieOf = (slot: string, value: string, seconds: number) =>
    `${nameOf(slot)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    async begin(customer) {
      if (!isText(customer) || customer.length > 200 || !customer.isWellFormed())
        fail("authorization_request_invalid", {
          faults: [{ path: "/customer", message: "must be a text of 1 to 200 characters" }],
        });
      const slot = Math.floor(Math.random() * SLOTS).toString(SLOTS);
      const state = `${slot}${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")}`;
      const { url, codeVerifier } = await authorizationUrl({ ...options, state });
      const begun: Begun = { customer, state, codeVerifier, until: now() + lifetimeSeconds * 1000 };
      return { url, cookie: cookieOf(slot, await sealCookie(keys, nameOf(slot), begun), lifetimeSeconds) };
    },

    async finish(callback, cookies) {
      const given = URL.parse(callback, "http://callback.invalid")?.searchParams.get("state") ?? "";
      const slot = given.slice(0, 1);
      const opened = await Promise.all(
        cookieIn(cookies, nameOf(slot)).map((value) => openCookie<Begun>(keys, nameOf(slot), value)),
      );
      const begun = opened.find((one) => one?.state === given && now() < one.until) ?? fail("state_mismatch");
      const { code } = readCallback(callback, { state: begun.state });
      const tokens = await exchangeCode({ ...options, code, codeVerifier: begun.codeVerifier });
      return { customer: begun.customer, tokens, cookie: cookieOf(slot, "", 0) };
    },
  };
}

/** What could never work is refused before the first customer comes. */
function check(options: AuthorizationFlowOptions, lifetimeSeconds: number): void {
  checkAuthorization(options);
  try {
    checkedBaseUrl(options.authUrl, options.allowInsecureLoopback);
  } catch (error) {
    throw asOAuthError(error);
  }
  if (!isText(options.clientSecret)) fail("credentials_missing");
  const keys: readonly unknown[] = [options.cookieKey].flat();
  const rules: [path: string, message: string, kept: boolean][] = [
    [
      "/cookieKey",
      "must be a random text of at least 32 characters, or a list of such",
      keys.length > 0 && keys.every((key) => typeof key === "string" && key.length >= 32),
    ],
    [
      "/lifetimeSeconds",
      "must be a whole number from 1 to 86400",
      Number.isInteger(lifetimeSeconds) && lifetimeSeconds >= 1 && lifetimeSeconds <= 86_400,
    ],
  ];
  const faults = rules.filter(([, , kept]) => !kept).map(([path, message]) => ({ path, message }));
  if (faults.length > 0) fail("authorization_request_invalid", { faults });
}
