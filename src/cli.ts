#!/usr/bin/env node

/** The command `collections-contract`: arguments in, exit code out. */

import { CommanderError } from "commander";
import { CommandError, wrongUse } from "./cli/command-error.ts";
import { ExitCode, report, tellNotes } from "./cli/exit.ts";
import { createProgram, usageOf } from "./cli/program.ts";

// A reader that has seen enough, such as `head`, ends the command quietly. Output that got lost, as on a full disk, is
// no success.
process.stderr.on("error", () => process.exit());
process.stdout.on("error", async ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit();
  process.exitCode = ExitCode.wrongUse;
  const lost = new CommandError("file_unwritable", `Standard output cannot be written (${code}).`);
  process.exit(await report(lost, usageOf(program)));
});
// Whoever has something to put in order listens, too, and then ends by itself; a second Ctrl-C ends at once.
process.on("SIGINT", () => process.listenerCount("SIGINT") === 1 && process.exit(ExitCode.interrupted));
process.once("exit", tellNotes);

const program = createProgram();
// Outside of what is awaited, such as a stray promise of a driver: never taken for a verdict, which 1 would be.
process.on("uncaughtException", async (error) => process.exit(await report(error, usageOf(program))));
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = await report(error, usageOf(program));
  // Help and version end this way, too; they are written by now.
  else if (error.exitCode === 0) process.exitCode = ExitCode.holds;
  else if (error.code === "commander.help") process.exitCode = ExitCode.wrongUse;
  else process.exitCode = await report(wrongUse(error.message.replace(/^error: /, "")), usageOf(program));
}
