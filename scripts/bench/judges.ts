/**
 * Judges of services compared: ours, Prism as a proxy, `redocly respect` and Dredd over the flawed and the legal
 * services of the tests.
 *
 *     npm run bench -- judges [--every N] [--at-once N]
 */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

// Scripts must not import tests, so the comparison is a separate program that uses the services of the tests.
const program = join(import.meta.dirname, "../../test/judges/compare.ts");
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
