import { type Outcome, reason } from "../result.ts";
import { root } from "../tools.ts";
import { type Reader, type ReaderResult, Skipped } from "./reader.ts";

/** Never throws for what a tool says: that is the result. */
export async function runReader(reader: Reader): Promise<ReaderResult> {
  try {
    return { outcome: "yes", told: await reader.run() };
  } catch (error) {
    if (error instanceof Skipped) return { outcome: `skipped: ${error.message}`, told: "" };
    return { outcome: `no: ${reason(error, [root])}`, told: "" };
  }
}

/** The words are not compared: counts change with what is generated. */
export function readerDifferences(known: ReaderResult, now: ReaderResult): string[] {
  const verdict = (text: Outcome) => text.replace(/^(no|skipped): .*/s, "$1");
  if ([known, now].some(({ outcome }) => outcome.startsWith("skipped"))) return [];
  return verdict(known.outcome) === verdict(now.outcome) ? [] : [`was ${known.outcome}, is ${now.outcome}`];
}
