/**
 * The command tree of `collections-contract`. `commands/` declares the commands; each loads its code when it runs, so
 * that help, completion and the reference can read the tree without starting anything.
 */

import { styleText } from "node:util";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { isAtLeast, OLDEST_NODE } from "../runtime/oldest.ts";
import { CommandError } from "./command-error.ts";
import { addContractCommands } from "./commands/contract.ts";
import { addGenerateCommands } from "./commands/generate.ts";
import { addHelpCommands } from "./commands/help.ts";
import { addInboxCommands } from "./commands/inbox.ts";
import { addServeCommands } from "./commands/serve.ts";
import { addSignatureCommands } from "./commands/signature.ts";
import { addTestCommands } from "./commands/test.ts";
import { packageVersion } from "./package-files.ts";
import { narrowText } from "./terminal-width.ts";
import { Command } from "./typed-commander.ts";

/**
 * Builds the whole tree again on each call. `findNotes` (notes.ts) returns what the help says beyond the options. Where
 * commander would end the process, it throws CommanderError and prints nothing.
 */
export function createProgram(): Command {
  const program = new Command("collections-contract")
    .description(
      "The contract of a collections service: sign, verify and send deliveries, a mock, a sandbox and the judge.",
    )
    .version(packageVersion(), "--version", "print the version of this package")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureOutput({
      outputError: () => undefined,
      writeOut: (text) => void process.stdout.write(narrowText(text)),
    })
    .hook("preAction", (_, command) => void (command.name() === "doctor" || refuseOldNode()))
    .configureHelp({ styleTitle: (title) => styleText("bold", title, { validateStream: false }) });
  addSignatureCommands(program);
  addServeCommands(program);
  addTestCommands(program);
  addGenerateCommands(program);
  addContractCommands(program);
  addInboxCommands(program);
  addHelpCommands(program);
  return program;
}

/** Under an older Node, a command may fail halfway with an error that does not say why. */
function refuseOldNode(): void {
  if (!isAtLeast(process.versions.node, OLDEST_NODE))
    throw new CommandError(
      "node_too_old",
      `This is Node ${process.versions.node}; the command needs ${OLDEST_NODE.join(".")} or newer.`,
    );
}

/** The command that the arguments name, as far as they name one: `collections-contract test api`. */
export function usageLine(program: CommandUnknownOpts, words = process.argv.slice(2)): string {
  const names = [program.name()];
  let command: CommandUnknownOpts | undefined = program;
  for (const word of words) {
    command = command.commands.find((one) => one.name() === word);
    if (!command) break;
    names.push(word);
  }
  return names.join(" ");
}
