#!/usr/bin/env node

/** The command `collections-contract`: takes arguments, sets the exit code. */

import { CommanderError } from "commander";
import { CommandError, wrongUse } from "./cli/command-error.ts";
import { ExitCode, report, tellNotes } from "./cli/exit.ts";
import { createProgram, usageOf } from "./cli/program.ts";

// A reader that stops early, such as `head`, ends the command quietly. Lost output, as on a full disk, is a failure.
process.stderr.on("error", () => process.exit());
process.stdout.on("error", async ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit();
  process.exitCode = ExitCode.wrongUse;
  const lost = new CommandError("file_unwritable", `Standard output cannot be written (${code}).`);
  process.exit(await report(lost, usageOf(program)));
});
// A command that must clean up also listens, and ends by itself; a second Ctrl-C ends it at once.
process.on("SIGINT", () => process.listenerCount("SIGINT") === 1 && process.exit(ExitCode.interrupted));
process.once("exit", tellNotes);

const program = createProgram();
// An error outside of awaited code, such as a stray promise of a driver. Not exit code 1, which would be a verdict.
process.on("uncaughtException", async (error) => process.exit(await report(error, usageOf(program))));
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = await report(error, usageOf(program));
  // Help and version also end this way, already printed.
  else if (error.exitCode === 0) process.exitCode = ExitCode.holds;
  else if (error.code === "commander.help") process.exitCode = ExitCode.wrongUse;
  else process.exitCode = await report(wrongUse(error.message.replace(/^error: /, "")), usageOf(program));
}
