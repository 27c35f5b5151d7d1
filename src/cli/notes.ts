/** What the help of a command says beyond its options; data, so that the reference can show it too. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";

export interface CommandNotes {
  /** What the command writes to standard output. */
  readonly prints: string;
  /** Meaning of its own exit codes; 2 and 130 mean the same for every command. */
  readonly exits: Readonly<Record<number, string>>;
  /** Command lines, each with what it does. The name of the program stands in front of those that do not have it. */
  readonly examples: readonly (readonly [line: string, does: string])[];
}

const NOTES = new WeakMap<CommandUnknownOpts, CommandNotes>();
const EVERYWHERE: CommandNotes["exits"] = { 2: "wrong use", 130: "interrupted" };

/** How a command that serves until it is stopped ends. */
export const STOPPED: CommandNotes["exits"] = { 0: "stopped by SIGTERM", 130: "stopped by Ctrl-C" };

/** Adds notes to a command, below its options in the help. */
export function addNotes(command: CommandUnknownOpts, notes: CommandNotes): void {
  const name = "collections-contract ";
  const examples = notes.examples.map(([line, does]) => [line.includes(name) ? line : name + line, does] as const);
  NOTES.set(command, { ...notes, examples });
  command.addHelpText("after", () => formatNotes({ ...notes, examples }));
}

/** The notes of a command, if it has any. */
export function findNotes(command: CommandUnknownOpts): CommandNotes | undefined {
  return NOTES.get(command);
}

/** All exit codes of a command, in order. */
export function listExits({ exits }: CommandNotes): [code: number, means: string][] {
  return Object.entries({ ...EVERYWHERE, ...exits }).map(([code, means]) => [Number(code), means]);
}

function formatNotes(notes: CommandNotes): string {
  const exits = listExits(notes).map(([code, means]) => `  ${String(code).padEnd(4)} ${means}`);
  const examples = notes.examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`]);
  return ["", `Standard output: ${notes.prints}`, "", "Exit codes:", ...exits, "", "Examples:", ...examples].join("\n");
}
