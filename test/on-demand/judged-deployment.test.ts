/** Whole runs of the judge in the guides and examples: a deployment, a driver, a test of Vitest, as written there. */

import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { type Report, testService } from "../../src/judge/index.ts";
import { writeFolder } from "../../src/overlays/folder.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { linkedExamples, PAGES, readBlocks } from "../docs/blocks.ts";
import { acme } from "../overlays/example.ts";
import { buildPackage } from "../support/built.ts";
import { root } from "../support/repository.ts";
import { CACHE, scratchFolder } from "../support/scratch.ts";

const run = promisify(execFile);
const blocks = PAGES.flatMap((page) => [...readBlocks(page), ...linkedExamples(page)]);
const ofKind = (wanted: string) => blocks.filter(({ language, kind }) => language === "ts" && kind === wanted);
const programs = ofKind("contract");
const folder = scratchFolder("judged-", CACHE);
const DEPLOYMENT = join(folder, "acme");

beforeAll(async () => {
  await writeFolder(DEPLOYMENT, acme);
  await buildPackage();
});

it("is there", () => expect(programs.length).toBeGreaterThan(0));

it.each(programs)("$page:$line finds no fault in the sandbox of the example", async ({ code }) => {
  const program = join(folder, "program.ts");
  writeFileSync(program, code);
  const env = { ...process.env, DEPLOYMENT };
  const { stdout } = await run(process.execPath, [program], { env, timeout: 170_000 });
  expect(JSON.parse(stdout)).toMatchObject({ failed: 0, notObserved: 0 });
});

it.each(ofKind("driver"))("$page:$line drives the judge", async ({ code }) => {
  const driver = join(folder, "driver.ts");
  writeFileSync(driver, code);
  const args = ["test", "api", "--driver", driver, "--skip", "history", "--skip", "walk", "--json"];
  const { stdout } = await run(process.execPath, [join(root, "dist/src/cli.js"), ...args], {
    timeout: 180_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(JSON.parse(stdout).summary).toMatchObject({ failed: 0, notObserved: 0 });
});

it.each(ofKind("vitest"))("$page:$line passes", async ({ code }) => {
  writeFileSync(join(folder, "example.test.ts"), code);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const { stdout } = await run(process.execPath, [vitest, "run", "--root", folder, "example.test.ts"], { env });
  expect(stdout).toMatch(/^ *Tests +2 passed/m);
});

const listFailed = ({ checks }: Report) =>
  checks.filter(({ status, severity }) => status === "failed" && severity === "demand").map(({ id }) => id);
const skip = ["history", "walk"];

it("the plain sandbox fails exactly where the facts of the example differ", async () => {
  const { driver } = await startSandbox();
  const failed = listFailed(await testService(driver, { deployment: acme.deployment, skip }));
  expect(failed.filter((id) => !id.startsWith("deployment."))).toEqual(["deliver.signed"]);
  expect(failed).toHaveLength(7);
});

it("the sandbox of the example keeps the interface description but for the header", async () => {
  const { driver } = await startSandbox({ deployment: acme.deployment });
  expect(listFailed(await testService(driver, { skip }))).toEqual(["deliver.signed"]);
});
