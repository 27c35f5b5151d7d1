/** `npm run compatibility`: other projects' tools on our documents. Writes the results, and the tables of the page. */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runScript, UsageError } from "./command.ts";
import { renderPage } from "./compatibility/page.ts";
import { differences, mergeResult, RESULTS, readResults, resultsText } from "./compatibility/results.ts";
import { ROWS } from "./compatibility/table.ts";
import { root } from "./compatibility/tools.ts";

const HELP = `Usage: npm run compatibility [-- [--check | --page] [FILTER...]]

Installs other projects' tools below .cache/, runs each on the documents that suit it, and uses what they make. Writes
scripts/compatibility/results.json and the tables of docs/compatibility.md. A FILTER is a part of a row's name
("OpenAPI Generator go / codegen 3.0"). What is not on this machine is skipped with a word, and what was known of
it stays.

  --check  writes nothing; exit code 1 if a result is another one than the page shows
  --page   only makes the tables again
`;

const PAGE = join(root, "docs/compatibility.md");

await runScript(
  HELP,
  { check: { type: "boolean" }, page: { type: "boolean" } },
  async ({ check = false, page }, filters) => {
    const rows = ROWS.filter(({ id }) => filters.length === 0 || filters.some((filter) => id.includes(filter)));
    if (rows.length === 0) throw new UsageError("No row has such a name.");
    return page ? write(PAGE, renderPage(readFileSync(PAGE, "utf8"), readResults())) : runRows(rows, check);
  },
);

/** @returns the exit code */
async function runRows(rows: typeof ROWS, check: boolean): Promise<number> {
  let different = 0;
  for (const { id, run } of rows) {
    const started = performance.now();
    const [known, now] = [readResults()[id], await run()];
    const told = Object.entries(now).map(([column, text]) => `${column} ${text}`);
    process.stdout.write(`${id}: ${told.join(", ")} (${((performance.now() - started) / 1000).toFixed(0)} s)\n`);
    const changed = known ? differences(known, now) : ["new"];
    for (const line of changed) process.stdout.write(`  ${line}\n`);
    different += changed.length;
    // After each row: the whole takes half an hour, and may be interrupted.
    if (!check) save({ ...readResults(), [id]: mergeResult(known, now) });
  }
  if (!check) return 0;
  process.stdout.write(`${different === 0 ? "as the page shows" : `${different} other than the page shows`}\n`);
  return different === 0 ? 0 : 1;
}

function save(results: ReturnType<typeof readResults>): void {
  const ids = ROWS.map(({ id }) => id);
  write(RESULTS, resultsText(results, ids));
  write(PAGE, renderPage(readFileSync(PAGE, "utf8"), readResults()));
}

/** Replaces a file as a whole: another run may read it at this moment. */
function write(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}
