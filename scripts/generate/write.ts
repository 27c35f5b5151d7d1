import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, writeFiles } from "../files.ts";

export type Difference = { kind: "stale" | "missing" | "foreign"; file: string };

/** What differs between a folder and the files that belong into it, sorted by name. */
export function compare(folder: string, files: ReadonlyMap<string, string>): Difference[] {
  const present = existsSync(folder) ? filesBelow(folder) : [];
  const differences: Difference[] = present
    .filter((file) => !files.has(file))
    .map((file) => ({ kind: "foreign", file }));
  for (const [file, text] of files) {
    if (!present.includes(file)) differences.push({ kind: "missing", file });
    else if (readFileSync(join(folder, file), "utf8") !== text) differences.push({ kind: "stale", file });
  }
  return differences.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Puts a complete new folder in the place of the old one: never half of each, whatever happens in between. */
export function replaceFolder(folder: string, files: ReadonlyMap<string, string>): void {
  const [fresh, old] = [`${folder}.new`, `${folder}.old`];
  for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true });
  writeFiles(fresh, files);
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}
