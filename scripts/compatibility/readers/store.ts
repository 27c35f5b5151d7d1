import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools.ts";
import type { ReaderResults } from "./reader.ts";
import { READERS } from "./table.ts";

export const READER_RESULTS = join(root, "scripts/compatibility/readers/results.json");

export const readReaderResults = (): ReaderResults =>
  existsSync(READER_RESULTS) ? JSON.parse(readFileSync(READER_RESULTS, "utf8")) : {};

/**
 * In the order of the table, without tools that were removed from it. A tool that is skipped here keeps the result of
 * another machine.
 */
export function mergeReaders(known: ReaderResults, now: ReaderResults): ReaderResults {
  return Object.fromEntries(
    READERS.flatMap(({ name }) => {
      const isKept = now[name]?.outcome.startsWith("skipped") && known[name];
      const result = isKept ? known[name] : (now[name] ?? known[name]);
      return result ? [[name, result]] : [];
    }),
  );
}
