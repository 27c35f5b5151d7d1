/* How to connect: addresses, and the authorization page. */

import { $, code, draw, el } from "./kit.js";

export function drawConnect(state) {
  const { baseUrl, authUrl, authorizationUrl, oauthClients } = state;
  draw($("urls"), [baseUrl, authUrl, oauthClients], () => [
    ...[
      ["API (base_url)", baseUrl],
      ["Tokens (auth_url)", authUrl],
      ["Authorization page", authorizationUrl],
      ["client_id", oauthClients.map(({ clientId }) => clientId).join(", ")],
    ].flatMap(([term, value]) => [el("dt", term), el("dd", code(value))]),
  ]);
}

/** The address under which a customer is asked, with all that the profile demands. */
export async function drawAuthorize({ authorizationUrl, oauthClients, profile }) {
  const redirect = $("authorize").elements.redirect.value;
  const client = oauthClients.find(({ redirectUris }) => redirectUris.includes(redirect));
  if (!client) return;
  const { scopeParameter, scopeSeparator, operationScopes, pkce } = profile;
  const scopes = [...new Set(Object.values(operationScopes).flat())].join(scopeSeparator);
  const parameters = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: redirect,
    [scopeParameter]: scopes,
    state: "from-the-console",
  };
  const verifier = "a-verifier-of-the-console-that-is-no-secret";
  if (pkce === "required") {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
    parameters.code_challenge = btoa(String.fromCharCode(...digest))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace("=", "");
    parameters.code_challenge_method = "S256";
  }
  const href = `${authorizationUrl}?${new URLSearchParams(parameters)}`;
  draw($("authorize-link"), href, () => [
    el(
      "a",
      { href, target: "_blank", rel: "noopener noreferrer", "data-key": "authorize" },
      "Open the authorization page",
    ),
    " (in a new tab)",
    pkce === "required" ? el("span", "; code_verifier: ", code(verifier)) : "",
  ]);
}
