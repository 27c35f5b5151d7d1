#!/usr/bin/env node

/** The command `collections-contract`: takes arguments, sets the exit code. */

import { CommandError } from "./cli/command-error.ts";
import { ExitCode, report, tellNotes } from "./cli/exit.ts";
import { createProgram, usageLine } from "./cli/program.ts";
import { runProgram } from "./cli/run.ts";

// A reader that stops early, such as `head`, ends the command quietly. Lost output, as on a full disk, is a failure.
process.stderr.on("error", () => process.exit());
process.stdout.on("error", async ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit();
  process.exitCode = ExitCode.wrongUse;
  const lost = new CommandError("file_unwritable", `Standard output cannot be written (${code}).`);
  process.exit(await report(lost, usageLine(program)));
});
// A command that must clean up also listens, and ends by itself; a second Ctrl-C ends it at once.
process.on("SIGINT", () => process.listenerCount("SIGINT") === 1 && process.exit(ExitCode.interrupted));
process.once("exit", tellNotes);

const program = createProgram();
// An error outside of awaited code, such as a stray promise of a driver. Not exit code 1, which would be a verdict.
process.on("uncaughtException", async (error) => process.exit(await report(error, usageLine(program))));
await runProgram(program);
