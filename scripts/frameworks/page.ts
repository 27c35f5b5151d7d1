/** The tables of docs/frameworks.md, from committed results. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../src/languages/index.ts";
import { OF_HOST } from "../hosts/cases.ts";
import { withParts } from "../hosts/page.ts";
import type { Seen } from "../hosts/run.ts";
import type { Framework } from "./framework.ts";
import { COLUMNS } from "./run.ts";
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
  writeFileSync(join(root, RESULTS), `${JSON.stringify(results, null, 2)}\n`);
}

/** Returns the page with its tables made anew. @throws if it has no place for them */
export function frameworksPage(root: string, page: string): string {
  return withParts("docs/frameworks.md", page, { table: table(root) });
}

/** The path of a recipe in the templates of the packages. */
export function recipeOf({ language, file }: Pick<Framework, "language" | "file">): string {
  return `src/languages/templates/${language}/examples/frameworks/${file}`;
}

/** Returns how many lines of a recipe are not empty. */
export function linesOf(recipe: string): number {
  return recipe.split("\n").filter((line) => line.trim() !== "").length;
}

function table(root: string): string {
  const { date, frameworks } = readFrameworks(root);
  const rows = FRAMEWORKS.map((framework) => {
    const { language, name, file, database, moreLines = "", note = [] } = framework;
    const { version, cells } = frameworks[framework.id] ?? { version: "not run", cells: {} };
    const lines = linesOf(readFileSync(join(root, recipeOf(framework)), "utf8"));
    const remarks = [...remarksOf(cells), moreLines, ...note].filter(Boolean).join(" ");
    return `| ${LANGUAGES[language].title} | ${name} ${version} | \`${file}\` | ${lines} | ${database} | ${remarks} |\n`;
  });
  const head = `| language | framework | recipe | lines | store | remarks |\n|---|---|---|---|---|---|\n`;
  return `Last run on ${date}.\n\n${head}${rows.join("")}`;
}

/** What is not a plain yes. */
function remarksOf(cells: Readonly<Record<string, string>>): readonly string[] {
  return COLUMNS.filter((column) => cells[column] !== "yes").map((column) => {
    const cell = cells[column];
    return `${column}: ${cell === OF_HOST ? cell : "not run"}.`;
  });
}
