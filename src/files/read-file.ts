/** Reads files from outside without hanging: only regular files and pipes, up to a limit. */

import type { Stats } from "node:fs";
import { errorCode } from "../errors/caught.ts";

/** Loaded with the first file: an `import` also loads promises and streams, twice as long as all the main entry. */
export const fs = (): typeof import("node:fs") => process.getBuiltinModule("node:fs");

/**
 * Why a file was not read: `large`, `device` (no regular file), `silent` (nothing came through the pipe for 30 s), or
 * the code of the operating system such as `ENOENT`. The message says it as the end of a sentence.
 */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
  readonly why: string;

  constructor(why: string, bytesMax = 0) {
    super(REASONS[why]?.(bytesMax) ?? why);
    this.why = why;
  }
}

const REASONS: Readonly<Record<string, (bytesMax: number) => string>> = {
  ENOENT: () => "it does not exist (ENOENT)",
  ELOOP: () => "it is a link to itself (ELOOP)",
  EISDIR: () => "it is a folder (EISDIR)",
  EACCES: () => "this user has no permission (EACCES)",
  ENOSPC: () => "the disk is full (ENOSPC)",
  EROFS: () => "the disk is read-only (EROFS)",
  device: () => "it is not a regular file",
  large: (bytesMax) =>
    `it is larger than ${bytesMax < MIB ? `${bytesMax.toLocaleString("en")} bytes` : `${bytesMax / MIB} MiB`}`,
  silent: () => `nothing came through it for ${SILENCE_MS / 1000} seconds`,
};

const MIB = 1024 * 1024;
const CHUNK = 64 * 1024;
/** How long a pipe may stay silent: programs compute before they write into it. */
const SILENCE_MS = 30_000;

/**
 * Returns the bytes of a regular file or of a pipe; a pipe, such as `/dev/stdin`, is read until its end.
 *
 * @param bytesMax a larger file is refused, and not read to its end
 * @param pipes false refuses pipes: a file that the user did not name must not keep us waiting
 * @throws FileRefused
 */
export function readFileBounded(path: string, bytesMax: number, pipes = true): Buffer {
  try {
    const { closeSync, constants, openSync, statSync } = fs();
    const stat = statSync(path);
    if (stat.isDirectory()) throw new FileRefused("EISDIR");
    if (!stat.isFile() && !(pipes && (stat.isFIFO() || stat.isSocket()))) throw new FileRefused("device");
    if (stat.size > bytesMax) throw new FileRefused("large", bytesMax);
    // Otherwise opening a named pipe waits for a program that writes into it. Windows has neither.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return readToEnd(file, bytesMax, isNamedPipe(path, stat));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw refused(error);
  }
}

/** Why the operating system refused to read or write, in words where there are some. */
export const refused = (error: unknown): FileRefused =>
  error instanceof FileRefused ? error : new FileRefused(errorCode(error) ?? "EIO");

/** What a path leads to; undefined where it leads to nothing, as a link to itself does. */
export function statOrUndefined(path: string): Stats | undefined {
  try {
    return fs().statSync(path);
  } catch {
    return undefined;
  }
}

/** Whether it may be opened before a program writes into it. */
const isNamedPipe = (path: string, stat: Stats) => stat.isFIFO() && !/^\/(dev|proc)\//.test(path);

/** A file may grow while it is read, so its size is not used here. */
function readToEnd(file: number, bytesMax: number, named: boolean): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const size = readChunk(file, chunk, named && total === 0);
    if (size === 0) return Buffer.concat(chunks);
    total += size;
    if (total > bytesMax) throw new FileRefused("large", bytesMax);
    chunks.push(chunk.subarray(0, size));
  }
}

/**
 * Waits for a pipe whose other end has not written yet.
 *
 * @param unopened whether no bytes may mean that no program has opened the other end yet
 */
function readChunk(file: number, chunk: Buffer, unopened: boolean): number {
  for (const end = performance.now() + SILENCE_MS; performance.now() < end; ) {
    try {
      const size = fs().readSync(file, chunk);
      if (size > 0 || !unopened) return size;
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
  throw new FileRefused("silent");
}
