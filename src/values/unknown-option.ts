/** Finds misspelt options, which would otherwise have no effect and no message. */

import { closest } from "./closest.ts";

/** An object with a member for each option, so that the compiler finds a name that is missing. */
export type OptionNames<T> = { readonly [K in keyof Required<T>]: unknown };

/**
 * Returns the name of the first option that is not in `names`, and a sentence with the name that was probably meant;
 * undefined if all are known. An option that is undefined counts as left out.
 */
export function unknownOption(options: object, names: object): { name: string; message: string } | undefined {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    return { name, message: `${name} is not an option here.${suggest(name, names)}` };
  }
  return undefined;
}

/** Returns ` Did you mean …?`, or where no name is near, all of `names`. */
export function suggest(name: string, names: object): string {
  const known = Object.keys(names);
  const [near] = closest(name, known);
  return near ? ` Did you mean ${near}?` : ` Known: ${known.join(", ")}.`;
}
