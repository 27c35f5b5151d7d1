/* What the page does by a click, as commands of a shell. */

import { spanText } from "./clock.js";
import { $, call, command, el, shellQuote } from "./kit.js";

/** Shell commands from a fresh code to a registered webhook. */
export async function registerCommands({ owner, url }, state, { operations, events }) {
  const { exchangeAuthorizationCode: exchange, createClientWebhook, createAppWebhook } = operations;
  const [system, id] = owner.split(" ");
  const { iri } = state[system === "client" ? "clients" : "apps"].find((one) => one.id === Number(id));
  const { tokenHeader, tokenPrefix, requestMediaTypes, codeLifetimeSeconds } = state.profile;
  const { clientId, clientSecret, redirectUri, code: fresh } = await call("POST", "oauth/code", {});
  const fields = {
    grant_type: "authorization_code",
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    code: fresh,
  };
  const data = Object.entries(fields).map(([name, value]) => `--data-urlencode ${shellQuote(`${name}=${value}`)}`);
  const body =
    system === "client"
      ? { client: iri, name: "From the console", events, url }
      : { app: iri, webhookUrl: url, events, responseHandlingType: 2, active: true };
  const path = system === "client" ? createClientWebhook.path : createAppWebhook.path;
  const lines = [
    `TOKEN=$(curl -s ${[shellQuote(state.authUrl + exchange.path), ...data].join(" \\\n  ")} |`,
    `  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -i ${shellQuote(state.baseUrl + path)} \\`,
    `  -H "${tokenHeader}: ${tokenPrefix}$TOKEN" \\`,
    `  -H ${shellQuote(`Content-Type: ${requestMediaTypes[0]}`)} \\`,
    `  -d ${shellQuote(JSON.stringify(body))}`,
  ];
  $("commands").replaceChildren(
    el(
      "p",
      `The code in it works once, and for ${spanText(codeLifetimeSeconds * 1000)}. `,
      "A new webhook may be switched off at first: switch it on below.",
    ),
    ...command("the commands", lines.join("\n")),
  );
  return lines.join("\n");
}
