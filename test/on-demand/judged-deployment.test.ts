/** The program of docs/guides/overlays.md that judges a deployment, as it stands there: a whole run of the judge. */

import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeFolder } from "../../src/overlays/folder.ts";
import { blocksOf, PAGES } from "../docs/blocks.ts";
import { acme } from "../overlays/example.ts";
import { buildPackage } from "../support/built.ts";
import { root } from "../support/repository.ts";

const run = promisify(execFile);
const programs = PAGES.flatMap(blocksOf).filter(({ language, kind }) => language === "ts" && kind === "contract");
// Inside the repository, so that the program imports the package by its name, as a reader would.
const folder = join(root, `.cache/judged-${process.pid}`);
const DEPLOYMENT = join(folder, "acme");

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  await writeFolder(DEPLOYMENT, acme);
  await buildPackage();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("is there", () => expect(programs.length).toBeGreaterThan(0));

it.each(programs)(
  "$page:$line finds no fault in the sandbox of the example",
  { timeout: 180_000 },
  async ({ code }) => {
    const program = join(folder, "program.ts");
    writeFileSync(program, code);
    const env = { ...process.env, DEPLOYMENT };
    const { stdout } = await run(process.execPath, [program], { env, timeout: 170_000 });
    expect(JSON.parse(stdout)).toMatchObject({ failed: 0, notObserved: 0 });
  },
);
