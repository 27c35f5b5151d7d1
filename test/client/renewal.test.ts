/** Client and token keeper together: what a 401 causes. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ClientOptions, createClient } from "../../src/client/index.ts";
import { createTokenKeeper, memoryTokenStore } from "../../src/oauth/index.ts";
import { expiredTokens, rotatingService } from "../oauth/rotating-service.ts";
import { json, startServer } from "../support/http-server.ts";
import { failureOf } from "../support/leaks.ts";

const WEBHOOK = { client: "/api/clients/1", name: "n", events: ["case_file.payment.confirmed"] };
const APP_WEBHOOK = { app: "/api/apps/1", events: WEBHOOK.events, responseHandlingType: 2, active: true } as const;
const URL = "https://hooks.example.com/";

let service: Awaited<ReturnType<typeof rotatingService>>;
let api: Awaited<ReturnType<typeof startServer>>;
/** The tokens that the API accepts; undefined: none. */
let valid: RegExp | undefined;
beforeEach(async () => {
  service = await rotatingService();
  valid = /access-1$/;
  api = await startServer();
  api.answer((asked, response) => {
    const answer = asked.method === "GET" ? [] : { secret: "s" };
    const ok = valid?.test(asked.headers.authorization ?? "");
    (ok ? json(200, answer) : json(401, { error: "invalid_token" }))(asked, response);
  });
});
afterEach(() => Promise.all([service.stop(), api.stop()]));

/** A keeper whose token is valid by the clock, and rejected by the API. */
const keep = () =>
  createTokenKeeper({
    store: memoryTokenStore(expiredTokens({ expiresAt: Date.now() + 3_000_000 })),
    refresh: service.refresh,
  });
const connect = (accessToken: ClientOptions["accessToken"], more: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: api.url, allowInsecureLoopback: true, ...(accessToken && { accessToken }), ...more });

describe("a token that the API rejects", () => {
  it("is refreshed once for all callers and clients, and each GET is repeated once", async () => {
    const keeper = keep();
    const clients = [connect(keeper.accessToken), connect(keeper.accessToken)];
    const lists = await Promise.all(Array.from({ length: 20 }, (_, at) => clients[at % 2]?.listAppWebhooks(at + 1)));
    expect(lists).toEqual(Array(20).fill([]));
    expect(service.used).toEqual(["refresh-0"]);
    expect(api.asked.length).toBeLessThanOrEqual(40);
  });

  it.each([
    [
      "createClientWebhook",
      (client: ReturnType<typeof connect>) => client.createClientWebhook({ ...WEBHOOK, url: URL }),
    ],
    [
      "createAppWebhook",
      (client: ReturnType<typeof connect>) => client.createAppWebhook({ ...APP_WEBHOOK, webhookUrl: URL }),
    ],
  ])("%s is not repeated (U-39): its error says that the call may be made again", async (_, call) => {
    const client = connect(keep().accessToken);
    const error = await failureOf(call(client));
    expect(error).toMatchObject({ code: "token_renewed", status: 401, message: expect.stringContaining("again") });
    expect(api.asked.length).toBe(1);
    expect(await call(client)).toEqual({ secret: "s" });
    expect(service.used).toEqual(["refresh-0"]);
  });

  it("the same goes for raw, whose POST answers 401", async () => {
    const client = connect(keep().accessToken);
    const post = () => client.raw.POST("/api/client_webhooks", { body: { ...WEBHOOK, url: URL } });
    expect((await post()).response.status).toBe(401);
    expect((await post()).response.status).toBe(200);
    const list = await client.raw.GET("/api/apps/{id}/app_webhooks", { params: { path: { id: 1 } } });
    expect(list.response.status).toBe(200);
    expect(service.used.length).toBe(1);
  });

  it("is renewed each time that the service revokes one which worked", async () => {
    const client = connect(keep().accessToken);
    for (const round of [1, 2, 3]) {
      valid = new RegExp(`access-${round}$`);
      expect(await client.listAppWebhooks(1)).toEqual([]);
    }
    expect(service.used.length).toBe(3);
  });
});

describe("a 401 that no token changes", () => {
  it("causes one refresh a minute, whatever is called", async () => {
    valid = undefined;
    let time = 0;
    const client = connect(keep().accessToken, { now: () => time });
    for (let call = 0; call < 5; call++)
      expect(await failureOf(client.listAppWebhooks(1))).toMatchObject({ code: "request_rejected", status: 401 });
    expect(await failureOf(client.createClientWebhook({ ...WEBHOOK, url: URL }))).toMatchObject({ status: 401 });
    expect([service.used.length, api.asked.length]).toEqual([1, 7]);
    // The second time, the clock was set back.
    for (const [index, later] of [60_000, 0].entries()) {
      time = later;
      await failureOf(client.listAppWebhooks(1));
      expect(service.used.length).toBe(2 + index);
    }
  });

  it.each<[string, ClientOptions["accessToken"]]>([
    ["a token as text", "access-0"],
    ["a function that has no other", () => "access-0"],
    ["a function that has none any more", (rejected) => (rejected ? undefined : "access-0")],
    ["no token", undefined],
  ])("is the error of the call: %s", async (_, accessToken) => {
    expect(await failureOf(connect(accessToken).listAppWebhooks(1))).toMatchObject({ code: "request_rejected" });
    expect(api.asked.length).toBe(1);
  });

  it("passes on why there is no other token", async () => {
    const keeper = keep();
    await service.refresh("refresh-0");
    expect(await failureOf(connect(keeper.accessToken).listAppWebhooks(1))).toMatchObject({ code: "grant_dead" });
  });
});
