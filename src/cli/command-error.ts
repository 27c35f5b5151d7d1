/** The error of a refused command. */

import type { CommandCode, RunProblemCode } from "../errors/command.ts";

/** Error of a command. `message` says what to do instead, and never contains a secret. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: CommandCode | RunProblemCode;

  constructor(code: CommandCode | RunProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns an error that says what to write instead. */
export function wrongUse(message: string): CommandError {
  return new CommandError("wrong_use", message);
}

/** Parses a whole number. @throws CommandError that names the option and its bounds */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw wrongUse(`${option} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text.slice(0, 40))}.`);
}
