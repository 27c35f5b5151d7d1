/** The variables that the onboarding of every package reads, for a sandbox that runs. */

import type { Sandbox } from "../../../src/sandbox/index.ts";

export async function onboardingAt(sandbox: Sandbox, webhookUrl: string) {
  const own = await sandbox.driver.credentials?.();
  const { clients, apps } = await sandbox.control.state();
  return {
    BASE_URL: sandbox.baseUrl,
    AUTH_URL: sandbox.authUrl,
    CLIENT_ID: own?.clientId ?? "",
    CLIENT_SECRET: own?.clientSecret ?? "",
    REDIRECT_URI: own?.redirectUri ?? "",
    CODE: own?.code ?? "",
    CLIENT_IRI: clients[0]?.iri ?? "",
    APP_IRI: apps[0]?.iri ?? "",
    APP_ID: String(apps[0]?.appId),
    WEBHOOK_URL: webhookUrl,
  };
}
