/** The tables of docs/frameworks.md, from committed results. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../src/languages/index.ts";
import { withParts } from "../docs/examples.ts";
import { readResults } from "../hosts/results.ts";
import type { Framework } from "./framework.ts";
import { recipeFiles } from "./project.ts";
import { listColumns } from "./run.ts";
import { FRAMEWORKS } from "./table.ts";

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
  const { date, runs } = readResults(root, "frameworks");
  const rows = FRAMEWORKS.map((framework) => {
    const { language, name, file, database, moreLines = "", note = [] } = framework;
    const { version, cells: seen } = runs[framework.id] ?? { version: "not run", cells: {} };
    const lines = countLines(root, framework);
    const remarks = [...listRemarks(framework, seen), moreLines, ...note].filter(Boolean).join(" ");
    const cells = [LANGUAGES[language].title, `${name} ${version}`, `\`${file}\``, lines, database, remarks];
    return `| ${cells.join(" | ")} |\n`;
  });
  const head = `| language | framework | recipe | lines | store | remarks |\n|---|---|---|---|---|---|\n`;
  return `Last run on ${date}.\n\n${head}${rows.join("")}`;
}

/** Lists the cells that are not a plain yes. */
function listRemarks(framework: Framework, cells: Readonly<Record<string, string>>): readonly string[] {
  return listColumns(framework)
    .filter((column) => cells[column] !== "yes")
    .map((column) => {
      const cell = cells[column];
      return `${column}: ${cell?.split(/[<\n]/)[0]?.trim() ?? "not run"}.`;
    });
}
