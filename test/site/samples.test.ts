/** Runs the code on the pages of the reference as it stands; only addresses and ids become the sandbox's. */

import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { messages } from "../../docs/site/model/messages.ts";
import { operations } from "../../docs/site/model/operations.ts";
import { receiverSamples, writeSamples } from "../../docs/site/model/samples.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { signBody } from "../../src/signature/node.ts";
import { CACHE, scratchFolder } from "../support/scratch.ts";

const run = promisify(execFile);
const folder = scratchFolder("samples-", CACHE);
const sandbox = await startSandbox();
afterAll(sandbox.stop);

/** A new code for each run, and the ids of the sandbox in place of those of the examples. */
async function prepareSample(code: string): Promise<{ code: string; env: NodeJS.ProcessEnv }> {
  const { clients, apps } = await sandbox.control.state();
  const given = await sandbox.driver.credentials?.();
  const env = {
    ...process.env,
    BASE_URL: sandbox.baseUrl,
    AUTH_URL: sandbox.authUrl,
    CLIENT_ID: given?.clientId ?? "",
    CLIENT_SECRET: given?.clientSecret ?? "",
    CODE: given?.code ?? "",
    ACCESS_TOKEN: (await sandbox.driver.accessToken?.()) ?? "",
  };
  const own = code
    .replaceAll("/api/clients/1", clients[0]?.iri ?? "")
    .replaceAll("/api/apps/7/", `/api/apps/${apps[0]?.appId}/`)
    .replaceAll("/api/apps/7", apps[0]?.iri ?? "")
    .replaceAll("listAppWebhooks(7)", `listAppWebhooks(${JSON.stringify(apps[0]?.appId)})`)
    .replaceAll("https://app.example.com/callback", given?.redirectUri ?? "");
  return { code: own, env };
}

const samples = (label: string) =>
  operations().flatMap((page) =>
    writeSamples(page)
      .filter((sample) => sample.label === label)
      .map((sample) => [page.id, sample.code] as const),
  );

describe("the code on the pages of operations", () => {
  it("is there for every operation", () => {
    expect(samples("curl").map(([id]) => id)).toEqual(operations().map(({ id }) => id));
    expect(samples("TypeScript").map(([id]) => id)).toEqual(operations().map(({ id }) => id));
  });

  it.each(samples("curl"))("%s by curl", async (_, given) => {
    const { code, env } = await prepareSample(given);
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", code], { env });
    expect(JSON.parse(stdout)).not.toHaveProperty("error");
  });

  it.each(samples("TypeScript"))("%s by TypeScript", async (id, given) => {
    const { code, env } = await prepareSample(given);
    const file = join(folder, `${id}.ts`);
    // From the sources, and over http on this machine, which is refused anywhere else.
    const local = code
      .replaceAll(/"collections-contract\/(\w+)"/g, '"../../src/$1/index.ts"')
      .replace(
        /(accessToken: process\.env\.ACCESS_TOKEN!|code: process\.env\.CODE!)/,
        "$1, allowInsecureLoopback: true",
      );
    expect(local).toContain("allowInsecureLoopback");
    writeFileSync(file, local);
    await run(process.execPath, [file], { env });
  });
});

describe("the code on the page of the payment", () => {
  const [payment] = messages();
  const shown = payment ? receiverSamples(payment) : [];

  it("is there in TypeScript, in other languages and for a shell", () => {
    const labels = shown.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["TypeScript", "Python", "openssl"]));
  });

  it("computes the true signature with openssl", async () => {
    const body = JSON.stringify(payment?.examples[0]?.payload);
    writeFileSync(join(folder, "body.json"), body);
    const code = shown.find(({ label }) => label === "openssl")?.code ?? "";
    const env = { ...process.env, WEBHOOK_SECRET: "<WEBHOOK_SECRET>" };
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", code], { env, cwd: folder });
    expect(stdout.trim()).toBe(signBody(body, "<WEBHOOK_SECRET>"));
    expect(stdout.trim()).toBe(Object.values(payment?.examples[0]?.headers ?? {})[0]);
  });
});
