/** `npm run compatibility`: foreign generators over our documents. Writes the results and the page that shows them. */

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { differences, merge } from "./compatibility/compare.ts";
import { renderPage } from "./compatibility/page.ts";
import type { Results } from "./compatibility/result.ts";
import { rowId } from "./compatibility/row.ts";
import { runRow } from "./compatibility/run.ts";
import { GENERATORS } from "./compatibility/table.ts";
import { root } from "./compatibility/tools.ts";

const HELP = `Usage: npm run compatibility [-- [--check] [FILTER...]]

Installs foreign generators below .cache/, runs each on the documents that suit it, compiles what they make and uses it. Writes
scripts/compatibility/results.json and docs/compatibility.md. A FILTER is a part of a row's name ("OpenAPI Generator go / codegen 3.0").
What is not on this machine is skipped with a word, and what was known of it stays.

  --check  writes nothing; exit code 1 if a result is another one than the page shows
  --page   only renders the page again
`;
const RESULTS = join(root, "scripts/compatibility/results.json");
const PAGE = join(root, "docs/compatibility.md");

const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith("--"));
const unknown = args.find((arg) => arg.startsWith("--") && !["--check", "--page", "--help"].includes(arg));
const rows = GENERATORS.flatMap((generator) => generator.artefacts.map((artefact) => ({ generator, artefact })))
  .map((row) => ({ ...row, id: rowId(row.generator, row.artefact) }))
  .filter(({ id }) => filters.length === 0 || filters.some((filter) => id.includes(filter)));

if (args.includes("--help")) process.stdout.write(HELP);
else if (unknown || rows.length === 0) {
  process.stderr.write(`${unknown ? `Unknown option ${unknown}.` : "No row has such a name."}\n\n${HELP}`);
  process.exitCode = 2;
} else await main();

async function main(): Promise<void> {
  const known = readResults();
  let different = 0;
  for (const { generator, artefact, id } of args.includes("--page") ? [] : rows) {
    const started = performance.now();
    const result = await runRow(generator, artefact);
    const { made, compiles, operations, tokenHost, payload } = result;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stdout.write(
      `${id}: made ${made}, compiles ${compiles}, calls ${operations}, token's host ${tokenHost}, payments ${payload} (${seconds} s)\n`,
    );
    const changed = known[id] ? differences(known[id], result) : ["new"];
    for (const line of changed) process.stdout.write(`  ${line}\n`);
    different += changed.length;
    // After each row: the whole takes half an hour, and may be interrupted.
    if (!args.includes("--check")) save({ [id]: result });
  }
  if (args.includes("--check")) {
    process.stdout.write(`${different === 0 ? "as the page shows" : `${different} other than the page shows`}\n`);
    process.exitCode = different === 0 ? 0 : 1;
  } else save({});
}

function readResults(): Results {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {};
}

/** In the order of the table, and without rows that it has no longer. */
function save(now: Results): void {
  const all = merge(readResults(), now);
  const current = GENERATORS.flatMap((generator) => generator.artefacts.map((artefact) => rowId(generator, artefact)));
  const kept = Object.fromEntries(current.flatMap((id) => (all[id] ? [[id, all[id]]] : [])));
  replace(RESULTS, `${JSON.stringify(kept, null, 2)}\n`);
  replace(PAGE, renderPage(kept));
}

/** As a whole: another run may read it at this moment. */
function replace(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}
