/** Prism between a caller and the sandbox: whatever the profile chooses, nothing breaks the document. */

import { describe, expect, it } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import { DEMO_APP } from "../../src/sandbox/index.ts";
import { type Prism, startPrism, violationsOf } from "../support/prism.ts";
import { EVENT, ORIGIN, PROFILES, startBench } from "./support.ts";

describe.each(PROFILES)("Prism before the sandbox with the profile %s", (profile) => {
  it("sees no violation in any answer", async () => {
    // Prism knows the token in its usual header alone, and one media type.
    const overrides = {
      tokenHeader: "Authorization",
      tokenPrefix: "Bearer ",
      clientWebhookMediaType: "application/json",
    };
    const bench = await startBench(profile, { overrides });
    const { baseUrl, authUrl, driver, control } = bench.sandbox;
    const proxies: Prism[] = [await startPrism(document, baseUrl), await startPrism(document, authUrl)];
    const [api = "", auth = ""] = proxies.map(({ url }) => url);
    const headers = { ...(await bench.auth()), "content-type": "application/json" };
    const post = (path: string, body: object) =>
      fetch(api + path, { method: "POST", headers, body: JSON.stringify(body) });
    const client = { client: bench.clientIri, name: "n", events: [EVENT], url: `${ORIGIN}/a` };
    const app = {
      app: bench.appIri,
      webhookUrl: `${ORIGIN}/a`,
      events: [EVENT],
      responseHandlingType: 1,
      active: true,
    };
    const given = await control.code();
    const form = {
      grant_type: "authorization_code",
      code: given.code,
      client_id: DEMO_APP.id,
      client_secret: DEMO_APP.secret,
      redirect_uri: given.redirectUri,
    };
    const token = (change: object = {}) =>
      fetch(`${auth}/oauth/v2/token`, { method: "POST", body: new URLSearchParams({ ...form, ...change }) });
    const list = (id: string | number | undefined) => fetch(`${api}/api/apps/${id}/app_webhooks`, { headers });

    const good = [
      await token(),
      await post("/api/client_webhooks", client),
      await post("/api/app_webhooks", app),
      await list(driver.appId),
    ];
    const bad = [
      await token(),
      await token({ client_secret: "wrong" }),
      await post("/api/client_webhooks", { ...client, url: "http://localhost/" }),
      await post("/api/client_webhooks", { ...client, client: "/api/clients/999" }),
      await post("/api/app_webhooks", { ...app, app: "/api/apps/999" }),
      await list("999"),
    ];
    expect(good.map(({ ok }) => ok)).toEqual(good.map(() => true));
    expect(bad.map((one) => one.status >= 400 && one.status < 500)).toEqual(bad.map(() => true));
    expect([...good, ...bad].flatMap((response) => violationsOf(response))).toEqual([]);
    for (const proxy of proxies) await proxy.stop();
    await bench.stop();
  });
});
