/** The exact bytes that a command works on: a file, or standard input. Nothing is decoded, trimmed or completed. */

import { readFileSync } from "node:fs";
import { CommandError } from "./command-error.ts";
import { note } from "./exit.ts";

/** `undefined` and `-` mean standard input. @throws CommandError `file_unreadable` */
export async function readBody(file: string | undefined): Promise<Buffer> {
  if (file === undefined || file === "-") return readInput();
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function readInput(): Promise<Buffer> {
  if (process.stdin.isTTY) note("The body is read from the terminal; end it with Ctrl-D.");
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  } catch (error) {
    throw unreadable("standard input", error);
  }
  return Buffer.concat(chunks);
}

function unreadable(what: string, error: unknown): CommandError {
  const code = (error as NodeJS.ErrnoException).code ?? "it broke off";
  return new CommandError("file_unreadable", `${what} cannot be read (${code}).`);
}
