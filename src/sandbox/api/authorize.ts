/**
 * The authorization endpoint (F-4.1-01 to F-4.1-03): an app asks, and a customer decides. Its pages are in
 * authorize-page.ts.
 */

import { createHash } from "node:crypto";
import type { Profile } from "../../values/profile.ts";
import type { Needs } from "../parts.ts";
import { isEqualSecret } from "../request-guard.ts";
import type { OAuthClient } from "../store/model.ts";
import type { Approvals } from "./approvals.ts";
import { authorizePage, errorPage, explanationPage } from "./authorize-page.ts";
import { readText } from "./body.ts";
import { CALLBACK_PATH, isRegisteredRedirect, issueCode } from "./grants.ts";

type Asking = Needs<"store" | "profile" | "random" | "baseUrl">;
type Deciding = Asking & Needs<"clock" | "mostRecords">;

const COOKIE = "sandbox_browser";

/** Methods of the endpoint, for the header `Allow`. */
export const AUTHORIZE_METHODS = "GET, POST";

/** Answers GET from an app and POST from the page itself. */
export async function answerAuthorization(parts: Deciding, approvals: Approvals, request: Request): Promise<Response> {
  if (request.method === "GET") return ask(parts, approvals, request);
  if (request.method === "POST") return decide(parts, approvals, request);
  const page = errorPage("This page answers GET, and POST from itself.", parts.profile.methodStatus);
  page.headers.set("allow", AUTHORIZE_METHODS);
  return page;
}

/** Shows the page on which a customer decides, or refuses the request. */
function ask(parts: Asking, approvals: Approvals, request: Request): Response {
  const { profile, random, store } = parts;
  const parameters = new URL(request.url).searchParams;
  if (parameters.size === 0) return explain(parts);
  const asked = findRecipient(parts, parameters);
  if (typeof asked === "string") return errorPage(asked);
  const { client, redirectUri } = asked;
  const state = parameters.get("state");
  const error = findError(parts, parameters);
  if (error) return redirect(redirectUri, { error: error[0], error_description: error[1], state });

  const browser = readCookie(request) ?? random(18).toString("base64url");
  const key = random(18).toString("base64url");
  const scopes = readScopes(parts, parameters);
  const challenge = parameters.get("code_challenge");
  approvals.add(key, { client, redirectUri, scopes, state, challenge, browser });
  const page = authorizePage({
    appName: client.name,
    scopes,
    customers: store.list("customer"),
    request: key,
    action: profile.authorizationPath,
    redirectUri,
  });
  page.headers.append("set-cookie", `${COOKIE}=${browser}; Path=${profile.authorizationPath}; HttpOnly; SameSite=Lax`);
  return page;
}

/** Explains the endpoint to a person who opens it without parameters. */
function explain({ store, profile, baseUrl }: Asking): Response {
  const [client] = store.list("oauthClient");
  if (!client) return errorPage("No app is registered in this sandbox.");
  const query = authorizationParameters(profile, { clientId: client.id, redirectUri: baseUrl + CALLBACK_PATH });
  return explanationPage(`${profile.authorizationPath}?${query}`, [...query]);
}

/** Returns the client and its redirect URI, or why the browser must not be redirected (RFC 6749, 4.1.2.1). */
function findRecipient(
  parts: Asking,
  parameters: URLSearchParams,
): { client: OAuthClient; redirectUri: string } | string {
  const names = [...parameters.keys()];
  const client = parts.store.get("oauthClient", parameters.get("client_id") ?? "");
  const redirectUri = parameters.get("redirect_uri") ?? "";
  if (new Set(names).size !== names.length) return "The request has a parameter twice.";
  if (!client) return "No app with this client_id is registered.";
  if (isRegisteredRedirect(parts, client, redirectUri)) return { client, redirectUri };
  return "This redirect_uri is not registered for the app, so the browser is not redirected there.";
}

function readScopes({ profile }: Needs<"profile">, parameters: URLSearchParams): string[] {
  const given = (parameters.get(profile.scopeParameter) ?? "").split(profile.scopeSeparator);
  return [...new Set(given)].filter(Boolean);
}

/**
 * Returns the error of RFC 6749 if the request lacks what the profile demands beyond the three stated parameters
 * (U-12).
 */
function findError(
  { profile: { responseType, state, pkce } }: Needs<"profile">,
  parameters: URLSearchParams,
): [code: string, description: string] | undefined {
  const type = parameters.get("response_type");
  if (type === null && responseType === "required") return ["invalid_request", "response_type is missing"];
  if (type !== null && type !== "code") return ["unsupported_response_type", "response_type must be code"];
  if (state === "required" && !parameters.get("state")) return ["invalid_request", "state is missing"];
  const challenge = parameters.get("code_challenge");
  if (challenge === null) return pkce === "required" ? ["invalid_request", "code_challenge is missing"] : undefined;
  const sound = parameters.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge);
  return sound ? undefined : ["invalid_request", "code_challenge must be made with S256"];
}

/** Answers the form of the page: redirects with a code, or with the error of a denial (U-13). */
async function decide(parts: Deciding, approvals: Approvals, request: Request): Promise<Response> {
  if (isForeign(request)) return errorPage("The decision must come from the page of the sandbox itself.", 403);
  const form = new URLSearchParams(await readText(request));
  const key = form.get("request") ?? "";
  const asked = approvals.get(key);
  if (!asked) return errorPage("This request is no longer open. Start again in the app.");
  if (!isEqualSecret(asked.browser, readCookie(request) ?? ""))
    return errorPage("This request belongs to another browser.", 403);
  const { redirectUri, state, scopes, challenge, client } = asked;
  const { store, profile } = parts;
  const customer = store.get("customer", Number(form.get("customer")));
  const decision = form.get("decision");
  if (decision === "deny") {
    approvals.close(key);
    const description = profile.deniedDescription ? "The customer refused." : null;
    return redirect(redirectUri, { error: profile.deniedCode, error_description: description, state });
  }
  if (decision !== "approve" || !customer) return errorPage("Choose a customer and a decision.");
  const code = issueCode(parts, { oauthClient: client.id, redirectUri, customer: customer.id, scopes, challenge });
  await store.flushed();
  approvals.close(key);
  return redirect(redirectUri, { code, state });
}

/** Tells whether another page sent the form. */
function isForeign(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  return Boolean(
    (site && site !== "same-origin") || (origin && URL.parse(origin)?.host !== request.headers.get("host")),
  );
}

/** Redirects with 303, so that the browser follows with GET. The query of the URI stays. */
function redirect(to: string, parameters: Record<string, string | null>): Response {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  const location = `${to}${to.includes("?") ? "&" : "?"}${query}`;
  return new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}

function readCookie(request: Request): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{16,64})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1];
}

/** A PKCE verifier for links that the sandbox makes; it is public, like everything here. */
export const DEMO_VERIFIER = "a-verifier-for-links-of-the-sandbox-which-is-public";

/** Returns the query of an authorization request with every parameter that the profile demands. */
export function authorizationParameters(
  { scopeParameter, scopeSeparator, operationScopes, pkce }: Profile,
  { clientId, redirectUri, state = "sandbox" }: { clientId: string; redirectUri: string; state?: string },
): URLSearchParams {
  const query = new URLSearchParams({ response_type: "code", client_id: clientId, redirect_uri: redirectUri });
  const scopes = [...new Set(Object.values(operationScopes).flat())];
  if (scopes.length > 0) query.set(scopeParameter, scopes.join(scopeSeparator));
  query.set("state", state);
  if (pkce === "required") {
    query.set("code_challenge", createHash("sha256").update(DEMO_VERIFIER).digest("base64url"));
    query.set("code_challenge_method", "S256");
  }
  return query;
}
