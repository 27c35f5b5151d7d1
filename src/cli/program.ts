/**
 * The command tree of `collections-contract`. Each family of commands is declared in `commands/`, and loads what it does when it runs, so
 * that help, completion and the reference read the tree without starting anything.
 */

import type { Command } from "@commander-js/extra-typings";
import { Command as PlainCommand } from "commander";
import { addServeCommands } from "./commands/serve.ts";
import { addTestCommands } from "./commands/test.ts";

// The typings are a package for development; the class is the same.
const TypedCommand = PlainCommand as unknown as typeof Command;

/** The whole tree, fresh with each call. It throws commander's CommanderError where commander would end the process. */
export function createProgram(): Command {
  const program = new TypedCommand("collections-contract")
    .description("The contract of a collections service: a mock, a sandbox and checks.")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true }) as Command;
  addServeCommands(program);
  addTestCommands(program);
  return program;
}
