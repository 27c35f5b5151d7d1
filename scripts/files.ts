import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Returns every file below a folder, relative to it, with slashes, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
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
