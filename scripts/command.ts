/** How the scripts of npm read their options, and how they end. */

import { type ParseArgsConfig, parseArgs } from "node:util";
import { errorCode, errorMessage } from "../src/errors/caught.ts";
import { DocumentError } from "../src/errors/documents.ts";
import { InputError } from "./check/finding.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T }>>["values"];

/** Wrong use of a script: exit code 2, and its help. */
export class UsageError extends Error {}

/**
 * Runs a script with its options, or prints its help for `--help`. Other words are wrong use, unless `main` names a
 * second parameter. The exit code is what `main` returns, 0 without it, 2 for wrong use or a document that is none, and
 * 1 for any other error. `describe`: what an error says, if not its message.
 */
export async function runScript<T extends Options>(
  help: string,
  options: T,
  main: (values: Values<T>, positionals: readonly string[]) => Promise<unknown>,
  describe: (error: unknown) => string = describeError,
): Promise<void> {
  try {
    if (process.argv.includes("--help")) return void process.stdout.write(help);
    const { values, positionals } = parseArgs({ options, allowPositionals: main.length > 1 });
    process.exitCode = Number((await main(values, positionals)) ?? 0);
  } catch (error) {
    // A fault of the script itself shows where it is.
    if (error instanceof TypeError && !errorCode(error)) throw error;
    const isWrongUse = error instanceof UsageError || errorCode(error)?.startsWith("ERR_PARSE_ARGS");
    process.stderr.write(`${isWrongUse ? `${errorMessage(error)}\n\n${help}` : `${describe(error)}\n`}`);
    process.exitCode = isWrongUse || error instanceof DocumentError ? 2 : 1;
  }
}

/** Returns the code and message of an error, or the findings in documents with their number. */
export function describeError(error: unknown): string {
  if (error instanceof InputError) return `${error.message}\n${error.findings.length} to fix`;
  return error instanceof DocumentError ? `${error.code}: ${error.message}` : errorMessage(error);
}
