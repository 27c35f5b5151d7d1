/* How to connect: addresses, forwards, the authorization page, and commands that register a webhook. */

import { spanText } from "./clock.js";
import { $, call, code, command, draw, el, quoted } from "./kit.js";

export function drawConnect(state) {
  const { baseUrl, authUrl, authorizationUrl, forwards, oauthClients } = state;
  draw($("urls"), [baseUrl, authUrl, oauthClients], () => [
    ...[
      ["API (base_url)", baseUrl],
      ["Tokens (auth_url)", authUrl],
      ["Authorization page", authorizationUrl],
      ["client_id", oauthClients.map(({ clientId }) => clientId).join(", ")],
    ].flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, code(value))]),
  ]);
  const start = `npx collections-contract sandbox --port ${new URL(baseUrl).port} --forward https://hooks.example.com=http://127.0.0.1:3000`;
  draw($("forwards"), [forwards, start], () => [
    Object.keys(forwards).length > 0
      ? el(
          "ul",
          {},
          Object.entries(forwards).map(([from, to]) => el("li", {}, code(from), " is delivered to ", code(to))),
        )
      : el(
          "p",
          {},
          "No origin is forwarded. A webhook URL must be public, so a receiver on this machine gets deliveries by a forward only.",
        ),
    el("p", {}, "To set forwards, start the sandbox again with this, and your other options:"),
    ...command("the start command", start),
  ]);
  const origin = Object.keys(forwards)[0] ?? "https://hooks.example.com";
  const url = $("register").elements.url;
  if (url.value === "") url.value = `${origin}/webhooks`;
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
    pkce === "required" ? el("span", {}, "; code_verifier: ", code(verifier)) : "",
  ]);
}

/** Shell commands from a fresh code to a registered webhook. */
export async function registerCommands({ system, url }, state, { operations, events }) {
  const { exchangeAuthorizationCode: exchange, createClientWebhook, createAppWebhook } = operations;
  const { tokenHeader, tokenPrefix, requestMediaTypes, codeLifetimeSeconds } = state.profile;
  const { clientId, clientSecret, redirectUri, code: fresh } = await call("POST", "oauth/code", {});
  const fields = {
    grant_type: "authorization_code",
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    code: fresh,
  };
  const data = Object.entries(fields).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  const body =
    system === "client"
      ? { client: state.clients[0]?.iri, name: "From the console", events, url }
      : { app: state.apps[0]?.iri, webhookUrl: url, events, responseHandlingType: 2, active: true };
  const path = system === "client" ? createClientWebhook.path : createAppWebhook.path;
  const lines = [
    `TOKEN=$(curl -s ${[quoted(state.authUrl + exchange.path), ...data].join(" \\\n  ")} |\n  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -i ${quoted(state.baseUrl + path)} \\\n  -H "${tokenHeader}: ${tokenPrefix}$TOKEN" \\\n  -H ${quoted(`Content-Type: ${requestMediaTypes[0]}`)} \\\n  -d ${quoted(JSON.stringify(body))}`,
  ];
  $("commands").replaceChildren(
    el(
      "p",
      {},
      `The code in it works once, and for ${spanText(codeLifetimeSeconds * 1000)}. A new webhook may be switched off at first: switch it on above.`,
    ),
    ...command("the commands", lines.join("\n")),
  );
  $("commands").focus();
  return "The commands are ready to be copied.";
}
