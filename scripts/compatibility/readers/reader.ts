/** One tool that reads our documents: a validator, a tester, a viewer. */

import type { Outcome } from "../result.ts";

export type Reader = {
  name: string;
  version: string;
  /** The registry it comes from, in a word. */
  from: string;
  group: "validators" | "testers" | "viewers";
  /** What it is given. */
  files: string;
  /** What a user types or writes, with the options. */
  how: string;
  /** Repeated by `npm run test:all`. */
  quick: boolean;
  /** @returns what came out, in a sentence without a full stop @throws Skipped, or what the tool said against it */
  run(): Promise<string>;
};

/** What it says, if it says yes. */
export type ReaderResult = { outcome: Outcome; told: string };
export type ReaderResults = Record<string, ReaderResult>;

/** The tool could not be had here. */
export class Skipped extends Error {}

/** @returns the folder or command of what was obtained @throws Skipped with the reason */
export function had<T>(value: T | undefined, skip: string | undefined): T {
  if (value === undefined) throw new Skipped(skip);
  return value;
}
