/**
 * Packages of a deployment build and pass their own tests under the names that it states, whatever its members,
 * components, events and operations are called and described by, and whatever form its members have. An event that the
 * deployment adds reaches its handler.
 */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
import { withOddNames } from "./odd-contract.ts";
import { probe, runProgram } from "./programs.ts";
import { REFUND_TESTS } from "./refunds.ts";

const ROWS: readonly (readonly [language: LanguageName, needs: Command, build: Command, made: string])[] = [
  ["go", ["go", "version"], ["go", "test", "./..."], "models.go"],
  [
    "java",
    ["mvn", "--batch-mode", "--version"],
    ["mvn", "--quiet", "--batch-mode", "package"],
    "target/acme-example-collections-1.0.0.jar",
  ],
  ["php", ["phpunit", "--version"], ["phpunit", "--bootstrap", "autoload.php", "tests"], "src/Contract.php"],
  ["python", ["python3", "--version"], ["python3", "-m", "unittest"], "src/acme_example_collections/models.py"],
  // Vitest sets TEST, which Rake takes for the name of a file.
  ["ruby", ["rake", "--version"], ["env", "-u", "TEST", "rake", "test"], "lib/acme_example_collections.rb"],
  ["rust", ["cargo", "--version"], ["cargo", "test", "--quiet", "--all-features"], "target/debug"],
  ["typescript", ["node", "--version"], ["node", "--test", "test/*.test.ts"], "src/models.ts"],
];

const folder = mkdtempSync(join(tmpdir(), "deployment-languages-"));
const acme = join(folder, "acme");
beforeAll(async () => {
  const files = [
    "deployment/acme.deployment.yaml",
    "overlays/example/refunds.openapi.yaml",
    "overlays/example/refunds.asyncapi.yaml",
  ];
  await writeFolder(acme, applyOverlays(files.map((file) => ({ file, data: parse(read(`spec/${file}`)) }))));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(ROWS)("the package of a deployment for %s", (language, needs, build, made) => {
  const has = probe(needs) !== undefined;
  it.skipIf(!has)(
    `builds under its own name, with odd names and texts${has ? "" : skipped(language, `${needs[0]} is missing`)}`,
    async () => {
      const { deployment, ...documents } = readFolder(acme);
      if (!deployment.package) throw new Error("The example states no package.");
      const out = join(folder, language);
      const named = { language, out, documents: withOddNames(documents) };
      await generateClient({ ...named, names: namesFrom(language, deployment.package) });
      const [file, text] = REFUND_TESTS[language] ?? [];
      if (file && text) writeFileSync(join(out, file), text);
      const { code, stdout, stderr } = await runProgram(build, { cwd: out, env: {}, timeoutMs: 9 * 60_000 });
      expect([code, code === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
      expect(existsSync(join(out, made)), made).toBe(true);
    },
    10 * 60_000,
  );
});
