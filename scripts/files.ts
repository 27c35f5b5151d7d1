import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns every file below a folder, relative to it, with slashes, sorted. @param skipped names that are left out */
export function filesBelow(folder: string, skipped: ReadonlySet<string> = new Set()): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((entry) => {
      if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
      return filesBelow(join(folder, entry.name), skipped).map((file) => `${entry.name}/${file}`);
    })
    .sort();
}

/** Hashes files below a folder, with their names. */
export function hashFiles(folder: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

/** Writes texts to files below a folder, by path, with the folders that they need. */
export function writeFiles(folder: string, files: Iterable<readonly [path: string, text: string]>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Lets everybody read a file, or those below a folder, as npm packs them, whatever the umask of this user. */
export function makeReadable(place: string): void {
  const files = statSync(place).isDirectory() ? filesBelow(place).map((file) => join(place, file)) : [place];
  for (const file of files) {
    const { mode } = statSync(file);
    if ((mode & 0o444) !== 0o444) chmodSync(file, mode | 0o444);
  }
}
