/** Packages of a deployment build and pass their own tests under the names that it states. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { skipped } from "../../../scripts/on-demand.ts";
import { namesFrom } from "../../../src/cli/package-names.ts";
import { generateClient, type LanguageName } from "../../../src/languages/index.ts";
import { applyOverlays } from "../../../src/overlays/apply.ts";
import { readFolder, writeFolder } from "../../../src/overlays/folder.ts";
import { read } from "../../support/repository.ts";
import type { Command } from "./harness.ts";
import { probe, runProgram } from "./programs.ts";

const ROWS: readonly (readonly [language: LanguageName, needs: Command, build: Command, made: string])[] = [
  [
    "java",
    ["mvn", "--batch-mode", "--version"],
    ["mvn", "--quiet", "--batch-mode", "package"],
    "target/acme-example-collections-1.0.0.jar",
  ],
  // Vitest sets TEST, which Rake takes for the name of a file.
  ["ruby", ["rake", "--version"], ["env", "-u", "TEST", "rake", "test"], "lib/acme_example_collections.rb"],
  ["rust", ["cargo", "--version"], ["cargo", "check", "--quiet", "--all-targets"], "target/debug"],
];

const folder = mkdtempSync(join(tmpdir(), "deployment-languages-"));
const acme = join(folder, "acme");
beforeAll(async () => {
  const file = "acme.deployment.yaml";
  await writeFolder(acme, applyOverlays([{ file, data: parse(read(`spec/deployment/${file}`)) }]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(ROWS)("the package of a deployment for %s", (language, needs, build, made) => {
  const has = probe(needs) !== undefined;
  it.skipIf(!has)(
    `builds under its own name${has ? "" : skipped(language, `${needs[0]} is missing`)}`,
    async () => {
      const { deployment, ...documents } = readFolder(acme);
      if (!deployment.package) throw new Error("The example states no package.");
      const out = join(folder, language);
      await generateClient({ language, out, documents, names: namesFrom(language, deployment.package) });
      const { code, stdout, stderr } = await runProgram(build, { cwd: out, env: {}, timeoutMs: 9 * 60_000 });
      expect([code, code === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
      expect(existsSync(join(out, made)), made).toBe(true);
    },
    10 * 60_000,
  );
});
