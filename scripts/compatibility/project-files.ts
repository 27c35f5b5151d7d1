/** Programs of ours beside the code that a generator wrote. */

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { generateClient } from "../../src/languages/index.ts";
import { filesBelow } from "../files.ts";
import type { Generator } from "./generator.ts";
import { type Command, root } from "./tools.ts";

/** `generated/`, written by the generator, is in `folder`. Throws Skipped, or what a compiler said. */
export type Build = (folder: string, row: Generator) => Promise<Command>;

/** Returns the code that keeps the bytes of a delivery: docs/server-stubs.md shows it under the name of the tool. */
export function keptBy(tool: string): string {
  const page = readFileSync(join(root, "docs/server-stubs.md"), "utf8");
  const section = page.split(/^## /m).find((one) => one.split("\n")[0]?.split(", ").includes(tool));
  const [, code] = /^```\w+ stub\n(.*?)^```$/ms.exec(section ?? "") ?? [];
  if (!code) throw new Error(`docs/server-stubs.md has no code for ${tool}`);
  return code;
}

/** Puts our program beside what was generated, with what the programs of its language share. */
export function place({ kind, tool, probe }: Generator, folder: string, main: string, keep: string): void {
  const ours = join(import.meta.dirname, kind === "stub" ? "stubs" : "probes");
  const ending = extname(probe.replace(".txt", ""));
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(ours, probe), join(folder, main));
  const shared = join(ours, `shared${probe.slice(probe.indexOf(ending))}`);
  if (existsSync(shared)) copyFileSync(shared, join(folder, `shared${ending}`));
  if (kind === "stub") writeFileSync(join(folder, keep), keptBy(tool));
}

/** Returns the files below a folder that end in `ending`. */
export const sourcesBelow = (folder: string, ending: string): string[] =>
  filesBelow(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file));

/** Writes the package that verifies signatures, as `collections-contract generate` does. */
export const writePackage = (language: string, folder: string) =>
  generateClient({ language, out: join(folder, "package") });
