/** The cases of vectors/, the same for every language. */

import { readFileSync } from "node:fs";

export const bytes = (base64: string): Buffer => Buffer.from(base64, "base64");

/** Returns a file of vectors without the cases that need what is lacking. @throws Error if it has few */
export function vectors<Case>(name: string, atLeast: number, lacking: readonly string[] = []) {
  const read = JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), "utf8"));
  if (read.cases.length < atLeast) throw new Error(`vectors/${name}.json has ${read.cases.length} cases`);
  const lacks = ({ needs = [] }: { needs?: string[] }) => needs.some((need) => lacking.includes(need));
  return { ...read, cases: read.cases.filter((one: object) => !lacks(one)) } as { cases: Case[]; secret: string };
}
