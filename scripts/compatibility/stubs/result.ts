/** What is known of one server stub. Data: the page is rendered from it, and the test compares with it. */

import type { Outcome } from "../result.ts";

export type StubResult = {
  /** The generator ran and left files. */
  made: Outcome;
  /** The compiler of its language accepted it with our code; without a compiler, it could be imported. */
  compiles: Outcome;
  /** A genuine delivery, whose bytes are odd, reached the handler and was answered with 2xx. */
  receives: Outcome;
  /** The signature holds over the bytes that the handler could reach. */
  bytes: Outcome;
  /** The same JSON in other bytes, with the same signature, was answered with 401 and did not reach the handler. */
  refuses: Outcome;
  /** The signature holds over the model, encoded again. */
  encodedAgain: Outcome;
  /** A member that the schema does not name, in the model. */
  unknownMembers: "kept" | "dropped" | "-";
};

export type StubResults = Record<string, StubResult>;

export const STUB_STEPS = ["made", "compiles", "receives", "bytes", "refuses"] as const;

export const STUB_NOT_ASKED: StubResult = {
  made: "-",
  compiles: "-",
  receives: "-",
  bytes: "-",
  refuses: "-",
  encodedAgain: "-",
  unknownMembers: "-",
};

/** What differs, a line each; nothing from the first step that was skipped. The words of a failure are not compared. */
export function stubDifferences(known: StubResult, now: StubResult): string[] {
  const verdict = (text: string) => text.replace(/^(no|skipped): .*/s, "$1");
  const skipped = STUB_STEPS.findIndex((step) => now[step].startsWith("skipped"));
  const asked: (keyof StubResult)[] =
    skipped < 0 ? [...STUB_STEPS, "encodedAgain", "unknownMembers"] : STUB_STEPS.slice(0, skipped);
  return asked
    .filter((step) => !known[step].startsWith("skipped") && verdict(known[step]) !== verdict(now[step]))
    .map((step) => `${step}: was ${JSON.stringify(known[step])}, is ${JSON.stringify(now[step])}`);
}

export const stubFailures = (result: StubResult): (typeof STUB_STEPS)[number][] =>
  STUB_STEPS.filter((step) => !["yes", "-"].includes(result[step]) && !result[step].startsWith("skipped"));
