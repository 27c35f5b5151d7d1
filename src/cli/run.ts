/** Runs a command and tells how it ended. */

import { CommanderError } from "commander";
import { wrongUse } from "./command-error.ts";
import { ExitCode, report } from "./exit.ts";
import { usageLine } from "./program.ts";
import type { Command } from "./typed-commander.ts";

/** Runs the command that the arguments of this process name, reports what it throws, and sets the exit code. */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) process.exitCode = await report(error, usageLine(program));
    // Help and version also end this way, already printed.
    else if (error.exitCode === 0) process.exitCode = ExitCode.holds;
    else if (error.code === "commander.help") process.exitCode = ExitCode.wrongUse;
    else process.exitCode = await report(wrongUse(error.message.replace(/^error: /, "")), usageLine(program));
  }
}
