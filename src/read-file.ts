/** Reads files from outside without hanging: only regular files and pipes, up to a limit. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { codeOf } from "./errors/caught.ts";

/**
 * Why a file was not read: `large`, `device` (no regular file), or the code of the operating system such as `ENOENT`.
 */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

const CHUNK = 64 * 1024;

/**
 * Returns the bytes of a regular file or of a pipe; a pipe, such as `/dev/stdin`, is read until its end.
 *
 * @param bytesMax a larger file is refused, and not read to its end
 * @param pipes false refuses pipes: a file that the user did not name must not keep us waiting
 * @throws FileRefused
 */
export function readFileBounded(path: string, bytesMax: number, pipes = true): Buffer {
  return guarded(() => {
    const stat = statSync(path);
    if (stat.isDirectory()) throw new FileRefused("EISDIR");
    if (!stat.isFile() && !(pipes && (stat.isFIFO() || stat.isSocket()))) throw new FileRefused("device");
    if (stat.size > bytesMax) throw new FileRefused("large");
    const file = openSync(path, "r");
    try {
      return readToEnd(file, bytesMax);
    } finally {
      closeSync(file);
    }
  });
}

function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    throw new FileRefused(codeOf(error) ?? "EIO");
  }
}

/** A file may grow while it is read, so its size is not used here. */
function readToEnd(file: number, bytesMax: number): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const size = readChunk(file, chunk);
    if (size === 0) return Buffer.concat(chunks);
    total += size;
    if (total > bytesMax) throw new FileRefused("large");
    chunks.push(chunk.subarray(0, size));
  }
}

/** Waits for a pipe whose other end has not written yet. */
function readChunk(file: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(file, chunk);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
