/**
 * The onboarding workflow of `spec/workflows`, run by `redocly respect` over the bundle, and that of `codegen/`. It can
 * pass, and it can fail.
 */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import { applyOverlays } from "../../src/overlays/apply.ts";
import { writeFolder } from "../../src/overlays/folder.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { overlay } from "../overlays/example.ts";
import { type Answering, json, startServer, type TestServer, text } from "../support/http-server.ts";
import { startJudgedProxy } from "../support/judged-proxy.ts";
import { type Prism, startPrism } from "../support/prism.ts";
import { type Respected, respect, runRespect } from "../support/respect.ts";

const SECRETS = { clientSecret: "client-secret-1f2e" };
const INPUTS = {
  ...SECRETS,
  code: "<AUTHORIZATION_CODE>",
  clientId: "<CLIENT_ID>",
  redirectUri: "https://app.example.com/callback",
  client: "/api/clients/1",
  app: "/api/apps/7",
  appId: "7",
  url: "https://hooks.example.com/payments",
};

interface Run {
  readonly exitCode: number;
  readonly output: string;
  /** The log that respect writes. */
  readonly log: string;
  /** `step: check` for each one, in order. */
  readonly passed: string[];
  readonly failed: string[];
}

interface Log {
  files: Record<string, { executedWorkflows: { executedSteps: Step[] }[] }>;
}

interface Step {
  stepId: string;
  checks: { name: string; passed: boolean }[];
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "workflow-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function respectBase(url: string, given: Partial<typeof INPUTS> = {}): Promise<Run> {
  return read(await runRespect(folder, url, { ...INPUTS, ...given }));
}

async function read({ exitCode, output }: Respected): Promise<Run> {
  const log = await readFile(join(folder, "run.json"), "utf8");
  const workflows = Object.values((JSON.parse(log) as Log).files).flatMap(({ executedWorkflows }) => executedWorkflows);
  const checks = workflows
    .flatMap(({ executedSteps }) => executedSteps)
    .flatMap(({ stepId, checks }) => checks.map(({ name, passed }) => ({ name: `${stepId}: ${name}`, passed })));
  const namesOf = (wanted: boolean) => checks.filter(({ passed }) => passed === wanted).map(({ name }) => name);
  return { exitCode, output, log, passed: namesOf(true), failed: namesOf(false) };
}

const STEPS = ["exchange", "createClientWebhook", "createAppWebhook", "listAppWebhooks"];
const OPERATIONS_IN_ORDER = ["exchangeAuthorizationCode", "createClientWebhook", "createAppWebhook", "listAppWebhooks"];
const CHECKS = ["success criteria check", "status code check", "content-type check", "schema check"];
const EVERY_CHECK = STEPS.flatMap((step) => CHECKS.map((check) => `${step}: ${check}`));

describe("against the mock", () => {
  let prism: Prism;
  beforeAll(async () => {
    prism = await startPrism(document);
  });
  afterAll(() => prism.stop());

  it("every check of every step passes, and client secret and access token are masked", async () => {
    const run = await respectBase(prism.url);
    expect(run.failed, run.output).toEqual([]);
    expect(run.passed).toEqual(EVERY_CHECK);
    expect(run.exitCode).toBe(0);
    for (const secret of [...Object.values(SECRETS), "<ACCESS_TOKEN>"])
      expect(run.output + run.log).not.toContain(secret);
  });
});

describe("against the sandbox", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());

  it("every check of every step passes, and Prism on the way sees no violation", async () => {
    const { clients, apps } = await sandbox.control.state();
    const proxy = await startJudgedProxy(document, sandbox.baseUrl);
    const run = await respectBase(proxy.url, {
      ...(await sandbox.driver.credentials?.()),
      client: clients[0]?.iri ?? "",
      app: apps[0]?.iri ?? "",
      appId: String(apps[0]?.appId),
    });
    await proxy.stop();
    expect(proxy.judged.map(({ operation }) => operation)).toEqual(OPERATIONS_IN_ORDER);
    expect(proxy.judged.flatMap(({ request, response }) => [...request, ...response])).toEqual([]);
    expect(run.failed, run.output).toEqual([]);
    expect(run.passed).toEqual(EVERY_CHECK);
    expect(run.exitCode).toBe(0);
  });
});

describe("in codegen/ of a deployment", () => {
  const tokenHeader = { tokenHeader: "X-Acme-Token", tokenPrefix: "" };
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ overrides: { authPort: "separate", ...tokenHeader } });
  });
  afterAll(() => sandbox.stop());

  it("every check of every step passes as it is written, with two hosts and a header of its own", async () => {
    const hosts = overlay("openapi", [
      { target: "$.servers[0].variables.base_url", update: { default: sandbox.baseUrl } },
      { target: "$.paths['/oauth/v2/token'].post.servers[0].variables.auth_url", update: { default: sandbox.authUrl } },
    ]);
    const facts = { file: "acme.deployment.yaml", data: { title: "Acme", tokenHeader: "X-Acme-Token" } };
    await writeFolder(join(folder, "acme"), applyOverlays([facts, hosts]));
    const { clients, apps } = await sandbox.control.state();
    const given = {
      ...((await sandbox.driver.credentials?.()) ?? {}),
      client: clients[0]?.iri ?? "",
      app: apps[0]?.iri ?? "",
      appId: String(apps[0]?.appId),
    };
    const workflow = "acme/codegen/onboarding.arazzo.json";
    const run = await read(await respect(folder, workflow, { ...INPUTS, ...given }));
    expect(run.failed, run.output).toEqual([]);
    expect(run.passed).toEqual(EVERY_CHECK);
    const { clientWebhooks, appWebhooks } = await sandbox.control.state();
    expect([clientWebhooks.length, appWebhooks.length]).toEqual([1, 1]);
  });
});

describe("against a service", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
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
