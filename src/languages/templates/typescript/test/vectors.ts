/** The cases of vectors/, the same for every language. */

import { readFileSync } from "node:fs";

export const bytes = (base64: string): Buffer => Buffer.from(base64, "base64");

/** Returns a file of vectors, of which the caller says what its cases are. @throws Error if it has few */
export function vectors<Case>(name: string, atLeast: number): { cases: readonly Case[]; secret: string } {
  const read = JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), "utf8"));
  if (read.cases.length < atLeast) throw new Error(`vectors/${name}.json has ${read.cases.length} cases`);
  return read;
}
