import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { signBody } from "../../src/signature.ts";
import { root } from "../support/repository.ts";
import { type Block, blocksOf, PAGES } from "./blocks.ts";

const run = promisify(execFile);
// Inside the repository, so that the blocks import the package by its name, as a reader would.
const folder = join(root, ".cache/blocks");
const all = PAGES.flatMap(blocksOf);
const blocks = all.filter(({ language }) => language === "ts");
const nameOf = ({ page, line }: Block) => `${page.replaceAll(/\W/g, "-")}-${line}.ts`;
const titled = (kind: string) =>
  blocks.filter((block) => block.kind === kind).map((block) => [`${block.page}:${block.line}`, block] as const);

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const block of blocks) writeFileSync(join(folder, nameOf(block)), `export {};\n${block.code}`);
  const compilerOptions = {
    noEmit: true,
    rootDir: "../..",
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
  );
  await run(process.execPath, ["scripts/run.mjs", "build"], { cwd: root });
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the code in the docs", () => {
  it("says of every TypeScript block how it is proven", () => {
    expect(
      blocks
        .filter(({ kind }) => !["receiver", "script", "sandbox", "check", "driver"].includes(kind))
        .map(({ page, line }) => `${page}:${line}`),
    ).toEqual([]);
    expect(blocks.length).toBeGreaterThan(10);
  });

  it("has the right types", async () => {
    const { stdout, code } = await run(process.execPath, [
      join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      folder,
    ]).then(
      (r) => ({ ...r, code: 0 }),
      (error) => error,
    );
    expect(code, stdout).toBe(0);
  }, 60_000);

  it.each(titled("script"))("%s runs", async (_, block) => {
    const { stdout } = await run(process.execPath, [join(folder, nameOf(block))], { timeout: 20_000 });
    // A comment behind console.log says what is printed.
    const said = [...block.code.matchAll(/console\.log\(.*\); \/\/ (true|false|\{.*\})$/gm)].map(([, text]) =>
      text?.replaceAll('"', "'"),
    );
    for (const text of said) expect(stdout).toContain(text);
  });

  it("says of every shell block how it is proven", () => {
    expect(all.filter(({ language, kind }) => language === "sh" && kind !== "sandbox")).toEqual([]);
  });

  describe("against the sandbox", () => {
    let sandbox: Sandbox;
    let environment: Record<string, string>;
    beforeAll(async () => {
      sandbox = await startSandbox();
      const { clients, apps } = await sandbox.control.state();
      const given = await sandbox.driver.credentials?.();
      environment = {
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
    });
    afterAll(() => sandbox?.stop());

    it.each(titled("sandbox"))("%s runs", async (_, block) => {
      await run(process.execPath, [join(folder, nameOf(block))], {
        env: { ...process.env, ...environment },
        timeout: 20_000,
      });
    });

    it.each(
      all
        .filter(({ language, kind }) => language === "sh" && kind === "sandbox")
        .map((block) => [`${block.page}:${block.line}`, block] as const),
    )("%s runs", async (_, block) => {
      const env = { ...process.env, ...environment };
      const { stdout } = await run("bash", ["-euo", "pipefail", "-c", block.code], { env, timeout: 20_000 });
      expect(JSON.parse(stdout)).not.toHaveProperty("error");
    });
  });

  it.each(titled("driver"))("%s drives the judge", async (_, block) => {
    const cli = join(root, "dist/src/cli.js");
    const { stdout } = await run(
      process.execPath,
      [cli, "test", "api", "--driver", join(folder, nameOf(block)), "--json"],
      {
        timeout: 60_000,
        maxBuffer: 16 * 1024 * 1024,
      },
    );
    expect(JSON.parse(stdout).summary).toMatchObject({ failed: 0, notObserved: 0 });
  });

  it.each(titled("receiver"))("%s receives", async (_, block) => {
    const port = await freePort();
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: "<WEBHOOK_SECRET>" };
    const child = spawn(process.execPath, [join(folder, nameOf(block))], { env, stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    try {
      const body = JSON.stringify({ "@event": "case_file.payment.confirmed", id: 4711 });
      const post = (signed: string) =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-service-signature": signBody(signed, "<WEBHOOK_SECRET>") },
          body,
        });
      await listening(port, child);
      expect((await post(body)).status).toBe(204);
      expect((await post(`${body} `)).status).toBe(401);
      expect(out).toContain("4711");
    } finally {
      child.kill();
    }
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  for (let i = 0; i < 100 && child.exitCode === null; i++) {
    const up = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the block did not start to listen");
}
