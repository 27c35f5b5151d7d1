/** GitHub's own rules of workflows, by actionlint: for the files that people copy, and for ours. */

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { announceSkip } from "../../scripts/on-demand.ts";
import { files, read, root } from "../support/repository.ts";

const VERSION = "v1.7.7";
const bin = join(root, ".cache/actionlint", VERSION);
mkdirSync(bin, { recursive: true });
const installed = spawnSync("go", ["install", `github.com/rhysd/actionlint/cmd/actionlint@${VERSION}`], {
  env: { ...process.env, GOBIN: bin, GOFLAGS: "-modcacherw", GOTOOLCHAIN: "local" },
  encoding: "utf8",
  timeout: 240_000,
});
const missing =
  installed.status === 0 ? "" : announceSkip("actionlint", installed.stderr?.trim().split("\n").at(-1) || "no Go");

const said = (text: string) =>
  spawnSync(join(bin, "actionlint"), ["-no-color", "-"], { input: text, encoding: "utf8", cwd: root }).stdout;
const workflows = [...files("examples/ci", /github.*\.yml$/), ...files(".github/workflows", /\.yml$/)];

it.skipIf(missing).each(workflows)(`actionlint has nothing to say about %s${missing}`, (file) => {
  expect(said(read(file))).toBe("");
  // The lines that are there to be uncommented.
  expect(said(read(file).replaceAll(/^( +)# (?=[A-Z_]+: )/gm, "$1"))).toBe("");
});

it.skipIf(missing)(`actionlint sees what is wrong${missing}`, () => {
  expect(said(read("examples/ci/github.yml").replace(/^on: .*\n/m, ""))).toContain('"on" section is missing');
});
