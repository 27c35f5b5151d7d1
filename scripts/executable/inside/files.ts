/**
 * `node:fs` for the code of this package in the executable: its own files are in the executable, below a folder that
 * cannot exist. Everything else is on the disk.
 */

import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { getAsset } from "node:sea";
import { fileURLToPath } from "node:url";

export {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";

/** Filled in by bundle.ts: the folder, and the paths below it, with slashes. */
declare const EXECUTABLE_ROOT: string;
declare const EXECUTABLE_FILES: readonly string[];

const root = fileURLToPath(EXECUTABLE_ROOT);
const files = new Set(EXECUTABLE_FILES);

type Path = fs.PathOrFileDescriptor;
type ReadOptions = BufferEncoding | { encoding?: BufferEncoding };

/** The path below the root, with slashes; undefined: it is on the disk. */
export function pathInside(path: Path): string | undefined {
  if (typeof path === "number" || Buffer.isBuffer(path)) return undefined;
  if (typeof path !== "string" && path.protocol !== "file:") return undefined;
  const text = typeof path === "string" ? path : fileURLToPath(path.href);
  return text.startsWith(root) ? text.slice(root.length).replaceAll("\\", "/").replace(/\/$/, "") : undefined;
}

function notFound(path: Path): Error {
  return Object.assign(new Error(`ENOENT: ${path} is not in the executable`), { code: "ENOENT" });
}

/** Reads a file inside the executable, or else of the disk. */
export const readFileSync = ((path: Path, options: ReadOptions = {}) => {
  const encoding = typeof options === "string" ? options : options.encoding;
  const inside = pathInside(path);
  if (inside === undefined) return encoding ? fs.readFileSync(path, encoding) : fs.readFileSync(path);
  if (!files.has(inside)) throw notFound(path);
  const bytes = Buffer.from(getAsset(inside));
  return encoding ? bytes.toString(encoding) : bytes;
}) as typeof fs.readFileSync;

export const existsSync: typeof fs.existsSync = (path) => {
  const inside = pathInside(path);
  return inside === undefined ? fs.existsSync(path) : files.has(inside);
};

/** Describes a file inside the executable, or else on the disk. */
export const statSync = ((path: fs.PathLike, options?: fs.StatSyncOptions) => {
  const inside = pathInside(path);
  if (inside === undefined) return fs.statSync(path, options);
  if (files.has(inside)) return { isFile: () => true, isDirectory: () => false, size: getAsset(inside).byteLength };
  if (options?.throwIfNoEntry === false) return undefined;
  throw notFound(path);
}) as typeof fs.statSync;

/** The names in a folder, or with `recursive` and `withFileTypes` every file below it. */
export const readdirSync = ((path: fs.PathLike, options?: { recursive?: boolean; withFileTypes?: boolean }) => {
  const inside = pathInside(path);
  if (inside === undefined) return fs.readdirSync(path, options as { withFileTypes: true });
  const below = EXECUTABLE_FILES.filter((file) => file.startsWith(`${inside}/`));
  if (options?.recursive && options.withFileTypes)
    return below.map((file) => ({
      name: basename(file),
      parentPath: join(root, dirname(file)),
      isFile: () => true,
      isDirectory: () => false,
    }));
  return [...new Set(below.map((file) => file.slice(inside.length + 1).split("/")[0]))];
}) as typeof fs.readdirSync;
