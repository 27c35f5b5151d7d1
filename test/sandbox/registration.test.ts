import { afterAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../generated/constants.ts";
import { isAppWebhook, isClientWebhook } from "../../generated/validators.ts";
import vectors from "../../spec/vectors/webhook-urls.json" with { type: "json" };
import { BODY_MAX_BYTES } from "../../src/sandbox/api/body.ts";
import { fixtures } from "../support/repository.ts";
import { tokenForm } from "../support/token-form.ts";
import { EVENT, ORIGIN, PROFILES, startBench } from "./support.ts";

const CLIENT_WEBHOOKS = OPERATIONS.createClientWebhook.path;
const APP_WEBHOOKS = OPERATIONS.createAppWebhook.path;

describe.each(PROFILES)("registration with the profile %s", async (profile) => {
  const bench = await startBench(profile);
  const headers = await bench.auth();
  afterAll(() => bench.stop());

  let made = 0;
  const clientBody = (change: object = {}) => ({
    client: bench.clientIri,
    name: `webhook ${++made}`,
    events: [EVENT],
    url: `${ORIGIN}/a`,
    ...change,
  });
  const appBody = (change: object = {}) => ({
    app: bench.appIri,
    webhookUrl: `${ORIGIN}/${++made}`,
    events: [EVENT],
    responseHandlingType: 2,
    active: true,
    ...change,
  });
  const post = (path: string, body: unknown) => bench.post(path, body, headers);
  const raw = (body: BodyInit, type = "application/json") =>
    fetch(bench.sandbox.baseUrl + CLIENT_WEBHOOKS, {
      method: "POST",
      headers: { ...headers, "content-type": type },
      body,
    });
  const list = (id: string | number | undefined, by = headers) =>
    fetch(`${bench.sandbox.baseUrl}/api/apps/${id}/app_webhooks`, { headers: by });
  const readCode = async (response: Response) => {
    const body = await response.json();
    return (body.code ?? body.error.code).toLowerCase();
  };
  const countWebhooks = async () => {
    const { clientWebhooks, appWebhooks } = await bench.sandbox.control.state();
    return clientWebhooks.length + appWebhooks.length;
  };

  it("creates a client webhook with a secret of its own", async () => {
    const body = clientBody();
    const response = await post(CLIENT_WEBHOOKS, body);
    expect(response.status).toBe(bench.settings.createClientWebhookStatus);
    expect(response.headers.get("content-type")).toBe(bench.settings.clientWebhookMediaType);
    const webhook = await response.json();
    expect(isClientWebhook(webhook)).toBe(true);
    expect(webhook).toMatchObject(body);
    const other = await (await post(CLIENT_WEBHOOKS, clientBody())).json();
    expect(other.secret).not.toBe(webhook.secret);
    expect("isActive" in webhook).toBe(profile === "strict");
  });

  it("does with a second identical request what the profile says", async () => {
    const body = clientBody();
    const [one, two] = [
      await (await post(CLIENT_WEBHOOKS, body)).json(),
      await (await post(CLIENT_WEBHOOKS, body)).json(),
    ];
    expect(one.secret === two.secret).toBe(bench.settings.repeatedCreate === "return");
  });

  it("creates app webhooks and lists those of one App alone", async () => {
    const [mine, also] = [appBody(), appBody({ responseHandlingType: 1, active: false })];
    const foreign = appBody({ app: bench.sandbox.driver.otherAppIri });
    for (const body of [mine, also, foreign]) {
      const response = await post(APP_WEBHOOKS, body);
      expect(response.status).toBe(bench.settings.createAppWebhookStatus);
      expect(isAppWebhook(await response.json())).toBe(true);
    }
    const response = await list(bench.sandbox.driver.appId);
    expect(response.status).toBe(bench.settings.listStatus);
    const found = await response.json();
    const items = bench.settings.listEnvelope === null ? found : found[bench.settings.listEnvelope];
    const wanted = [mine, also].map((body) => expect.objectContaining(body));
    expect(items).toEqual(bench.settings.listOrder === "newest" ? wanted.reverse() : wanted);
  });

  it.each([
    [CLIENT_WEBHOOKS, "ClientWebhookCreate", () => [clientBody({ events: [""] })]],
    [APP_WEBHOOKS, "AppWebhookWrite", () => [appBody({ app: undefined }), appBody({ webhookUrl: undefined })]],
  ] as const)("refuses at %s what %s refuses, and more", async (path, schema, more) => {
    const before = await countWebhooks();
    // Those of a URL's text are among the vectors.
    const refused = fixtures(schema).filter(({ kind, name }) => kind === "fail" && !/url-(scheme|without)/.test(name));
    for (const body of [...refused.map(({ value }) => value), ...more()]) {
      const response = await post(path, body);
      const answer = [bench.settings.validationStatus, "validation_failed"];
      expect([response.status, await readCode(response)], JSON.stringify(body)).toEqual(answer);
    }
    expect(await countWebhooks()).toBe(before);
  });

  it("has the members and defaults of the profile where nothing is stated", async () => {
    const response = await post(APP_WEBHOOKS, appBody({ active: undefined, responseHandlingType: undefined }));
    const required = bench.settings.appWebhookRequired.includes("active");
    expect(response.ok).toBe(!required);
    if (!required) expect(await response.json()).toMatchObject({ active: true, responseHandlingType: 1 });
  });

  it("has its view of unknown events, repeated events and unknown members", async () => {
    for (const change of [{ events: ["unknown.event"] }, { events: [EVENT, EVENT] }, { unknown: true }]) {
      const response = await post(CLIENT_WEBHOOKS, clientBody(change));
      expect(response.ok).toBe(profile === "default");
      if (!response.ok) expect(await readCode(response)).toMatch(/^(event_unknown|event_repeated|member_unknown)$/);
    }
  });

  it("takes up to 100 events, and for client webhooks more", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `event.${i}`);
    await bench.sandbox.control.setProfile({ unknownEvents: "accept" });
    expect((await post(APP_WEBHOOKS, appBody({ events: many(100) }))).ok).toBe(true);
    expect((await post(CLIENT_WEBHOOKS, clientBody({ events: many(150) }))).ok).toBe(true);
    await bench.sandbox.control.setProfile({ unknownEvents: bench.settings.unknownEvents });
  });

  it("refuses clients and Apps that do not exist, and IRIs in another form", async () => {
    const { baseUrl, driver } = bench.sandbox;
    const form = profile === "default" ? `${baseUrl}${bench.clientIri}` : bench.clientIri.replace(baseUrl, "");
    for (const client of ["/api/clients/999", form, "1", driver.appIri]) {
      const response = await post(CLIENT_WEBHOOKS, clientBody({ client }));
      expect([response.status, await readCode(response)]).toEqual([
        bench.settings.unknownReferenceStatus,
        "client_unknown",
      ]);
    }
    expect((await post(APP_WEBHOOKS, appBody({ app: bench.clientIri }))).status).toBe(
      bench.settings.unknownReferenceStatus,
    );
    expect((await list("999")).status).toBe(bench.settings.unknownAppStatus);
    expect((await list(profile === "default" ? "app-7" : "7")).status).toBe(bench.settings.unknownAppStatus);
  });

  /** The headers of a request with the token that a code is exchanged for. */
  const exchanged = async (given: Parameters<typeof tokenForm>[0]) => {
    const body = new URLSearchParams(tokenForm(given));
    const answer = await fetch(`${bench.sandbox.authUrl}/oauth/v2/token`, { method: "POST", body });
    return bench.sandbox.driver.requestHeaders?.((await answer.json()).access_token) ?? {};
  };

  it("lets a token reach another customer's client only if the profile says so", async () => {
    const { control, driver } = bench.sandbox;
    const theirs = await exchanged(await control.code({ customer: 2 }));
    const own = await bench.post(CLIENT_WEBHOOKS, clientBody({ client: driver.otherClientIri }), theirs);
    const foreign = await bench.post(CLIENT_WEBHOOKS, clientBody(), theirs);
    expect([own.ok, foreign.ok]).toEqual([true, bench.settings.tokenAccess === "any"]);
  });

  it("checks the scopes of the profile", async () => {
    const { control, driver } = bench.sandbox;
    const reader = await exchanged(await control.code({ scopes: ["webhooks.read"] }));
    const read = await list(driver.appId, reader);
    const write = await bench.post(CLIENT_WEBHOOKS, clientBody(), reader);
    expect([read.ok, write.ok]).toEqual([true, profile === "default"]);
    if (profile === "strict") expect(await readCode(write)).toBe("scope_insufficient");
  });

  it("refuses who brings no token, or no good one", async () => {
    for (const bad of [
      {},
      { authorization: "Bearer x" },
      { [bench.settings.tokenHeader]: `${bench.settings.tokenPrefix}x` },
    ]) {
      const response = await bench.post(CLIENT_WEBHOOKS, clientBody(), bad as Record<string, string>);
      expect([response.status, await readCode(response)]).toEqual([
        bench.settings.unauthorizedStatus,
        expect.stringMatching(/^token_/),
      ]);
    }
  });

  it("refuses other paths and methods", async () => {
    const at = (path: string, method = "GET") => fetch(bench.sandbox.baseUrl + path, { method, headers });
    for (const path of [
      "/",
      "/api",
      "/api/clients/1",
      "/api/client_webhooks/1",
      "/api/app_webhooks/1",
      "/api/client_webhooks/",
    ]) {
      expect([path, (await at(path)).status]).toEqual([path, bench.settings.notFoundStatus]);
    }
    for (const [path = "", method, allow] of [
      [CLIENT_WEBHOOKS, "GET", "POST"],
      [CLIENT_WEBHOOKS, "PATCH", "POST"],
      [APP_WEBHOOKS, "DELETE", "POST"],
      ["/api/apps/7/app_webhooks", "POST", "GET"],
    ]) {
      const response = await at(path, method);
      expect([path, response.status, response.headers.get("allow")]).toEqual([
        path,
        bench.settings.methodStatus,
        allow,
      ]);
    }
  });

  it("refuses what is no JSON, another media type, and too much of it", async () => {
    const malformed: [Parameters<typeof raw>[0], RegExp][] = [
      ...["", "{", "[1,", "{'a':1}"].map((body): [string, RegExp] => [body, /is not JSON/]),
      [Buffer.of(0x22, 0xff, 0x22), /is not UTF-8/],
      ["\ufeff{}", /byte order mark/],
    ];
    for (const [body, reason] of malformed) {
      const response = await raw(body);
      expect([response.status, await response.text()]).toEqual([
        bench.settings.malformedStatus,
        expect.stringMatching(reason),
      ]);
    }
    for (const body of ["null", "[]", "7", `{"__proto__":{"client":1}}`, "[".repeat(1000) + "]".repeat(1000)]) {
      expect((await raw(body)).status).toBe(bench.settings.validationStatus);
    }
    const untyped = await raw(JSON.stringify(clientBody()), "text/plain");
    expect(untyped.status).toBe(bench.settings.mediaTypeStatus);
    expect(await untyped.text()).toContain("application/json");
    const big = await raw(JSON.stringify(clientBody({ name: "x".repeat(BODY_MAX_BYTES) })));
    expect(big.status).toBe(bench.settings.tooLargeStatus);
    expect((await post(CLIENT_WEBHOOKS, clientBody())).ok).toBe(true);
  });

  it("shows letters outside ASCII in a URL in their encoded form, and everything else as it came", async () => {
    const shown = async (url: string) => (await (await post(CLIENT_WEBHOOKS, clientBody({ url }))).json()).url;
    expect(await shown("HTTPS://Example.com/Hook?a=%20b")).toBe("HTTPS://Example.com/Hook?a=%20b");
    const encoded = "https://xn--bcher-kva.ch/gr%C3%B6%C3%9Fe?%C3%A4=%C3%9F";
    expect(await shown("https://bücher.ch/größe?ä=ß")).toBe(encoded);
  });

  it("judges every URL of the vectors, with the reason", async () => {
    const cases = vectors.cases as { url: string; ok: boolean; code?: string }[];
    const wrong: unknown[] = [];
    for (const { url, ok, code } of cases) {
      const response = await post(CLIENT_WEBHOOKS, clientBody({ url }));
      const got = response.ok ? undefined : await readCode(response);
      const lenient = code === "url_userinfo" && bench.settings.webhookUrlUserinfo === "accept";
      if (lenient ? !response.ok : response.ok !== ok || got !== code) wrong.push({ url, code, got });
    }
    expect(wrong).toEqual([]);
  });

  it("tries to reach an app webhook if the profile says so, and no client webhook", async () => {
    const unreachable = "https://nothing-listens-here.example.com/";
    expect((await post(APP_WEBHOOKS, appBody({ webhookUrl: unreachable }))).ok).toBe(!bench.settings.registrationProbe);
    expect((await post(CLIENT_WEBHOOKS, clientBody({ url: unreachable }))).ok).toBe(true);
    expect(bench.receiver.received).toEqual([]);
  });
});
