/** The blocks of the docs run, as test/docs/blocks.ts finds them. Their types: test/docs/blocks.test.ts. */

import { execFile, spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { startPrism } from "../../scripts/prism.ts";
import { spawnGroup, untilListening } from "../../scripts/running.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { signBody } from "../../src/signature/node.ts";
import { BLOCKS, type Block, fileName, PROGRAMS, useFolderOfPrograms } from "../docs/blocks.ts";
import { root } from "../support/repository.ts";

const run = promisify(execFile);
const folder = useFolderOfPrograms();

const titled = (kind: string) =>
  PROGRAMS.filter((block) => block.kind === kind).map((block) => [`${block.page}:${block.line}`, block] as const);
const titledShell = (kind: string) =>
  BLOCKS.filter((block) => block.language === "sh" && block.kind === kind).map(
    (block) => [`${block.page}:${block.line}`, block] as const,
  );

const PYTHON = spawnSync("python3", ["--version"]).status === 0;
/** Every vector with one secret, asked of the function that a block defines. */
const PYTHON_VECTORS = `
import base64, json
wrong, judged = [], 0
for case in json.load(open("spec/vectors/signature.json"))["cases"]:
    if len(case["secrets"]) != 1:
        continue
    judged += 1
    secret = base64.b64decode(case["secrets"][0]).decode()
    if is_genuine(base64.b64decode(case["body"]), case["header"], secret) is not case["ok"]:
        wrong.append(case["id"])
print(json.dumps({"judged": judged, "wrong": wrong}))
`;

it.each(titled("script"))("%s runs", async (_, block) => {
  const { stdout } = await run(process.execPath, [join(folder, fileName(block))], { timeout: 120_000 });
  // A comment behind console.log says what is printed.
  const said = [...block.code.matchAll(/console\.log\(.*\); \/\/ (true|false|\{.*\})$/gm)].map(([, text]) =>
    text?.replaceAll('"', "'"),
  );
  for (const text of said) expect(stdout).toContain(text);
});

describe("against the sandbox", async () => {
  const sandbox = await startSandbox();
  const { clients, apps } = await sandbox.control.state();
  const given = await sandbox.driver.credentials?.();
  const environment = {
    BASE_URL: sandbox.baseUrl,
    AUTH_URL: sandbox.authUrl,
    CLIENT_ID: given?.clientId ?? "",
    CLIENT_SECRET: given?.clientSecret ?? "",
    REDIRECT_URI: given?.redirectUri ?? "",
    CODE: given?.code ?? "",
    ACCESS_TOKEN: (await sandbox.driver.accessToken?.()) ?? "",
    CLIENT_IRI: clients[0]?.iri ?? "",
    APP_IRI: apps[0]?.iri ?? "",
    APP_ID: String(apps[0]?.appId),
  };
  afterAll(() => sandbox.stop());

  it.each(titled("sandbox"))("%s runs", async (_, block) => {
    await run(process.execPath, [join(folder, fileName(block))], {
      env: { ...process.env, ...environment },
      timeout: 120_000,
    });
  });

  it.each(titledShell("sandbox"))("%s runs", (_, block) => runShell(block, environment));
});

describe("against the mock", async () => {
  const prism = await startPrism(join(root, "generated/openapi.json"));
  afterAll(prism.stop);

  it.each(titledShell("mock"))("%s runs", (_, block) => runShell(block, { BASE_URL: prism.url }));
});

// One folder with the example's overlays, in which the blocks run one after the other.
describe("with the contract of a deployment", () => {
  const work = join(folder, "contract");
  beforeAll(() => {
    cpSync(join(root, "spec/overlays/example"), work, { recursive: true });
    const command = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist/src/cli.js")}" "$@"\n`;
    writeFileSync(join(work, "collections-contract"), command, { mode: 0o755 });
    // Where the package is installed, npx starts its command, and nothing else.
    writeFileSync(join(work, "npx"), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  });

  it.each(titledShell("contract"))("%s runs", (_, block) =>
    runShell(block, { PATH: `${work}:${process.env["PATH"]}` }, work),
  );
});

it
  .skipIf(!PYTHON)
  .each(
    BLOCKS.filter(({ language, kind }) => language === "python" && kind === "verify").map(
      (block) => [`${block.page}:${block.line}`, block] as const,
    ),
  )(
  `%s agrees with the vectors${PYTHON ? "" : " (skipped: no python3; apt-get install python3)"}`,
  async (_, block) => {
    const { stdout } = await run("python3", ["-c", `${block.code}\n${PYTHON_VECTORS}`], {
      cwd: root,
      timeout: 120_000,
    });
    expect(JSON.parse(stdout)).toEqual({ judged: expect.any(Number), wrong: [] });
    expect(JSON.parse(stdout).judged).toBeGreaterThan(100);
  },
);

it.each(titled("receiver"))("%s receives", (_, block) => receives(join(folder, fileName(block))));

// Modules that a platform loads to give them each Request, with the environment and a context where it does so.
it.each(titled("fetch"))("%s receives", (_, block) => {
  const server = join(folder, `serve-${fileName(block)}`);
  const code = `import { serve } from "@hono/node-server";
import * as module from "./${fileName(block)}";
const { POST = module.default.fetch } = module;
const fetch = (request) => POST(request, process.env, { waitUntil() {} });
serve({ fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });`;
  writeFileSync(server, code);
  return receives(server);
});

/** The command answers JSON, and no error. */
async function runShell({ code }: Block, environment: Record<string, string>, cwd = root): Promise<void> {
  const env = { ...process.env, ...environment };
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", code], { env, cwd, timeout: 120_000 });
  const answer: unknown = JSON.parse(stdout);
  expect(answer).not.toHaveProperty("error");
  // What the control of the sandbox answers to what it refuses.
  expect(answer).not.toHaveProperty("message");
  // What Prism answers to a request that breaks the contract.
  expect(answer).not.toHaveProperty("title");
}

/** Starts a receiver, which takes a signed delivery and refuses a forged one. */
async function receives(file: string): Promise<void> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: "<WEBHOOK_SECRET>", INBOX: `${file}.db` };
  using running = spawnGroup([process.execPath, file], root, env);
  const body = JSON.stringify({ "@event": "case_file.payment.confirmed", id: 4711 });
  const post = (signed: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-service-signature": signBody(signed, "<WEBHOOK_SECRET>") },
      body,
    });
  await untilListening(port, running);
  expect((await post(body)).status).toBe(204);
  expect((await post(`${body} `)).status).toBe(401);
  // An inbox hands it over after it answered.
  await expect.poll(running.said).toContain("4711");
}
