/**
 * `collections-contract completion`: prints a script, made from the command tree, that completes commands, options,
 * choices and files.
 */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { explainable } from "../explain.ts";
import { completeBash } from "./bash.ts";
import { completeFish } from "./fish.ts";
import type { CompletedCommand, Value } from "./types.ts";
import { completeZsh } from "./zsh.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Returns the tree as a list: every command with what can follow it. */
async function completedCommands(program: CommandUnknownOpts): Promise<CompletedCommand[]> {
  const explained = await explainable();
  return within(program, "").map((command) =>
    command.path === "explain" ? { ...command, argument: explained } : command,
  );
}

/** Prints the script for a shell. */
export async function runCompletion(shell: Shell, program: CommandUnknownOpts): Promise<void> {
  const render = { bash: completeBash, zsh: completeZsh, fish: completeFish }[shell];
  process.stdout.write(render(program.name(), await completedCommands(program)));
}

function within(command: CommandUnknownOpts, path: string): CompletedCommand[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command).map((option) => ({
    names: [option.long, option.short].filter((name) => name != null),
    description: option.description,
    value: option.isBoolean() ? "none" : valueIn(option.flags, option.argChoices),
  }));
  const [argument] = command.registeredArguments;
  const named = argument ? valueIn(argument.name(), argument.argChoices) : "none";
  const commands = help.visibleCommands(command).map((one) => ({ name: one.name(), description: one.description() }));
  const own = { path, commands, options, argument: named };
  return [own, ...command.commands.flatMap((one) => within(one, `${path} ${one.name()}`.trim()))];
}

/** Tells by its name whether a value is a file: `<file>`, `<folder>`, `<name or file>`, but not `<kind=file>`. */
function valueIn(name: string, choices: readonly string[] | undefined): Value {
  if (choices) return choices;
  return /\b(file|folder)\b/.test(name) && !name.includes("=") ? "file" : "unknown";
}
