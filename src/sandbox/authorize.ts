/** The authorization endpoint (F-4.1-01 to F-4.1-03): who asks, for what, and what the customer decides. Its page is in authorize-page.ts. */

import { timingSafeEqual } from "node:crypto";
import { authorizePage, errorPage } from "./authorize-page.ts";
import { readText } from "./body.ts";
import type { OAuthClient } from "./model.ts";
import { isRegisteredRedirect, issueCode } from "./oauth.ts";
import type { World } from "./world.ts";

/** A request to approve, kept until it is decided: the form carries its key, the cookie says which browser asked. */
interface Pending {
  client: OAuthClient;
  redirectUri: string;
  scopes: string[];
  state: string | null;
  challenge: string | null;
  browser: string;
  expiresAt: number;
}

export interface AuthorizeEndpoint {
  answer(request: Request): Promise<Response>;
}

const COOKIE = "sandbox_browser";
const PENDING_MAX = 1000;
const PENDING_MS = 15 * 60 * 1000;

/** `system`: the clock of the machine; people read the page in real time. */
export function createAuthorizeEndpoint(world: World, system: () => number = Date.now): AuthorizeEndpoint {
  const pending = new Map<string, Pending>();

  function ask(request: Request): Response {
    const parameters = new URL(request.url).searchParams;
    const names = [...parameters.keys()];
    const client = world.store.get("oauthClient", parameters.get("client_id") ?? "");
    const redirectUri = parameters.get("redirect_uri") ?? "";
    // Until it is certain where to, nobody is sent anywhere (RFC 6749, section 4.1.2.1).
    if (new Set(names).size !== names.length) return errorPage("A parameter of the request is given twice.");
    if (!client) return errorPage("No app with this client_id is registered.");
    if (!isRegisteredRedirect(client, redirectUri)) {
      return errorPage("This redirect_uri is not registered for the app. Nobody is redirected there.");
    }
    const state = parameters.get("state");
    const error = errorOf(parameters);
    if (error) return redirect(redirectUri, { error: error[0], error_description: error[1], state });

    const browser = cookieOf(request) ?? world.random(18).toString("base64url");
    const key = world.random(18).toString("base64url");
    const scopes = [
      ...new Set((parameters.get(world.profile.scopeParameter) ?? "").split(world.profile.scopeSeparator)),
    ].filter(Boolean);
    for (const [old, { expiresAt }] of pending) {
      if (expiresAt <= system() || pending.size >= PENDING_MAX) pending.delete(old);
    }
    const challenge = parameters.get("code_challenge");
    pending.set(key, { client, redirectUri, scopes, state, challenge, browser, expiresAt: system() + PENDING_MS });
    const page = authorizePage({
      appName: client.name,
      scopes,
      customers: world.store.list("customer"),
      request: key,
      action: world.profile.authorizationPath,
      redirectUri,
    });
    const cookie = `${COOKIE}=${browser}; Path=${world.profile.authorizationPath}; HttpOnly; SameSite=Lax`;
    page.headers.append("set-cookie", cookie);
    return page;
  }

  /** What the profile demands beyond the three stated parameters (U-12), as an error of RFC 6749. */
  function errorOf(parameters: URLSearchParams): [code: string, description: string] | undefined {
    const { responseType, state, pkce } = world.profile;
    const type = parameters.get("response_type");
    if (type === null ? responseType === "required" : type !== "code") {
      return type === null
        ? ["invalid_request", "response_type is missing"]
        : ["unsupported_response_type", "response_type must be code"];
    }
    if (state === "required" && !parameters.get("state")) return ["invalid_request", "state is missing"];
    const challenge = parameters.get("code_challenge");
    if (challenge === null) return pkce === "required" ? ["invalid_request", "code_challenge is missing"] : undefined;
    const sound = parameters.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge);
    return sound ? undefined : ["invalid_request", "code_challenge must be made with S256"];
  }

  async function decide(request: Request): Promise<Response> {
    const site = request.headers.get("sec-fetch-site");
    const origin = request.headers.get("origin");
    const foreign = (site && site !== "same-origin") || (origin && origin !== new URL(request.url).origin);
    if (foreign) return errorPage("The decision has to come from the page of the sandbox itself.", 403);
    const form = new URLSearchParams(await readText(request));
    const key = form.get("request") ?? "";
    const asked = pending.get(key);
    if (!asked || asked.expiresAt <= system())
      return errorPage("This request is not open any more. Start again in the app.");
    if (!same(asked.browser, cookieOf(request) ?? ""))
      return errorPage("This request belongs to another browser.", 403);
    const customer = world.store.get("customer", Number(form.get("customer")));
    const decision = form.get("decision");
    if (decision !== "deny" && (decision !== "approve" || !customer))
      return errorPage("Choose a customer and a decision.");
    pending.delete(key);
    const { redirectUri, state, scopes, challenge, client } = asked;
    if (decision === "deny" || !customer) {
      const description = world.profile.deniedDescription ? "The customer refused." : null;
      return redirect(redirectUri, { error: world.profile.deniedCode, error_description: description, state });
    }
    const code = issueCode(world, { oauthClient: client.id, redirectUri, customer: customer.id, scopes, challenge });
    await world.store.flushed();
    return redirect(redirectUri, { code, state });
  }

  return {
    async answer(request) {
      if (request.method === "GET") return ask(request);
      if (request.method === "POST") return decide(request);
      return errorPage("The authorization endpoint knows GET, and POST from its own page.", world.profile.methodStatus);
    },
  };
}

/** 303, so that the browser follows with GET. What the URI has in its query stays. */
function redirect(to: string, parameters: Record<string, string | null>): Response {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  const location = `${to}${to.includes("?") ? "&" : "?"}${query}`;
  return new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}

function cookieOf(request: Request): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{16,64})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1];
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
