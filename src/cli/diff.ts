/** `collections-contract diff`: what changed between two contracts, and whom it breaks. */

import { styleText } from "node:util";
import { applyAcceptances, readAcceptances, readSeverities, withSeverities } from "../diff/acceptance.ts";
import { formatDifference, type Paint } from "../diff/format.ts";
import { diffContracts, toDifference } from "../diff/index.ts";
import { ReadingTime } from "../documents/budget.ts";
import { readData } from "../documents/read.ts";
import { isNameIn } from "../values/names.ts";
import { wrongUse } from "./command-error.ts";
import { describeFault, FORMATS, type Reported } from "./diff-report.ts";
import { readSide } from "./diff-side.ts";
import { ExitCode, note } from "./exit.ts";
import { safeJson, safeText } from "./safe-text.ts";
import { narrowText } from "./terminal-width.ts";

interface DiffFlags {
  json?: true | undefined;
  format?: string | undefined;
  accept?: string | undefined;
  severity?: string[] | undefined;
  extensions?: boolean | undefined;
}

/**
 * Prints the changes. Exits with 1 if one that is not accepted breaks someone, if no rule can decide whether it
 * does, or if an entry of the file of accepted changes expired or is not needed.
 *
 * @throws DocumentError if a side cannot be read or the two do not belong together
 */
export function runDiff(old: string, fresh: string, flags: DiffFlags): void {
  const { format = "text" } = flags;
  if (format !== "text" && !Object.hasOwn(FORMATS, format))
    throw wrongUse(
      `--format takes text, ${Object.keys(FORMATS).join(", ")}, not ${JSON.stringify(format.slice(0, 40))}.`,
    );
  if (flags.json && format !== "text") throw wrongUse("Give --json or --format, not both.");
  if (old === "-" && fresh === "-") throw wrongUse("Only one side can be standard input.");
  const time = new ReadingTime();
  const severities = readSeverities(flags.severity ?? []);
  const { accept } = flags;
  const entries = accept === undefined ? [] : readAcceptances(readData(accept, false, time), accept);
  const options = { hasExtensions: flags.extensions };
  const found = diffContracts(readSide(old, time), readSide(fresh, time), options);
  const today = new Date().toISOString().slice(0, 10);
  const { changes, faulty } = applyAcceptances(withSeverities(found.changes, severities), entries, today);
  const reported: Reported = { ...toDifference(changes), faulty };
  print(reported, flags);
  const failed = changes.filter(({ verdict, accepted: one }) => verdict !== "not breaking" && !one).length;
  process.exitCode = failed + faulty.length > 0 ? ExitCode.fails : ExitCode.holds;
}

function print(reported: Reported, { json, format = "text" }: DiffFlags): void {
  if (json) return void process.stdout.write(`${safeJson({ schema: 1, ...reported })}\n`);
  // Names and values come from documents that others wrote.
  const clean: Reported = {
    ...reported,
    changes: reported.changes.map((change) => ({
      ...change,
      where: safeText(change.where),
      what: safeText(change.what),
      ...(change.accepted && { accepted: { ...change.accepted, reason: safeText(change.accepted.reason) } }),
    })),
  };
  const other = isNameIn(FORMATS, format) ? FORMATS[format] : undefined;
  if (other) return void process.stdout.write(other(clean));
  // styleText respects NO_COLOR and FORCE_COLOR, and writes plain text to pipes.
  const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });
  process.stdout.write(narrowText(formatDifference(clean, paint)));
  for (const one of reported.faulty) note(safeText(describeFault(one)));
}
