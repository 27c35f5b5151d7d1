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

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a time such as `2h` into milliseconds. @throws CommandError that names the option */
export function parseSpan(option: string, text: string): number {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (ms >= 1 && ms <= 365 * 86_400_000) return ms;
  throw wrongUse(`${option} takes a time such as 30m, 2h or 1d, at most 365d.`);
}

/** Parses a whole number. @throws CommandError that names the option and its bounds */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw wrongUse(`${option} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text.slice(0, 40))}.`);
}
