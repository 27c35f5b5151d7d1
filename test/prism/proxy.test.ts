/**
 * Prism between a caller and a service, as a team may put it there: it reports what breaks the contract and lets pass
 * what is open.
 */

import { afterAll, describe, expect, it } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import { type Answering, json, startServer, text } from "../support/http-server.ts";
import { readViolations, startPrism } from "../support/prism.ts";
import { fixtures } from "../support/repository.ts";
import { APP_WEBHOOK, CLIENT_WEBHOOK } from "../support/webhooks.ts";

const service = await startServer();
const proxy = await startPrism(document, service.url);
afterAll(async () => {
  await proxy.stop();
  await service.stop();
});

const TOKENS = { token_type: "Bearer", expires_in: 3600, access_token: "a", refresh_token: "r" };
const FORM = {
  grant_type: "authorization_code",
  code: "c",
  client_id: "i",
  client_secret: "s",
  redirect_uri: "https://a.example/",
};
const HEADERS = { "content-type": "application/json", authorization: "Bearer t" };

const CALLS = {
  createClientWebhook: () =>
    call("/api/client_webhooks", { method: "POST", headers: HEADERS, body: JSON.stringify(CLIENT_WEBHOOK) }),
  createAppWebhook: () =>
    call("/api/app_webhooks", { method: "POST", headers: HEADERS, body: JSON.stringify(APP_WEBHOOK) }),
  listAppWebhooks: () => call("/api/apps/7/app_webhooks", { headers: HEADERS }),
  exchangeAuthorizationCode: () => call("/oauth/v2/token", { method: "POST", body: new URLSearchParams(FORM) }),
};
type Operation = keyof typeof CALLS;
const OPERATIONS = Object.keys(CALLS) as Operation[];
const GOOD: Record<Operation, unknown> = {
  createClientWebhook: { ...CLIENT_WEBHOOK, secret: "s" },
  createAppWebhook: APP_WEBHOOK,
  listAppWebhooks: [APP_WEBHOOK],
  exchangeAuthorizationCode: TOKENS,
};

function call(path: string, init: RequestInit): Promise<Response> {
  return fetch(proxy.url + path, init);
}

async function through(operation: Operation, answer: Answering): Promise<Response> {
  service.answer(answer);
  const response = await CALLS[operation]();
  expect(service.asked.length, await response.clone().text()).toBe(1);
  return response;
}

describe("what keeps the contract passes without a word", () => {
  it.each(OPERATIONS)("%s with 200, 201 and 202 (N-7-01)", async (operation) => {
    for (const status of [200, 201, 202]) {
      const response = await through(operation, json(status, GOOD[operation]));
      expect(readViolations(response, true)).toEqual([]);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual(GOOD[operation]);
    }
  });

  it.each<unknown>([{ "hydra:member": [APP_WEBHOOK] }, []])("listAppWebhooks with %j", async (body) => {
    expect(readViolations(await through("listAppWebhooks", json(200, body)), true)).toEqual([]);
  });

  it.each(OPERATIONS)("%s with any error under any body (N-7-02, N-7-03)", async (operation) => {
    for (const status of [400, 401, 403, 404, 409, 415, 422, 429, 500]) {
      const answers = [
        json(status, { error: "invalid_grant" }),
        text(status, "<p>no</p>", { "content-type": "text/html" }),
      ];
      for (const answer of [...answers, json(status, ["a", 1]), text(status, "")]) {
        const response = await through(operation, answer);
        expect(readViolations(response), `${status}`).toEqual([]);
        expect(response.status).toBe(status);
      }
    }
  });

  it("Retry-After comes through", async () => {
    const response = await through("listAppWebhooks", text(429, "", { "retry-after": "7" }));
    expect(response.headers.get("retry-after")).toBe("7");
  });
});

/** The fixtures of what is answered. */
const ANSWERED = [
  ...fixtures("ClientWebhook").map((one) => ({ operation: "createClientWebhook" as const, ...one })),
  ...fixtures("AppWebhook").map((one) => ({ operation: "createAppWebhook" as const, ...one })),
  ...fixtures("TokenResponse").map((one) => ({ operation: "exchangeAuthorizationCode" as const, ...one })),
];

it.each(ANSWERED)("$operation: $kind $name", async ({ operation, kind, value }) => {
  for (const status of [200, 201]) {
    const found = readViolations(await through(operation, json(status, value)), kind === "pass");
    expect(new Set(found.map(({ location }) => location[0]))).toEqual(new Set(kind === "pass" ? [] : ["response"]));
  }
});

it("an HTML page in place of JSON is reported", async () => {
  const page = text(200, "<p>hello</p>", { "content-type": "text/html" });
  expect(readViolations(await through("createAppWebhook", page))).not.toEqual([]);
});
