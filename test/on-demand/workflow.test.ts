/**
 * The onboarding workflow of `spec/workflows`, run by `redocly respect` over the bundle, and that of `codegen/`. It can
 * pass, and it can fail: at each of its checks in test/on-demand/workflow-checks.test.ts.
 */

import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import { applyOverlays } from "../../src/overlays/apply.ts";
import { writeFolder } from "../../src/overlays/folder.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { overlay } from "../overlays/example.ts";
import { startJudgedProxy } from "../support/judged-proxy.ts";
import { startPrism } from "../support/prism.ts";
import { respect } from "../support/respect.ts";
import { EVERY_CHECK, folder, INPUTS, read, respectBase, SECRETS } from "./workflow.ts";

const OPERATIONS_IN_ORDER = ["exchangeAuthorizationCode", "createClientWebhook", "createAppWebhook", "listAppWebhooks"];

it("against the mock, every check of every step passes, and client secret and access token are masked", async () => {
  const prism = await startPrism(document);
  onTestFinished(() => prism.stop());
  const run = await respectBase(prism.url);
  expect(run.failed, run.output).toEqual([]);
  expect(run.passed).toEqual(EVERY_CHECK);
  expect(run.exitCode).toBe(0);
  for (const secret of [...Object.values(SECRETS), "<ACCESS_TOKEN>"])
    expect(run.output + run.log).not.toContain(secret);
});

describe("against the sandbox", async () => {
  const sandbox = await startSandbox();
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

  it("with another client secret, the run fails at exchange: success criteria check", async () => {
    const { exitCode, failed, output } = await respectBase(sandbox.baseUrl, { clientSecret: "another" });
    expect(failed, output).toContain("exchange: success criteria check");
    expect(exitCode).toBe(1);
  });
});

it("in codegen/ of a deployment, every check passes as written, with two hosts and a header of its own", async () => {
  const tokenHeader = { tokenHeader: "X-Acme-Token", tokenPrefix: "" };
  const sandbox = await startSandbox({ overrides: { authPort: "separate", ...tokenHeader } });
  onTestFinished(() => sandbox.stop());
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
