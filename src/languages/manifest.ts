/** The manifest of a generated package: a hash of every file, so that a later run knows which files were edited. */

import { createHash } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { linkAbove } from "../files/write-folder.ts";

/** The name of the manifest in its package. */
export const MANIFEST = "generated-files.json";

const ABOUT =
  "Made by collections-contract generate. It holds the SHA-256 of each file as it was written: generate --check " +
  "compares, and generate --force keeps what was edited.";

/**
 * How a file of the folder compares with the package of this version.
 *
 * - `current`: the same bytes, apart from line ends, which git may change.
 * - `old`: as an earlier version wrote it.
 * - `edited`: changed since it was written, or possibly changed.
 * - `missing`: not in the folder.
 * - `dropped`: an earlier version wrote it, this one does not have it.
 */
export type FileState = "current" | "old" | "edited" | "missing" | "dropped";

type Files = ReadonlyMap<string, Uint8Array>;

/** Renders the manifest of these files: the same bytes every time. */
export function renderManifest(language: string, version: string, files: Files): Buffer {
  const hashes = Object.fromEntries([...files].map(([path, bytes]) => [path, hashOf(bytes)]));
  return Buffer.from(`${JSON.stringify({ about: ABOUT, language, version, files: hashes }, null, 2)}\n`);
}

/** Compares a folder, which need not exist, with the files of a package. Reads nothing through a link. */
export async function compareFolder(folder: string, files: Files): Promise<Map<string, FileState>> {
  const written = await writtenHashes(folder);
  const states = new Map<string, FileState>();
  for (const [path, bytes] of files) states.set(path, await stateOf(folder, path, hashOf(bytes), written.get(path)));
  for (const path of written.keys()) {
    if (!states.has(path) && (await hashIn(folder, path))) states.set(path, "dropped");
  }
  return states;
}

async function stateOf(folder: string, path: string, fresh: string, written: string | undefined): Promise<FileState> {
  const found = await hashIn(folder, path);
  if (found === undefined) return "missing";
  if (found === fresh) return "current";
  return found === written ? "old" : "edited";
}

/** Returns the hash of a file, undefined if there is none, and "link" for what is not a plain file. */
async function hashIn(folder: string, path: string): Promise<string | undefined> {
  const file = join(folder, path);
  if (await linkAbove(folder, path)) return "link";
  const found = await lstat(file).catch(() => undefined);
  if (!found) return undefined;
  return found.isFile() ? hashOf(await readFile(file)) : "link";
}

/**
 * Returns the hashes that the manifest holds; none where it is missing or cannot be read. Paths outside the folder are
 * left out.
 */
async function writtenHashes(folder: string): Promise<Map<string, string>> {
  try {
    if (!(await lstat(join(folder, MANIFEST))).isFile()) return new Map();
    const { files } = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as { files: Record<string, string> };
    return new Map(Object.entries(files).filter(([path]) => !path.split(/[\\/]/).includes("..")));
  } catch {
    return new Map();
  }
}

/** The hash of a text with the line ends that `generate` writes. */
function hashOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");
  return createHash("sha256").update(text, "latin1").digest("hex");
}
