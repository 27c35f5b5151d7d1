/** Reads the exact bytes of a body from a file or standard input; never decodes or trims them. */

import { readFileSync } from "node:fs";
import { codeOf } from "../errors/caught.ts";
import { CommandError } from "./command-error.ts";
import { note } from "./exit.ts";

/** Returns the body; `undefined` and `-` mean standard input. @throws CommandError `file_unreadable` */
export async function readBody(file: string | undefined): Promise<Buffer> {
  if (file === undefined || file === "-") return readInput();
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function readInput(): Promise<Buffer> {
  if (process.stdin.isTTY) note("Reading the body from the terminal; end it with Ctrl-D.");
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  } catch (error) {
    throw unreadable("standard input", error);
  }
  return Buffer.concat(chunks);
}

function unreadable(what: string, error: unknown): CommandError {
  const code = codeOf(error) ?? "reading failed";
  return new CommandError("file_unreadable", `${what} cannot be read (${code}).`);
}
