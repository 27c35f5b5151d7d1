/** Reads the exact bytes of a body from a file or standard input; never decodes or trims them. */

import { errorCode } from "../errors/caught.ts";
import { FileRefused, readFileBounded } from "../files/read-file.ts";
import { CommandError } from "./command-error.ts";
import { note } from "./exit.ts";

/** Deliveries have some kilobytes; a receiver takes 1 MiB by default. */
const BYTES_MAX = 64 * 1024 * 1024;

/** Returns the body; `undefined` and `-` mean standard input. @throws CommandError `file_unreadable` */
export async function readBody(file: string | undefined): Promise<Buffer> {
  if (file === undefined || file === "-") return readInput();
  try {
    return readFileBounded(file, BYTES_MAX);
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function readInput(): Promise<Buffer> {
  if (process.stdin.isTTY) note("Reading the body from the terminal; end it with Ctrl-D.");
  const chunks: Buffer[] = [];
  try {
    let size = 0;
    for await (const chunk of process.stdin) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > BYTES_MAX) throw new FileRefused("large", BYTES_MAX);
    }
  } catch (error) {
    throw unreadable("standard input", error);
  }
  return Buffer.concat(chunks);
}

function unreadable(what: string, error: unknown): CommandError {
  const why = error instanceof FileRefused ? error.message : (errorCode(error) ?? "reading failed");
  return new CommandError("file_unreadable", `${what} cannot be read (${why}).`);
}
