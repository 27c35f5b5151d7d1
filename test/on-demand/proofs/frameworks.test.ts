/**
 * Every framework of docs/frameworks.md with the recipe that a person copies from the package (F-6.3-06, F-6.5-01,
 * F-6.5-05). At full length all of them, and the results are written; in the short form one of each language.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { frameworksPage } from "../../../scripts/frameworks/page.ts";
import { listColumns, runFramework, stopServer } from "../../../scripts/frameworks/run.ts";
import { FRAMEWORKS } from "../../../scripts/frameworks/table.ts";
import { OF_HOST } from "../../../scripts/hosts/cases.ts";
import { readResults, writeResults } from "../../../scripts/hosts/results.ts";
import type { Seen } from "../../../scripts/hosts/run.ts";
import { rounds } from "../../support/proof.ts";
import { root } from "../../support/repository.ts";

const isFull = rounds(0, 1) === 1;
const chosen = FRAMEWORKS.filter(({ isShort }) => isFull || isShort);
const seen: Record<string, Seen> = {};

afterAll(async () => {
  await stopServer();
  if (!isFull) return;
  writeResults(
    root,
    "frameworks",
    FRAMEWORKS.map(({ id }) => id),
    seen,
  );
  const page = join(root, "docs/frameworks.md");
  writeFileSync(page, frameworksPage(root, readFileSync(page, "utf8")));
});

describe("a framework with the recipe of the package", () => {
  it.each(chosen)("$name ($language)", async ({ id, name }) => {
    const framework = chosen.find((one) => one.id === id) ?? expect.unreachable();
    const result = await runFramework(framework);
    if (result.skip) return void process.stderr.write(`skipped: ${name}: ${result.skip}\n`);
    seen[id] = result;
    process.stdout.write(`${name} ${result.version}: ${Object.values(result.cells).join(", ")}\n`);
    const { differs = {} } = framework;
    const wrong = Object.entries(result.cells).filter(
      ([column, cell]) => cell !== "yes" && cell !== OF_HOST && !cell.startsWith(differs[column] ?? "never"),
    );
    expect(wrong).toEqual([]);
    expect(Object.keys(result.cells)).toEqual(listColumns(framework));
    // What the page says of the framework is still so.
    if (!isFull) expect(result.cells).toEqual(readResults(root, "frameworks").runs[id]?.cells);
  });

  it("has a result for every framework", () => {
    const { runs } = readResults(root, "frameworks");
    expect(FRAMEWORKS.filter(({ id }) => !runs[id] && !seen[id]).map(({ id }) => id)).toEqual([]);
  });
});
