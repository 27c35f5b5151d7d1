/**
 * The whole suite of the sandbox with Prism between every call of an operation and its answer, in both shipped
 * profiles: illegal requests are many, for the suite makes them on purpose; of the answers none breaks the document.
 */

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { OPERATIONS } from "../../generated/constants.ts";
import { countOperations, type Judged } from "../support/judged-proxy.ts";
import { root } from "../support/repository.ts";
import { testFolder } from "../support/scratch.ts";

it("sees no answer that breaks the document", async () => {
  const folder = testFolder("through-prism-");
  const cli = join(root, "node_modules/vitest/vitest.mjs");
  // Tests that start their own processes or proxies are left out.
  const exclude = ["browser", "cli", "console*", "crash", "driver", "prism"].flatMap((name) => [
    "--exclude",
    `test/sandbox/${name}.test.ts`,
  ]);
  const { VITEST: _vitest, NODE_ENV: _mode, ...inherited } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, "run", "test/sandbox/", "test/on-demand/sandbox/isolation", ...exclude],
    { cwd: root, env: { ...inherited, JUDGED_BY_PRISM: folder, NO_COLOR: "1" }, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: { stdout?: string }) => ({ stdout: `it failed\n${error.stdout}` }));
  const failed = stdout.split("\n").filter((line) => /×|FAIL|AssertionError/.test(line));
  const judged = readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Judged[],
  );
  console.log(countOperations(judged));
  expect(judged.filter(({ response }) => response.length > 0)).toEqual([]);
  for (const operation of Object.keys(OPERATIONS))
    expect(judged.filter((one) => one.operation === operation).length, operation).toBeGreaterThan(20);
  expect(judged.length).toBeGreaterThan(2000);
  expect(failed).toEqual([]);
  expect(stdout).not.toMatch(/^it failed/);
});
