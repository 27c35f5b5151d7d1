/** Refuses wrong and misspelt options of an inbox, as `inbox_option`. */

import { MisuseError } from "../errors/receiving.ts";
import { type OptionNames, unknownOption } from "../values/unknown-option.ts";

/** @throws MisuseError `inbox_option` */
export function within(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw wrongOption(`${name} is a whole number from ${least} to ${most}.`);
}

/** @throws MisuseError `inbox_option` */
export function checkIds(ids: readonly number[]): void {
  if (!Array.isArray(ids)) throw wrongOption("ids is a list of the ids of rows.");
  for (const id of ids) within("id", id, 1, Number.MAX_SAFE_INTEGER);
}

/** `null` is not the same as nothing, nor is a misspelt option. @throws MisuseError `inbox_option` */
export function checkOptions<T extends object>(options: T, names: OptionNames<T>): T {
  if (typeof options !== "object" || options === null) throw wrongOption("Options are an object.");
  const unknown = unknownOption(options, names);
  if (unknown) throw wrongOption(unknown.message);
  return options;
}

/** Longest name of an inbox: PostgreSQL cuts names of tables and indexes after 63 bytes. */
const NAME_MAX = 30;

/** @throws MisuseError `inbox_option` */
export function checkName(name: unknown): void {
  if (typeof name === "string" && name.length <= NAME_MAX && /^[a-z][a-z0-9_]*$/.test(name)) return;
  throw wrongOption(`name has lower-case letters, digits and _, a letter first, at most ${NAME_MAX} of them.`);
}

/** @throws MisuseError `inbox_option` */
export function checkFunction(name: string, value: unknown): void {
  if (typeof value !== "function") throw wrongOption(`${name} must be a function.`);
}

/** Whether a value has a function of this name. */
export function has(value: unknown, name: string): boolean {
  return typeof Object(value)[name] === "function";
}

/** `message` says what the option takes. */
export function wrongOption(message: string): MisuseError {
  return new MisuseError("inbox_option", message);
}
