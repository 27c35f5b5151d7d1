/** The first commands of someone who has a clone or a package, and what they say. */

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { npm } from "../../scripts/on-demand.ts";
import { root } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

const temp = scratchFolder("first-");

it("says how to build or pack where nothing is built, and runs what is built", () => {
  copyFileSync(join(root, "command.mjs"), join(temp, "command.mjs"));
  const run = () => spawnSync(process.execPath, [join(temp, "command.mjs"), "explain", "U-25"], { encoding: "utf8" });
  const unbuilt = run();
  expect(unbuilt).toMatchObject({ status: 2, stdout: "" });
  expect(unbuilt.stderr).toMatch(/npm run build[\s\S]*npm run pack/);
  mkdirSync(join(temp, "dist/src"), { recursive: true });
  writeFileSync(join(temp, "dist/src/cli.js"), "console.log(process.argv.slice(2).join());");
  expect(run()).toMatchObject({ status: 0, stdout: "explain,U-25\n" });
});

// An installation printed 90 warnings of packages that want another Node than the one it was started with.
it("installs without a warning, whatever Node its packages want", () => {
  const project = join(temp, "project");
  mkdirSync(project);
  const manifest = { name: "first", version: "1.0.0", engines: { node: ">=999" } };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  const install = () =>
    spawnSync(npm, ["install", "--dry-run", "--offline"], { cwd: project, encoding: "utf8", env: plain });
  const { npm_config_loglevel: _, ...plain } = process.env;
  expect(install().stderr).toContain("EBADENGINE");
  copyFileSync(join(root, ".npmrc"), join(project, ".npmrc"));
  expect(install()).toMatchObject({ status: 0, stderr: "" });
});
