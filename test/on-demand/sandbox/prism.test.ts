/**
 * Prism between a caller and the sandbox, in both shipped profiles: whatever is asked, no answer breaks the document.
 * The calls are those of the judge, the library and a first onboarding. `npm run test:all -- through-prism` does the
 * same with the whole suite of the sandbox.
 */

import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import document from "../../../generated/openapi.json" with { type: "json" };
import { createClient, itemsOf } from "../../../src/client/index.ts";
import { exitCodeOf, type ServiceDriver, testService } from "../../../src/judge/index.ts";
import { exchangeCode } from "../../../src/oauth/index.ts";
import { DEMO_APP, type Profile, type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { EVENT, ORIGIN, PROFILES } from "../../sandbox/support.ts";
import { countOperations, documentWith, type JudgedProxy, startJudgedProxy } from "../../support/judged-proxy.ts";

describe.each(PROFILES)("Prism before the sandbox with the profile %s", (profile) => {
  let sandbox: Sandbox;
  let settings: Profile;
  let api: JudgedProxy;
  let auth: JudgedProxy;
  beforeAll(async () => {
    sandbox = await startSandbox({ profile, clock: "virtual" });
    const { baseUrl, authUrl } = sandbox;
    settings = (await sandbox.control.profile()).profile;
    const known = documentWith(document, settings);
    api = await startJudgedProxy(known, baseUrl);
    auth = authUrl === baseUrl ? api : await startJudgedProxy(known, authUrl);
  });
  afterAll(async () => {
    await api.stop();
    if (auth !== api) await auth.stop();
    await sandbox.stop();
  });

  const judged = () => (auth === api ? api.judged : [...api.judged, ...auth.judged]);
  const forget = () => {
    api.judged.length = 0;
    auth.judged.length = 0;
  };
  const broken = () => judged().filter(({ response }) => response.length > 0);

  it("sees no violation in what the library is answered", async () => {
    forget();
    // The strict profile checks that the URL of a new webhook answers (U-35).
    const { host, port } = sandbox.driver.receiver?.listen ?? { host: "127.0.0.1", port: 0 };
    const somebody = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => somebody.listen(port, host, resolve));
    const given = await sandbox.control.code();
    const known = { authUrl: auth.url, clientId: DEMO_APP.id, clientSecret: DEMO_APP.secret };
    const { accessToken } = await exchangeCode({
      ...known,
      code: given.code,
      redirectUri: given.redirectUri,
      allowInsecureLoopback: true,
    });
    const { tokenHeader, tokenPrefix } = settings;
    const client = createClient({
      baseUrl: api.url,
      accessToken,
      tokenHeader: (token) => [tokenHeader, tokenPrefix + token],
      allowInsecureLoopback: true,
    });
    const events = [EVENT];
    await client.createClientWebhook({ client: sandbox.driver.clientIri ?? "", name: "n", events, url: `${ORIGIN}/a` });
    const app = {
      app: sandbox.driver.appIri ?? "",
      webhookUrl: `${ORIGIN}/b`,
      events,
      responseHandlingType: 1 as const,
      active: true,
    };
    await client.createAppWebhook(app);
    expect(itemsOf(await client.listAppWebhooks(sandbox.driver.appId ?? ""))).toHaveLength(1);
    await expect(client.listAppWebhooks("999")).rejects.toMatchObject({ code: "request_rejected" });
    somebody.close().closeAllConnections();
    expect(judged().map(({ operation }) => operation)).toEqual(
      expect.arrayContaining([
        "exchangeAuthorizationCode",
        "createClientWebhook",
        "createAppWebhook",
        "listAppWebhooks",
      ]),
    );
    expect(judged().flatMap(({ request, response }) => [...request, ...response])).toEqual([]);
  });

  it("sees no violation in what the judge is answered, and every illegal request that the judge makes", async () => {
    forget();
    const through = Object.create(sandbox.driver, {
      baseUrl: { value: api.url, enumerable: true },
      authUrl: { value: auth.url, enumerable: true },
      stop: { value: async () => {}, enumerable: true },
    }) as ServiceDriver;
    const report = await testService(through, { skip: ["history", "walk"] });
    expect(exitCodeOf(report)).toBe(0);
    console.log(`${profile}: ${countOperations(judged())}`);
    expect(broken()).toEqual([]);
    // Prism has looked at each of them, and can tell good from bad.
    expect(judged().length).toBeGreaterThan(300);
    expect(judged().filter(({ isUnread }) => isUnread)).toEqual([]);
    const illegal = judged().filter(({ request }) => request.length > 0);
    expect(illegal.length).toBeGreaterThan(50);
    expect(illegal.filter(({ status }) => status < 300).map(({ operation, request }) => [operation, request])).toEqual(
      [],
    );
  });
});
