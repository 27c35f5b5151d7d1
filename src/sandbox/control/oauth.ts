/** The part of the control that issues authorization codes without a browser, and exchanges one as an app would. */

import type { Hono } from "hono";
import { GRANT_TYPE, OPERATIONS, TOKEN_REQUEST_TYPE } from "../../../generated/constants.ts";
import type { ControlInputs } from "../../../generated/control.ts";
import { authorizationParameters, DEMO_VERIFIER } from "../api/authorize.ts";
import { CALLBACK_PATH, isRegisteredRedirect, issueCode } from "../api/grants.ts";
import { answerTokenRequest } from "../api/token-endpoint.ts";
import type { Needs } from "../parts.ts";
import type { OAuthClient } from "../store/model.ts";
import * as input from "./input.ts";
import type { CodeResult, ExchangeResult } from "./types.ts";

type Issuing = Needs<"store" | "clock" | "profile" | "random" | "mostRecords" | "baseUrl" | "authUrl">;

/** Adds the routes below `/_control/oauth`. */
export function routeOAuth(app: Hono, parts: Issuing): void {
  app.post("/_control/oauth/code", async ({ req, json }) =>
    json(newCode(parts, await input.readInput(req.raw, "createCode")), 201),
  );
  app.post("/_control/oauth/exchange", async ({ req, json }) =>
    json(await exchange(parts, (await input.readInput(req.raw, "exchangeCode")).code)),
  );
  app.get("/_control/oauth/link", ({ json }) => json({ url: authorizationLink(parts) }));
}

function newCode(parts: Issuing, given: ControlInputs["createCode"]): CodeResult {
  const client = readClient(parts, given.clientId);
  const { redirectUri = client.redirectUris[0] ?? "" } = given;
  if (!isRegisteredRedirect(parts, client, redirectUri)) throw input.wrong("redirectUri", "is not registered");
  const [firstCustomer] = parts.store.list("customer");
  const customer = input.findRecord(parts, "customer", String(given.customer ?? firstCustomer?.id)).id;
  const { scopes = [...new Set(Object.values(parts.profile.operationScopes).flat())] } = given;
  const code = issueCode(parts, { oauthClient: client.id, redirectUri, customer, scopes, challenge: null });
  return { clientId: client.id, clientSecret: client.secret, redirectUri, code };
}

function readClient({ store }: Issuing, id?: string): OAuthClient {
  const [first] = store.list("oauthClient");
  const client = id === undefined ? first : store.get("oauthClient", id);
  if (!client) throw input.wrong("clientId", "is not registered");
  return client;
}

/** Returns an authorization request of the demo app that ends at the callback page of the console. */
function authorizationLink(parts: Issuing): string {
  const client = readClient(parts);
  const query = authorizationParameters(parts.profile, {
    clientId: client.id,
    redirectUri: parts.baseUrl + CALLBACK_PATH,
    state: "from-the-console",
  });
  return `${parts.authUrl}${parts.profile.authorizationPath}?${query}`;
}

/** Exchanges a code of the console's callback page. Returns the request and the response, to be shown. */
async function exchange(parts: Issuing, code: string): Promise<ExchangeResult> {
  const { id, secret } = readClient(parts);
  const fields = {
    grant_type: GRANT_TYPE,
    code,
    client_id: id,
    client_secret: secret,
    redirect_uri: parts.baseUrl + CALLBACK_PATH,
    ...(parts.profile.pkce === "required" && { code_verifier: DEMO_VERIFIER }),
  };
  const { method, path } = OPERATIONS.exchangeAuthorizationCode;
  const url = parts.authUrl + path;
  const body = new URLSearchParams(fields).toString();
  const headers = { "content-type": TOKEN_REQUEST_TYPE };
  const response = await answerTokenRequest(parts, new Request(url, { method, headers, body }), path);
  return {
    request: { method, url, fields },
    response: { status: response.status, body: await response.text() },
  };
}
