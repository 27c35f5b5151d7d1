/**
 * When the judge tells its first finding, and when its verdict, of services that sign wrongly, have several mistakes,
 * send broken bodies, or are legal and slow; each with its aim. Ends with 1 if one is missed.
 *
 *     npm run bench -- judge-times [NAME]
 */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

// Scripts must not import tests, and the services are those of the tests.
const program = join(import.meta.dirname, "../../test/judges/times.ts");
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
