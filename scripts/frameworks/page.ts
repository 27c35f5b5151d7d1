/** The tables of docs/frameworks.md, from committed results. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../src/languages/index.ts";
import { withParts } from "../hosts/page.ts";
import type { Seen } from "../hosts/run.ts";
import { jsonLines } from "../json-lines.ts";
import type { Framework } from "./framework.ts";
import { recipeFiles } from "./project.ts";
import { listColumns } from "./run.ts";
import { FRAMEWORKS } from "./table.ts";

/** Where the results of the last full run are. */
const RESULTS = "scripts/frameworks/results.json";

type Run = Pick<Seen, "version" | "cells">;

/** What the last runs saw: `date` as in ISO 8601, and each framework with its version and its cells. */
export interface FrameworkResults {
  readonly date: string;
  readonly frameworks: Readonly<Record<string, Run>>;
}

export function readFrameworks(root: string): FrameworkResults {
  return JSON.parse(readFileSync(join(root, RESULTS), "utf8"));
}

/** Writes what was seen, and keeps what was seen before of those that did not run. */
export function writeFrameworks(root: string, seen: Readonly<Record<string, Seen>>): void {
  const last = readFrameworks(root).frameworks;
  const frameworks = Object.fromEntries(
    FRAMEWORKS.flatMap(({ id }): [string, Run][] => {
      const { version, cells } = seen[id] ?? last[id] ?? {};
      return version !== undefined && cells ? [[id, { version, cells }]] : [];
    }),
  );
  const results: FrameworkResults = { date: new Date().toISOString().slice(0, 10), frameworks };
  writeFileSync(join(root, RESULTS), jsonLines(results, 2));
}

/** Returns the page with its tables made anew. @throws if it has no place for them */
export function frameworksPage(root: string, page: string): string {
  return withParts("docs/frameworks.md", page, { table: table(root) });
}

/** Returns the paths of the files of a recipe in this repository. */
export function listFiles(framework: Framework): readonly string[] {
  return Object.values(recipeFiles(framework)).map((file) => `src/languages/templates/${framework.language}/${file}`);
}

/** Returns how many lines of a recipe are not empty. */
export function countLines(root: string, framework: Framework): number {
  const texts = listFiles(framework).map((file) => readFileSync(join(root, file), "utf8"));
  return texts.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "").length;
}

function table(root: string): string {
  const { date, frameworks } = readFrameworks(root);
  const rows = FRAMEWORKS.map((framework) => {
    const { language, name, file, database, moreLines = "", note = [] } = framework;
    const { version, cells: seen } = frameworks[framework.id] ?? { version: "not run", cells: {} };
    const lines = countLines(root, framework);
    const remarks = [...listRemarks(framework, seen), moreLines, ...note].filter(Boolean).join(" ");
    const cells = [LANGUAGES[language].title, `${name} ${version}`, `\`${file}\``, lines, database, remarks];
    return `| ${cells.join(" | ")} |\n`;
  });
  const head = `| language | framework | recipe | lines | store | remarks |\n|---|---|---|---|---|---|\n`;
  return `Last run on ${date}.\n\n${head}${rows.join("")}`;
}

/** What is not a plain yes. */
function listRemarks(framework: Framework, cells: Readonly<Record<string, string>>): readonly string[] {
  return listColumns(framework)
    .filter((column) => cells[column] !== "yes")
    .map((column) => {
      const cell = cells[column];
      return `${column}: ${cell?.split(/[<\n]/)[0]?.trim() ?? "not run"}.`;
    });
}
