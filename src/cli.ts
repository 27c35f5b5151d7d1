#!/usr/bin/env node

/** The command `collections-contract`: arguments in, exit code out. */

import { CommanderError } from "commander";
import { ExitCode, report } from "./cli/exit.ts";
import { createProgram } from "./cli/program.ts";

try {
  await createProgram().parseAsync();
} catch (error) {
  // Help and version end this way, too; commander has written whatever there is to say.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? ExitCode.holds : ExitCode.wrongUse;
  else process.exitCode = report(error);
}
