/** Runs a command and tells how it ended. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { CommanderError } from "commander";
import { wrongUse } from "./command-error.ts";
import { ExitCode, report } from "./exit.ts";
import { usageLine } from "./program.ts";
import type { Command } from "./typed-commander.ts";

/** Runs the command that the arguments of this process name, reports what it throws, and sets the exit code. */
export async function runProgram(program: Command): Promise<void> {
  const words = plainWords(program);
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) process.exitCode = await report(error, usageLine(program, words));
    // Help and version also end this way, already printed.
    else if (error.exitCode === 0) process.exitCode = ExitCode.holds;
    else if (error.code === "commander.help") process.exitCode = ExitCode.wrongUse;
    else process.exitCode = await report(wrongUse(error.message.replace(/^error: /, "")), usageLine(program, words));
  }
}

/**
 * The arguments of this process, with `help NAME` as `NAME --help`. Behind a name of no command, nothing asks for help:
 * the parser would print that of the group instead of refusing the name.
 */
function plainWords(program: CommandUnknownOpts): string[] {
  const asksHelp = (word: string) => /^(?:help|-h|--help)$/.test(word);
  const words = process.argv.slice(2);
  const names: string[] = [];
  let command: CommandUnknownOpts | undefined = program;
  let isAsked = false;
  while (command?.commands.length) {
    const word = words.shift();
    if (word === undefined) break;
    if (asksHelp(word)) isAsked = true;
    else names.push(word);
    if (!word.startsWith("-") && word !== "help") command = command.commands.find((one) => one.name() === word);
  }
  if (!command) return [...names, ...words.filter((word) => !asksHelp(word))];
  return [...names, ...words, ...(isAsked ? ["--help"] : [])];
}
