/** Exit codes, notes on standard error, and the report of an error that ends a command. */

import { styleText } from "node:util";
import { errorCode, errorMessage } from "../errors/caught.ts";
import { withoutUser } from "../errors/url-text.ts";
import { isNameIn } from "../values/names.ts";
import { safeText } from "./safe-text.ts";
import { errorColumns, narrowText } from "./terminal-width.ts";

/** 3: the target could not be reached, or nothing was observed. 130: interrupted. */
export const ExitCode = { holds: 0, fails: 1, wrongUse: 2, unreachable: 3, interrupted: 130 } as const;

/**
 * Waits for Ctrl-C or SIGTERM; a second one ends the process at once. Returns the exit code of a server that stops
 * cleanly: 0 for SIGTERM, because process managers report every other code as a failure.
 */
export function waitForStop(): Promise<number> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve(signal === "SIGTERM" ? ExitCode.holds : ExitCode.interrupted);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
  });
}

/** Whether --json was given: then standard error holds either notes or one JSON object. */
const isJson = () => process.argv.includes("--json");
const kept: string[] = [];

/** Writes a note as a line on standard error. With --json the note waits for `tellNotes`, and an error replaces it. */
export function note(text: string): void {
  kept.push(`note: ${safeText(text)}\n`);
  if (!isJson()) tellNotes();
}

/** Writes the waiting notes. */
export function tellNotes(): void {
  for (const text of kept.splice(0)) process.stderr.write(narrowText(text, errorColumns()));
}

/**
 * Reports an error on standard error, with its fix; with --json as one object `{"error": {code, message, help}}`. Shows
 * the stack only of an unexpected error, and only with COLLECTIONS_CONTRACT_DEBUG set.
 *
 * @param usage the command whose help is named
 * @returns the exit code
 */
export async function report(error: unknown, usage: string): Promise<number> {
  const { ERROR_TEXTS } = await import("../errors/texts/index.ts");
  const given = errorCode(error);
  const isOurs = error instanceof Error && given !== undefined && isNameIn(ERROR_TEXTS, given);
  const code = isOurs ? given : "unexpected_error";
  const { means, fix } = ERROR_TEXTS[code];
  const own = errorMessage(error);
  const message = safeText(withoutUser(isOurs ? own : `${means} It says: ${own}`));
  const more = code === "wrong_use" ? `${usage} --help` : `collections-contract explain ${code}`;
  if (isJson()) {
    kept.length = 0;
    process.stderr.write(`${JSON.stringify({ error: { code, message, help: `${fix} More: ${more}` } })}\n`);
  } else {
    const name = styleText("red", code, { stream: process.stderr });
    const text = `${name}: ${message}\n${isOurs ? "" : `${fix}\n`}`;
    process.stderr.write(`${narrowText(text, errorColumns())}More: ${more}\n`);
  }
  if (!isOurs && process.env["COLLECTIONS_CONTRACT_DEBUG"] && error instanceof Error)
    process.stderr.write(`${safeText(error.stack ?? "")}\n`);
  return ExitCode.wrongUse;
}
