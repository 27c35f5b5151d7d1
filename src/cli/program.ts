/**
 * The command tree of `collections-contract`. Each family of commands is declared in `commands/`, and loads what it
 * does when it runs, so that help, completion and the reference read the tree without starting anything.
 */

import { styleText } from "node:util";
import type { Command, CommandUnknownOpts } from "@commander-js/extra-typings";
import { Command as PlainCommand } from "commander";
import { isAtLeast, OLDEST_NODE } from "../oldest.ts";
import { CommandError } from "./command-error.ts";
import { addContractCommands } from "./commands/contract.ts";
import { addGenerateCommands } from "./commands/generate.ts";
import { addHelpCommands } from "./commands/help.ts";
import { addInboxCommands } from "./commands/inbox.ts";
import { addServeCommands } from "./commands/serve.ts";
import { addSignatureCommands } from "./commands/signature.ts";
import { addTestCommands } from "./commands/test.ts";
import { packageVersion } from "./package-files.ts";

// The typings are a package for development; the class is the same.
const TypedCommand = PlainCommand as unknown as typeof Command;

/**
 * The whole tree, fresh with each call; `notesOf` (notes.ts) has what the help of a command says beyond its options. It
 * throws commander's CommanderError where commander would end the process, and leaves saying so to the caller.
 */
export function createProgram(): Command {
  const program = new TypedCommand("collections-contract")
    .description(
      "The contract of a collections service: sign, verify and send deliveries, a mock, a sandbox and the judge.",
    )
    .version(packageVersion(), "--version", "print the version of this package")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .hook("preAction", (_, command) => void (command.name() === "doctor" || refuseOldNode()))
    .configureHelp({ styleTitle: (title) => styleText("bold", title, { validateStream: false }) }) as Command;
  addSignatureCommands(program);
  addServeCommands(program);
  addTestCommands(program);
  addGenerateCommands(program);
  addContractCommands(program);
  addInboxCommands(program);
  addHelpCommands(program);
  return program;
}

/** Under an older Node a command may end in the middle, with an error that does not say why. */
function refuseOldNode(): void {
  if (!isAtLeast(process.versions.node, OLDEST_NODE))
    throw new CommandError(
      "node_too_old",
      `This is Node ${process.versions.node}; the command needs ${OLDEST_NODE.join(".")} or newer: install one.`,
    );
}

/** The command that the words of this process name, as far as they name one: `collections-contract test api`. */
export function usageOf(program: CommandUnknownOpts): string {
  const names = [program.name()];
  let command: CommandUnknownOpts | undefined = program;
  for (const word of process.argv.slice(2)) {
    command = command.commands.find((one) => one.name() === word);
    if (!command) break;
    names.push(word);
  }
  return names.join(" ");
}
