/** The table in docs/guides/languages.md, from the last recorded runs of `npm run test:languages`. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type LanguageName } from "../../src/languages/index.ts";
import { withParts } from "./examples.ts";

interface Result {
  readonly toolchain: string;
  readonly receiverChecks: number;
  readonly client?: boolean;
}

/** Returns the page with a fresh table. @throws if the page has no place for it */
export function languagesPage(root: string, page: string): string {
  return withParts("docs/guides/languages.md", page, { table: table(root) });
}

function table(root: string): string {
  const rows = Object.entries(LANGUAGES).map(([name, { title, needs }]) => {
    const result = readResult(root, name as LanguageName);
    const shown = result
      ? [result.toolchain, `${result.receiverChecks} checks`, result.client ? "Prism, sandbox" : "no client"]
      : ["never run", "", ""];
    return `| ${[`\`${name}\``, title, needs, ...shown].join(" | ")} |\n`;
  });
  return `| \`--language\` | language | needs | run with | receiver passed | client called |
|---|---|---|---|---|---|
${rows.join("")}`;
}

function readResult(root: string, language: LanguageName): Result | undefined {
  const file = join(root, "test/on-demand/languages/results", `${language}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
