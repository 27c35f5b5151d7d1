/**
 * The worked example from end to end: applied, served, mocked, called, delivered and judged, each by the facts that it
 * states.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../../scripts/listen.ts";
import { createClient } from "../../src/client/index.ts";
import { listChecks, testReceiver, testService } from "../../src/judge/index.ts";
import { readFolder, renderFolder, writeFolder } from "../../src/overlays/folder.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { verifySignature } from "../../src/signature/node.ts";
import { cliHere as cli, scratch } from "../cli/run.ts";
import { startServer, text } from "../support/http-server.ts";
import { startPrism } from "../support/prism.ts";
import { root } from "../support/repository.ts";
import { acme, examplePaths } from "./example.ts";

const folder = scratch();
const out = join(folder, "acme");
const { deployment } = acme;

beforeAll(async () => {
  const { code, stderr } = await cli(["overlay", "apply", ...examplePaths, "--out", out]);
  expect([code, stderr]).toEqual([0, ""]);
});

describe("overlay apply", () => {
  it("writes both documents and what they state, the same bytes as the library", () => {
    for (const [name, text] of renderFolder(acme)) expect(readFileSync(join(out, name), "utf8"), name).toBe(text);
    expect(readFolder(out).deployment).toEqual(deployment);
  });

  it("says what closed, what is stated, and what to run next", async () => {
    const { code, stdout } = await cli(["overlay", "apply", ...examplePaths, "--out", out]);
    expect(code).toBe(0);
    expect(stdout).toContain("N-5-03");
    expect(stdout).toContain('tokenHeader = "X-Acme-Token"');
    expect(stdout).toContain(`collections-contract sandbox --deployment ${out}`);
    expect(stdout).toMatch(/ N-7-01 +stated: [^;]*createClientWebhookStatus[^;]*; not stated: [^:]*listStatus/);
    const json = JSON.parse((await cli(["overlay", "apply", ...examplePaths, "--out", out, "--json"])).stdout);
    expect(json).toMatchObject({ out, closed: deployment.closed, settings: deployment.settings });
    expect(json.halves.filter(({ gap }: { gap: string }) => deployment.closed.includes(gap))).toEqual([]);
  });

  it("says that words alone tell programs nothing, where a member of the form would", async () => {
    const file = join(folder, "words.deployment.yaml");
    writeFileSync(file, JSON.stringify({ title: "Acme", answers: { "A-07": "X-Acme.", "N-9-02": "By mail." } }));
    const { stdout } = await cli(["overlay", "apply", file, "--out", join(folder, "words"), "--json"]);
    expect(JSON.parse(stdout).halves).toEqual([{ gap: "A-07", stated: ["words"], open: ["header"] }]);
  });

  it("says what only the folder stated that it replaces", async () => {
    const at = join(folder, "replaced");
    await writeFolder(at, acme);
    const facts = join(root, "spec/deployment/acme.deployment.yaml");
    const apply = async (more: string[]) => (await cli(["overlay", "apply", facts, "--out", at, ...more])).stdout;
    const { dropped } = JSON.parse(await apply(["--json"]));
    expect(dropped).toEqual(expect.arrayContaining(["U-23", "tokenStatus"]));
    const { closed, settings } = readFolder(at).deployment;
    expect(dropped.filter((stated: string) => closed.includes(stated) || stated in settings)).toEqual([]);
    expect(await apply([])).not.toContain("no longer");
    await writeFolder(at, acme);
    expect(await apply([])).toMatch(/, and no longer \(14\); to keep it, apply (?:.*\n)+? {2}tokenStatus\n/);
  });

  it("refuses a template that is not filled in, a folder of something else, and wrong use", async () => {
    const template = examplePaths[0]?.replace("example/acme", "deployment") ?? "";
    const unfilled = await cli(["overlay", "apply", template, "--out", join(folder, "unfilled"), "--json"]);
    expect(unfilled.code).toBe(2);
    expect(JSON.parse(unfilled.stderr).error).toMatchObject({
      code: "overlay_placeholder",
      message: expect.stringContaining("<Signature-Header>"),
    });
    writeFileSync(join(folder, "note.txt"), "mine");
    expect(await cli(["overlay", "apply", ...examplePaths, "--out", folder])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("out_not_empty"),
    });
    expect((await cli(["overlay", "apply", "--out", out])).code).toBe(2);
  });

  it("is all or nothing", async () => {
    await expect(writeFolder(join(folder, "note.txt"), acme)).rejects.toMatchObject({ code: "out_no_folder" });
    expect(readFileSync(join(folder, "note.txt"), "utf8")).toBe("mine");
  });
});

it.each(
  Object.entries<[(at: string) => void, string]>({
    "is not there": [() => {}, "is not a folder"],
    "has a broken deployment.json": [(at) => spoil(at, "deployment.json", "{"), "no readable deployment.json"],
    "is of another version": [(at) => spoil(at, "deployment.json", '{"schema":2}'), "another version"],
    "states a setting that is none": [
      (at) => spoil(at, "deployment.json", JSON.stringify({ ...deployment, settings: { nothing: 1 } })),
      "nothing",
    ],
  }),
)("a contract folder that is none: %s", async (name, [make, says]) => {
  const at = join(folder, name.replaceAll(" ", "-"));
  if (name !== "is not there") await writeFolder(at, acme);
  make(at);
  for (const verb of [
    ["sandbox", "--port", "0"],
    ["mock", "--port", "0"],
    ["test", "api", "--list"],
  ]) {
    const { code, stderr } = await cli([...verb, "--deployment", at]);
    expect(stderr).toContain(says);
    expect(code).toBe(2);
  }
});

describe("the sandbox of that contract", async () => {
  /** Answers 500. */
  const receiver = await startServer();
  const forward = { "https://hooks.example.com": receiver.url };
  const sandbox = await startSandbox({ deployment, clock: "virtual", forward });
  afterAll(() => Promise.all([sandbox.stop(), receiver.stop()]));
  const client = async () =>
    createClient({
      baseUrl: sandbox.baseUrl,
      accessToken: (await sandbox.driver.accessToken?.()) ?? "",
      tokenHeader: (token) => ["X-Acme-Token", token],
      allowInsecureLoopback: true,
    });

  it("has the authorization server apart, and the stated path", () => {
    expect(sandbox.authUrl).not.toBe(sandbox.baseUrl);
  });

  it("answers the client as it is stated, and others not at all", async () => {
    const api = await client();
    const raw = await fetch(`${sandbox.baseUrl}/api/apps/7/app_webhooks`, { headers: { authorization: "Bearer x" } });
    expect(raw.status).toBe(401);
    expect(await api.listAppWebhooks(7)).toEqual({ webhooks: [] });
  });

  it("signs under the stated name, and retries by the stated schedule", async () => {
    const api = await client();
    const webhook = await api.createClientWebhook({
      client: "/api/clients/1",
      name: "Acme",
      events: ["case_file.payment.confirmed"],
      url: "https://hooks.example.com/acme",
    });
    await sandbox.driver.confirmPayment?.({ paidTo: "client", client: "/api/clients/1" });
    const later = async (seconds: number) => {
      await sandbox.control.advance(seconds);
      await sandbox.control.settle();
      return receiver.asked.length;
    };
    expect(await later(0)).toBe(1);
    expect([await later(59), await later(1)]).toEqual([1, 2]);
    expect([await later(3599), await later(1)]).toEqual([2, 3]);
    expect(await later(1_000_000)).toBe(3);
    for (const { headers, body } of receiver.asked) {
      expect(headers).not.toHaveProperty("x-service-signature");
      expect(verifySignature(Buffer.from(body), headers["x-acme-signature"] as string, webhook.secret)).toBe(true);
    }
  });

  it("takes no other value for what is stated, and lists no such gap", async () => {
    const { differences } = await sandbox.control.state();
    expect(differences).toEqual([]);
    const profile = await (await fetch(`${sandbox.baseUrl}/_control/profile`)).json();
    expect(profile.stated).toEqual(deployment.settings);
    expect(profile.gaps).not.toHaveProperty("N-5-03");
    expect(profile.keys).not.toHaveProperty("tokenHeader");
    expect(profile.keys).toHaveProperty("createAppWebhookStatus");
    expect(profile.shipped.default.tokenHeader).toBe("X-Acme-Token");
    for (const { gap } of Object.values<{ gap: string }>(profile.keys)) expect(profile.gaps).toHaveProperty([gap]);
    expect(profile.gaps).toHaveProperty("U-14");
    const put = await fetch(`${sandbox.baseUrl}/_control/profile`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ tokenHeader: "Authorization" }),
    });
    expect([put.status, (await put.json()).code]).toEqual([400, "profile_stated"]);
    await expect(startSandbox({ deployment, overrides: ["maxAttempts=9"] })).rejects.toMatchObject({
      code: "profile_stated",
    });
    const strict = await startSandbox({ deployment, profile: "strict" });
    const { profile: chosen } = await strict.control.state();
    await strict.stop();
    expect(chosen).toMatchObject({ ...deployment.settings, secretPrefix: "whsec_" });
  });
});

it("a delivery by hand is signed under the stated name", async () => {
  const { url, asked, stop } = await startServer(text(204, ""));
  const { code } = await cli(["send", "--url", url, "--deployment", out], { env: { WEBHOOK_SECRET: "s3cret" } });
  await stop();
  expect(code).toBe(0);
  expect(asked[0]?.headers["x-acme-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
  expect(asked[0]?.headers).not.toHaveProperty("x-service-signature");
});

it("the mock of that contract answers with the stated form, and refuses a token in another header", async () => {
  const prism = await startPrism(join(out, "openapi.json"));
  onTestFinished(() => prism.stop());
  const list = `${prism.url}/api/apps/7/app_webhooks`;
  const answer = await fetch(list, { headers: { "X-Acme-Token": "t" } });
  expect([answer.status, Object.keys(await answer.json())]).toEqual([200, ["webhooks"]]);
  expect((await fetch(list, { headers: { authorization: "Bearer t" } })).status).toBe(401);
});

// Whole runs are in test/on-demand/judged-deployment.test.ts.
describe("the judge of that contract", () => {
  const listFailed = (report: Awaited<ReturnType<typeof testService>>) =>
    report.checks.filter(({ status, severity }) => status === "failed" && severity === "demand").map(({ id }) => id);

  it("has a check for what is stated, and none of it without", () => {
    const own = listChecks("api", deployment).filter(({ group }) => group === "deployment");
    expect(own.map(({ id }) => id)).toContain("deployment.token-header");
    expect(listChecks("api").filter(({ group }) => group === "deployment")).toEqual([]);
  });

  it("passes the sandbox of that contract, every check observed", async () => {
    const sandbox = await startSandbox({ deployment });
    const only = ["deployment", "tokens", "list", "client deliveries"];
    const report = await testService(sandbox.driver, { deployment, only });
    expect(report.contract).toBe("Acme Collections (an example) 0.1.0");
    expect(listFailed(report)).toEqual([]);
    expect(report.summary).toMatchObject({ failed: 0, notObserved: 0 });
    expect(report.checks.map(({ reproduce }) => reproduce).filter(Boolean)).toEqual([]);
    expect(report.coverage["N-5-03"]).toEqual(["deployment.token-header"]);
  });

  it("fails the plain sandbox exactly where the facts differ", async () => {
    const sandbox = await startSandbox();
    const report = await testService(sandbox.driver, { deployment, only: ["deployment", "deliver.signed"] });
    expect(listFailed(report)).toEqual(
      [
        "deliver.signed",
        "deployment.status.createClientWebhook",
        "deployment.media-type.createClientWebhook",
        "deployment.token-header",
        "deployment.list-envelope",
        "deployment.authorization",
        "deployment.attempts",
      ].sort(compareBy(report.checks.map(({ id }) => id))),
    );
  });

  it("passes a receiver that knows the header, and fails one that does not", async () => {
    const target = async (signatureHeader: string | undefined, options: object) => {
      const seen: { id: number; event: string }[] = [];
      const receiver = createReceiver({
        secrets: "s3cret",
        ...(signatureHeader && { signatureHeader }),
        on: {
          "case_file.payment.confirmed": ({ payload }) => void seen.push({ id: payload.id, event: payload["@event"] }),
        },
      });
      const { url, stop } = await listen(receiver.node);
      const report = await testReceiver({ url, secret: "s3cret", driver: { processed: async () => seen } }, options);
      await stop();
      return listFailed(report).length;
    };
    expect(await target("X-Acme-Signature", { deployment })).toBe(0);
    expect(await target(undefined, { deployment })).toBeGreaterThan(0);
  });

  it("is told by the command, which fails with 1", async () => {
    const driver = join(folder, "driver.mjs");
    const sandbox = await startSandbox();
    const token = await sandbox.driver.accessToken?.();
    writeFileSync(
      driver,
      `export default { baseUrl: ${JSON.stringify(sandbox.baseUrl)}, authUrl: ${JSON.stringify(sandbox.authUrl)},
        appId: 7,
        requestHeaders: (token) => ({ authorization: "Bearer " + token }),
        async accessToken() { return ${JSON.stringify(token)}; } };`,
    );
    const { code, stdout } = await cli([
      "test",
      "api",
      "--driver",
      driver,
      "--deployment",
      out,
      "--only",
      "deployment",
      "--json",
    ]);
    await sandbox.stop();
    const report = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(report.contract).toContain("Acme");
    expect(listFailed(report)).toEqual(["deployment.token-header", "deployment.list-envelope"]);
  });
});

const compareBy = (all: readonly string[]) => (a: string, b: string) => all.indexOf(a) - all.indexOf(b);

function spoil(at: string, file: string, text: string): void {
  writeFileSync(join(at, file), text);
}
