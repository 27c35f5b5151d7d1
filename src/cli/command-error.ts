/** What a command refuses. */

import type { CommandCode, RunProblemCode } from "../errors/command.ts";

/** Thrown by a command; `message` says what to do instead, and never holds a secret. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: CommandCode | RunProblemCode;

  constructor(code: CommandCode | RunProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Who used the command wrongly is told what to write instead. */
export function wrongUse(message: string): CommandError {
  return new CommandError("wrong_use", message);
}

/** A whole number that an option takes. @throws CommandError that names the option and its bounds */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw wrongUse(`${option} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text.slice(0, 40))}.`);
}
