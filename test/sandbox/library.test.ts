/**
 * The library of this project against the sandbox: authorise, exchange, register, receive, verify, survive a duplicate,
 * refresh.
 */

import { expect, it, vi } from "vitest";
import { listen } from "../../scripts/listen.ts";
import { createClient, itemsOf } from "../../src/client/index.ts";
import {
  authorizationUrl,
  createTokenKeeper,
  exchangeCode,
  memoryTokenStore,
  readCallback,
  rfc6749Refresh,
} from "../../src/oauth/index.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { DEMO_APP, startSandbox } from "../../src/sandbox/index.ts";
import { EVENT, ORIGIN, PROFILES } from "./support.ts";

it.each(PROFILES)(
  "the library with the profile %s completes the whole flow, and no secret reaches a log",
  async (profile) => {
    const logs = (["log", "info", "warn", "error", "debug"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    );
    let handler: ReturnType<typeof createReceiver>["node"] | undefined;
    const { url: local, stop } = await listen((request, response) => handler?.(request, response));
    const sandbox = await startSandbox({ profile, clock: "virtual", forward: { [ORIGIN]: local } });
    const { authorizationUrl: authorizationEndpoint, profile: settings, clients, apps } = await sandbox.control.state();
    const redirectUri = DEMO_APP.redirectUris[0] ?? "";
    const endpoint = {
      authUrl: sandbox.authUrl,
      clientId: DEMO_APP.id,
      clientSecret: DEMO_APP.secret,
      allowInsecureLoopback: true,
    };

    const asked = await authorizationUrl({
      authorizationEndpoint,
      clientId: DEMO_APP.id,
      redirectUri,
      scopes: ["webhooks.read", "webhooks.write"],
      scopeParameter: settings.scopeParameter,
      scopeSeparator: settings.scopeSeparator,
      pkce: true,
      allowInsecureLoopback: true,
    });
    const page = await fetch(asked.url);
    const html = await page.text();
    const action = new URL(/action="([^"]+)"/.exec(html)?.[1] ?? "", asked.url);
    const form = {
      request: /name="request" value="([^"]+)"/.exec(html)?.[1] ?? "",
      customer: "1",
      decision: "approve",
    };
    const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
    const back = await fetch(action, {
      method: "POST",
      redirect: "manual",
      headers: { cookie },
      body: new URLSearchParams(form),
    });
    const { code } = readCallback(back.headers.get("location") ?? "", { state: asked.state ?? false });

    const tokens = await exchangeCode({ ...endpoint, code, redirectUri, codeVerifier: asked.codeVerifier });
    const store = memoryTokenStore(tokens);
    const refresh =
      profile === "default"
        ? rfc6749Refresh(endpoint)
        : async (refreshToken: string) => ({
            ...(await sandbox.driver.refresh?.(refreshToken)),
            accessToken: "",
            expiresIn: 900,
          });
    const keeper = createTokenKeeper({ store, refresh });
    const api = createClient({
      baseUrl: sandbox.baseUrl,
      accessToken: profile === "default" ? () => keeper.accessToken() : tokens.accessToken,
      tokenHeader: (token) => [settings.tokenHeader, settings.tokenPrefix + token],
      allowInsecureLoopback: true,
    });

    const iri = clients[0]?.iri ?? "";
    const webhook = await api.createClientWebhook({
      client: iri,
      name: "Payments",
      events: [EVENT],
      url: `${ORIGIN}/payments`,
    });
    const app = {
      app: apps[0]?.iri ?? "",
      webhookUrl: `${ORIGIN}/app`,
      events: [EVENT],
      responseHandlingType: 2 as const,
      active: true,
    };
    await api.createAppWebhook(app);
    expect(itemsOf(await api.listAppWebhooks(apps[0]?.appId ?? ""))).toEqual([expect.objectContaining(app)]);
    await expect(
      api.createClientWebhook({ client: iri, name: "x", events: [EVENT], url: "http://10.0.0.1/" }),
    ).rejects.toMatchObject({
      code: "url_host_private",
    });
    await expect(api.listAppWebhooks("999")).rejects.toMatchObject({
      code: "request_rejected",
      status: settings.unknownAppStatus,
    });

    const handled: number[] = [];
    handler = createReceiver({
      secrets: webhook.secret,
      on: { [EVENT]: ({ payload }) => void handled.push(payload.id) },
    }).node;
    const [kept] = (await sandbox.control.state()).clientWebhooks;
    await sandbox.control.setClientWebhookActive(kept?.id ?? 0, true);
    const first = await sandbox.control.createPayment({ client: iri, confirmed: true });
    await sandbox.control.run("duplicate");
    await sandbox.control.run("wrong-signature");
    await sandbox.driver.settle?.();
    const { deliveries } = await sandbox.control.deliveries();
    expect(deliveries.map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered", "delivered"]);
    expect(deliveries[0]?.attempts).toBe(2);
    expect(handled).toHaveLength(3);
    expect(handled[0]).toBe(first.payment.id);

    if (profile === "default") {
      const fresh = await rfc6749Refresh(endpoint)(tokens.refreshToken);
      expect(fresh.accessToken).not.toBe(tokens.accessToken);
    } else expect((await sandbox.driver.refresh?.(tokens.refreshToken))?.accessToken).toBeTruthy();

    const told = JSON.stringify(logs.flatMap((log) => log.mock.calls));
    for (const secret of [webhook.secret, tokens.accessToken, tokens.refreshToken, DEMO_APP.secret, code])
      expect(told).not.toContain(secret);
    await sandbox.stop();
    await stop();
  },
);

it("ends the attempt that waits for an answer when the sandbox stops", async () => {
  const arrived = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const { url: local, stop } = await listen((request) => {
    request.socket.once("close", () => ended.resolve());
    arrived.resolve();
  });
  const sandbox = await startSandbox({ forward: { [ORIGIN]: local }, overrides: { timeoutSeconds: 300 } });
  const { baseUrl, driver } = sandbox;
  const client = createClient({ baseUrl, accessToken: () => driver.accessToken?.(), allowInsecureLoopback: true });
  await client.createClientWebhook({
    client: driver.clientIri ?? "",
    name: "Payments",
    events: [EVENT],
    url: `${ORIGIN}/hook`,
  });
  await sandbox.control.createPayment({ confirmed: true });
  await arrived.promise;
  await sandbox.stop();
  await ended.promise;
  await stop();
});
