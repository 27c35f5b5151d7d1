import type { Command } from "commander";
import type { CliCommand } from "../../docs/site/model/cli.ts";
import { createProgram } from "../../src/cli/program.ts";

/** Every command with an action, for the page of the command line, read from the program itself. */
export function cliTree(): CliCommand[] {
  const program = createProgram() as unknown as Command;
  return program.commands.flatMap((command) => commandsBelow(command, program.name()));
}

function commandsBelow(command: Command, parent: string): CliCommand[] {
  const name = `${parent} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((one) => commandsBelow(one, name));
  const help = command.createHelp();
  const anchor = name.replaceAll(" ", "-");
  return [
    {
      name,
      anchor,
      description: help.commandDescription(command),
      usage: help.commandUsage(command),
      arguments: help.visibleArguments(command).map((one) => ({
        term: help.argumentTerm(one),
        description: help.argumentDescription(one),
      })),
      options: help.visibleOptions(command).map((one) => ({
        term: help.optionTerm(one),
        description: help.optionDescription(one),
        anchor: `${anchor}-${one.attributeName()}`,
      })),
      after: afterHelp(command),
    },
  ];
}

/** The text that `addHelpText("after", ...)` prints. */
function afterHelp(command: Command): string {
  let printed = "";
  command.configureOutput({
    writeOut: (text) => {
      printed += text;
    },
  });
  command.outputHelp();
  return printed.slice(command.helpInformation().length).trim();
}
