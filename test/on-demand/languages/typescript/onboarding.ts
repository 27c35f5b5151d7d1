/**
 * From an authorization code to a registered webhook. Prints what the service answered as one JSON document, without
 * tokens and secrets; the secret of the new webhook goes into the file SECRET_FILE, which only this user may read.
 *
 * Reads BASE_URL, AUTH_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CODE, CLIENT_IRI, APP_IRI, APP_ID, WEBHOOK_URL and
 * SECRET_FILE. ALLOW_INSECURE_LOOPBACK=1 allows plain http to this machine, for tests.
 */

import { writeFileSync } from "node:fs";
import { ApiError, createClient } from "../src/client.ts";
import { CASE_FILE_PAYMENT_CONFIRMED, WAIT_FOR_SUCCESSFUL_RESPONSE } from "../src/index.ts";
import { exchangeCode, OAuthError } from "../src/oauth.ts";

const of = (name: string) => process.env[name] ?? "";
const allowInsecureLoopback = of("ALLOW_INSECURE_LOOPBACK") === "1";
const [events, url] = [[CASE_FILE_PAYMENT_CONFIRMED], of("WEBHOOK_URL")];
const credentials = { clientId: of("CLIENT_ID"), clientSecret: of("CLIENT_SECRET"), redirectUri: of("REDIRECT_URI") };

try {
  const tokens = await exchangeCode({
    ...credentials,
    authUrl: of("AUTH_URL"),
    code: of("CODE"),
    allowInsecureLoopback,
  });
  const client = createClient({ baseUrl: of("BASE_URL"), accessToken: tokens.accessToken, allowInsecureLoopback });
  const ours = { client: of("CLIENT_IRI"), name: "Payments", events, url };
  const { secret, ...clientWebhook } = await client.createClientWebhook(ours);
  writeFileSync(of("SECRET_FILE"), secret, { mode: 0o600 });
  const [app, responseHandlingType] = [of("APP_IRI"), WAIT_FOR_SUCCESSFUL_RESPONSE] as const;
  const appWebhook = await client.createAppWebhook({
    app,
    webhookUrl: url,
    events,
    responseHandlingType,
    active: true,
  });
  const appWebhooks = await client.listAppWebhooks(of("APP_ID"));
  const { tokenType: token_type, expiresIn: expires_in } = tokens;
  console.log(JSON.stringify({ tokens: { token_type, expires_in }, clientWebhook, appWebhook, appWebhooks }));
} catch (error) {
  if (!(error instanceof ApiError || error instanceof OAuthError)) throw error;
  // One line: the code, and what to do. Never what the service sent.
  console.error(`${error.code}: ${error.message.replaceAll("\n", " ")}`);
  process.exitCode = 1;
}
