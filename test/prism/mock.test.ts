/** Our client and the OAuth helper against Prism, which knows nothing but the document: each side judges the other. */

import { afterAll, describe, expect, it } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import { createClient, itemsOf } from "../../src/client/index.ts";
import { exchangeCode } from "../../src/oauth/index.ts";
import { mockDocument } from "../../src/renderings/mock.ts";
import { readViolations, startPrism } from "../support/prism.ts";
import { fixtures } from "../support/repository.ts";
import { APP_WEBHOOK, CLIENT_WEBHOOK } from "../support/webhooks.ts";

const prism = await startPrism(document);
const client = createClient({ baseUrl: prism.url, accessToken: "token", allowInsecureLoopback: true });
const mock = await startPrism(mockDocument(document));
afterAll(() => Promise.all([prism.stop(), mock.stop()]));

const FORM = {
  grant_type: "authorization_code",
  code: "a code",
  client_id: "app",
  client_secret: "secret & more",
  redirect_uri: "https://app.example.com/callback",
};

describe("what our client sends is in the contract, and it reads the answers (F-4-01, F-4-02)", () => {
  it("createClientWebhook (F-4.3-01, F-2.2-11)", async () => {
    expect(await client.createClientWebhook(CLIENT_WEBHOOK)).toMatchObject({ secret: "<WEBHOOK_SECRET>" });
  });

  it.each([7, "7", "a/b?c#d", "ü", "%2e%2e"])("listAppWebhooks of %s (F-4.4-01, U-04)", async (id) => {
    expect(itemsOf(await client.listAppWebhooks(id))).toMatchObject([{ app: "/api/apps/7" }]);
  });

  it.each([1, 2] as const)("createAppWebhook with handling type %i (F-4.4-03)", async (responseHandlingType) => {
    expect(await client.createAppWebhook({ ...APP_WEBHOOK, responseHandlingType })).toMatchObject({ active: true });
  });

  it("exchangeCode (F-4.2-01 to F-4.2-05)", async () => {
    const { code, client_id, client_secret, redirect_uri } = FORM;
    const credentials = { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri, code };
    const tokens = await exchangeCode({ authUrl: prism.url, allowInsecureLoopback: true, ...credentials });
    expect(tokens).toMatchObject({ tokenType: "Bearer", expiresIn: 3600, refreshToken: "<REFRESH_TOKEN>" });
  });

  it("members that the contract does not name are accepted", async () => {
    const extra = { ...CLIENT_WEBHOOK, comment: "new", nested: { a: [null] } };
    expect(await client.createClientWebhook(extra)).toMatchObject({ secret: expect.any(String) });
    expect(await client.createAppWebhook({ ...APP_WEBHOOK, ...extra })).toMatchObject({ active: true });
  });
});

const JSON_HEADERS = { "content-type": "application/json", authorization: "Bearer token" };

function post(path: string, body: unknown, headers: Record<string, string> = JSON_HEADERS): Promise<Response> {
  const text = body instanceof URLSearchParams ? body : JSON.stringify(body);
  return fetch(prism.url + path, { method: "POST", headers, body: text });
}

async function isRefused(response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status);
  expect(readViolations(response), await response.text()).not.toEqual([]);
}

/** The fixtures of what is sent. A form has nothing but texts. */
const SENT = [
  ...fixtures("ClientWebhookCreate").map((one) => ({ path: "/api/client_webhooks", ...one })),
  ...fixtures("AppWebhookWrite").map((one) => ({ path: "/api/app_webhooks", ...one })),
  ...fixtures("TokenRequest")
    .filter(({ value }) => Object.values<unknown>(value ?? [0]).every((one) => typeof one === "string"))
    .map(({ value, ...one }) => ({ path: "/oauth/v2/token", ...one, value: new URLSearchParams(value) })),
];

it.each(SENT)("$path: $kind $name", async ({ path, kind, value }) => {
  const response = await post(path, value, value instanceof URLSearchParams ? {} : JSON_HEADERS);
  if (kind === "fail") return isRefused(response, 422);
  expect([response.status, readViolations(response)]).toEqual([200, []]);
});

describe("what breaks the contract is refused", () => {
  it("an exchange as JSON", async () => {
    await isRefused(await post("/oauth/v2/token", FORM), 415);
  });

  it.each(["text/plain", "application/xml", "application/x-www-form-urlencoded"])("a body as %s", async (type) => {
    const headers = { ...JSON_HEADERS, "content-type": type };
    await isRefused(await post("/api/client_webhooks", CLIENT_WEBHOOK, headers), 415);
    await isRefused(await post("/api/app_webhooks", APP_WEBHOOK, headers), 415);
  });

  it.each([
    ["POST", "/api/client_webhooks", CLIENT_WEBHOOK],
    ["POST", "/api/app_webhooks", APP_WEBHOOK],
    ["GET", "/api/apps/7/app_webhooks", undefined],
  ])("%s %s without a bearer token", async (method, path, body) => {
    for (const authorization of ["", "Basic dTpw"]) {
      const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
      await isRefused(
        await fetch(prism.url + path, { method, headers, body: body ? JSON.stringify(body) : null }),
        401,
      );
    }
  });

  it.each(["/", "/api", "/api/client_webhooks/1", "/api/app_webhooks/1", "/oauth/token"])(
    "the unknown path %s",
    async (path) => {
      expect((await post(path, {})).status).toBe(404);
    },
  );

  it.each([
    ["GET", "/api/client_webhooks"],
    ["GET", "/api/app_webhooks"],
    ["PATCH", "/api/app_webhooks"],
    ["POST", "/api/apps/7/app_webhooks"],
    ["GET", "/oauth/v2/token"],
    ["DELETE", "/api/client_webhooks"],
  ])("the unknown method %s %s", async (method, path) => {
    expect((await fetch(prism.url + path, { method, headers: { authorization: "Bearer token" } })).status).toBe(405);
  });
});

describe("the copy of the document that mock hands to Prism", () => {
  const url = `${mock.url}/api/client_webhooks`;
  const headers = { authorization: "Bearer x", "content-type": "application/json" };

  it.each<[cause: string, init: RequestInit, status: number, says: string]>([
    ["no token", { method: "POST", body: JSON.stringify(CLIENT_WEBHOOK) }, 401, "UNAUTHORIZED"],
    ["a missing member", { method: "POST", headers, body: "{}" }, 422, "required"],
  ])("says why it refuses %s, which the documents leave open (N-7-03)", async (_, init, status, says) => {
    const sent = init.headers ? init : { ...init, headers: { "content-type": "application/json" } };
    const answer = await fetch(url, sent);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
    expect(await answer.text()).toContain(says);
    const plain = await fetch(url.replace(mock.url, prism.url), sent);
    expect([plain.status, await plain.text()]).toEqual([status, ""]);
  });

  it("answers Prefer: dynamic=true with a list, not with the schema of one", async () => {
    const list = async ({ url: base }: typeof prism) => {
      const dynamic = { authorization: "Bearer x", prefer: "dynamic=true" };
      return (await fetch(`${base}/api/apps/7/app_webhooks`, { headers: dynamic })).json();
    };
    expect(itemsOf(await list(mock))[0]).toHaveProperty("webhookUrl");
    expect(await list(prism)).toHaveProperty("$schema");
  });

  it("keeps refusals that a deployment states with content", () => {
    const content = { "application/json": { schema: { type: "object" } } };
    const responses = {
      "200": { description: "a" },
      "404": { description: "b", content },
      "4XX": { description: "c" },
    };
    const { paths } = mockDocument({ paths: { "/a": { get: { responses } } } });
    expect(Object.keys(paths["/a"].get.responses)).toEqual(["200", "404"]);
  });
});
