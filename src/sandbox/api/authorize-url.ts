/** The parameters of an authorization request that the profile accepts. */

import { createHash } from "node:crypto";
import type { Profile } from "../../values/profile.ts";

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
