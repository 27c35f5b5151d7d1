/** `collections-contract diff`: what changed between two contracts, and whom it breaks. */

import { styleText } from "node:util";
import { formatDifference, type Paint } from "../diff/format.ts";
import { diffContracts } from "../diff/index.ts";
import { ReadingTime } from "../documents/budget.ts";
import { readDocuments } from "../documents/read.ts";
import { ExitCode } from "./exit.ts";
import { narrowText } from "./narrow.ts";
import { safeJson, safeText } from "./safe-text.ts";

/**
 * Prints the changes. Exits with 1 if one of them breaks someone, or if no rule can decide whether it does.
 *
 * @throws DocumentError if a side cannot be read or the two do not belong together
 */
export function runDiff(old: string, fresh: string, flags: { json?: true | undefined }): void {
  const time = new ReadingTime();
  const difference = diffContracts(readDocuments(old, time), readDocuments(fresh, time));
  if (flags.json) process.stdout.write(`${safeJson({ schema: 1, ...difference })}\n`);
  else {
    // styleText respects NO_COLOR and FORCE_COLOR, and writes plain text to pipes.
    const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });
    // Names and values come from documents that others wrote.
    const clean = {
      ...difference,
      changes: difference.changes.map((change) => ({
        ...change,
        where: safeText(change.where),
        what: safeText(change.what),
      })),
    };
    process.stdout.write(narrowText(formatDifference(clean, paint)));
  }
  const { breaking, unclassified } = difference.counts;
  process.exitCode = breaking + unclassified > 0 ? ExitCode.fails : ExitCode.holds;
}
