/** The onboarding workflow, run by `redocly respect`, fails at each check, and takes what the contract allows. */

import { afterAll, describe, expect, it } from "vitest";
import { type Answering, json, startServer, text } from "../support/http-server.ts";
import { EVERY_CHECK, INPUTS, respectBase } from "./workflow.ts";

describe("against a service", async () => {
  const server = await startServer();
  afterAll(() => server.stop());

  const more = { "@id": "/api/things/1", addedLater: { a: [1] } };
  const events = ["case_file.payment.confirmed"];
  const webhook = {
    app: "/api/apps/7",
    webhookUrl: INPUTS.url,
    events,
    responseHandlingType: 2,
    active: true,
    ...more,
  };
  const tokens = { token_type: "Bearer", expires_in: 60, access_token: "access-9a", refresh_token: "r", ...more };
  /** Answers by path; keeps the contract in a way the mock does not. */
  const good: Record<string, Answering> = {
    "/oauth/v2/token": json(201, tokens),
    "/api/client_webhooks": json(201, { secret: "s", ...more }),
    "/api/app_webhooks": json(202, webhook),
    "/api/apps/7/app_webhooks": json(200, { "hydra:member": [webhook], ...more }),
  };
  const run = (change: Record<string, Answering> = {}) => {
    const answers = { ...good, ...change };
    server.answer((asked, response) => (answers[asked.url] ?? text(404, ""))(asked, response));
    return respectBase(server.url);
  };

  it("that answers otherwise than the mock, all within the contract, every check passes", async () => {
    const { exitCode, failed, passed, output } = await run();
    expect(failed, output).toEqual([]);
    expect([exitCode, passed]).toEqual([0, EVERY_CHECK]);
    const sent = server.asked.map(({ method, url, headers }) => [method, url, headers.authorization]);
    expect(sent).toEqual([
      ["POST", "/oauth/v2/token", undefined],
      ["POST", "/api/client_webhooks", "Bearer access-9a"],
      ["POST", "/api/app_webhooks", "Bearer access-9a"],
      ["GET", "/api/apps/7/app_webhooks", "Bearer access-9a"],
    ]);
  });

  it.each<[string, string, Record<string, Answering>]>([
    ["returns no secret", "createClientWebhook: schema check", { "/api/client_webhooks": json(201, more) }],
    [
      "returns no refresh token",
      "exchange: schema check",
      { "/oauth/v2/token": json(200, { ...tokens, refresh_token: undefined }) },
    ],
    ["rejects the app webhook", "createAppWebhook: success criteria check", { "/api/app_webhooks": json(422, {}) }],
    ["has no list", "listAppWebhooks: success criteria check", { "/api/apps/7/app_webhooks": text(500, "") }],
    [
      "answers with a page",
      "createClientWebhook: content-type check",
      { "/api/client_webhooks": text(200, "<p>", { "content-type": "text/html" }) },
    ],
  ])("that %s, the run fails at %s", async (_fault, check, change) => {
    const { exitCode, failed, output } = await run(change);
    expect(failed, output).toContain(check);
    expect(exitCode).toBe(1);
  });
});
