/** `npm run compatibility`: foreign tools over our documents. Writes the results and the pages that show them. */

import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JOBS } from "./compatibility/jobs.ts";
import { renderPages } from "./compatibility/pages.ts";
import { root } from "./compatibility/tools.ts";

const HELP = `Usage: npm run compatibility [-- [--check] [FILTER...]]

Installs foreign tools below .cache/, runs each on the documents that suit it, and uses what they make. Writes the results beside
scripts/compatibility/, docs/compatibility.md and docs/server-stubs.md. A FILTER is a part of a row's name
("OpenAPI Generator go / codegen 3.0"). What is not on this machine is skipped with a word, and what was known of it stays.

  --check  writes nothing; exit code 1 if a result is another one than the page shows
  --page   only renders the pages again
`;

const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith("--"));
const unknown = args.find((arg) => arg.startsWith("--") && !["--check", "--page", "--help"].includes(arg));
const rows = JOBS.filter(({ id }) => filters.length === 0 || filters.some((filter) => id.includes(filter)));

if (args.includes("--help")) process.stdout.write(HELP);
else if (unknown || rows.length === 0) {
  process.stderr.write(`${unknown ? `Unknown option ${unknown}.` : "No row has such a name."}\n\n${HELP}`);
  process.exitCode = 2;
} else await main();

async function main(): Promise<void> {
  let different = 0;
  for (const job of args.includes("--page") ? [] : rows) {
    const started = performance.now();
    const { told, changed, files } = await job.run();
    process.stdout.write(`${job.id}: ${told} (${((performance.now() - started) / 1000).toFixed(0)} s)\n`);
    for (const line of changed) process.stdout.write(`  ${line}\n`);
    different += changed.length;
    // After each row: the whole takes half an hour, and may be interrupted.
    if (!args.includes("--check")) save(files());
  }
  if (args.includes("--check")) {
    process.stdout.write(`${different === 0 ? "as the page shows" : `${different} other than the page shows`}\n`);
    process.exitCode = different === 0 ? 0 : 1;
  } else save([]);
}

function save(files: readonly (readonly [file: string, text: string])[]): void {
  for (const [file, text] of files) replace(file, text);
  for (const [file, text] of renderPages()) replace(join(root, file), text);
}

/** As a whole: another run may read it at this moment. */
function replace(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}
