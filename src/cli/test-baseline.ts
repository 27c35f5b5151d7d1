/**
 * Which checks `test` runs and which failures are known: `--only`, `--skip`, `--baseline`, `--write-baseline`,
 * `--require-observed`.
 */

import { FileRefused, readFileBounded } from "../files/read-file.ts";
import { jsonOf } from "../judge/answers.ts";
import { type Baseline, baselineOf, exitCodeOf, type Report, type RunOptions } from "../judge/index.ts";
import { isBaseline } from "../judge/selection.ts";
import { CommandError, wholeNumber, wrongUse } from "./command-error.ts";
import { note } from "./exit.ts";
import { needWritable, type Written, writeWhole } from "./writable.ts";

export interface ChosenFlags {
  only?: string[] | undefined;
  skip?: string[] | undefined;
  baseline?: string | undefined;
  writeBaseline?: string | undefined;
  requireObserved?: true | undefined;
  failFast?: true | undefined;
  budget?: string | undefined;
}

/** The longest time that an option may give, in seconds: one day. */
export const LONGEST_S = 86_400;

const BYTES_MAX = 1024 * 1024;

/** A file that `--baseline` would refuse for its form is not replaced; one whose checks or facts changed is. */
const BASELINE: Written = {
  what: "baseline",
  isOwn: (text) => text.length <= BYTES_MAX && isBaseline(jsonOf(Buffer.from(text))),
};

/**
 * Returns the options of a run. Checks files first, because a run takes long.
 *
 * @throws CommandError `baseline_invalid`, `file_unreadable`, `file_unwritable`, `wrong_use`
 */
export function parseChoice(flags: ChosenFlags): RunOptions {
  const { only, skip, baseline, writeBaseline, requireObserved, failFast, budget } = flags;
  const cutting = failFast ? "--fail-fast" : budget === undefined ? undefined : "--budget";
  if (writeBaseline !== undefined && cutting !== undefined)
    throw wrongUse(`--write-baseline needs a whole run: leave out ${cutting}.`);
  if (writeBaseline !== undefined) needWritable(writeBaseline, BASELINE);
  return {
    ...(failFast && { failFast }),
    ...(budget !== undefined && { budgetMs: 1000 * wholeNumber("--budget", budget, 1, LONGEST_S) }),
    ...(only && { only }),
    ...(skip && { skip }),
    ...(requireObserved && { requireObserved }),
    ...(baseline !== undefined && { baseline: readBaseline(baseline) }),
  };
}

/** Parses the file; the run, which knows the checks, validates the content. */
function readBaseline(file: string): Baseline {
  let text: string;
  try {
    text = readFileBounded(file, BYTES_MAX).toString("utf8");
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw new CommandError("file_unreadable", `The baseline ${file} cannot be read: ${error.message}.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError("baseline_invalid", `The baseline ${file} is not JSON.`);
  }
}

/**
 * Writes the failures, if the run reached a verdict. Never changes the verdict.
 *
 * @throws CommandError `file_unwritable`
 */
export function writeBaseline(report: Report, flags: ChosenFlags): void {
  const { baseline, writeBaseline: file } = flags;
  if (file === undefined) return;
  if (exitCodeOf(report) > 1) {
    note(`${file} was not written: the run reached no verdict.`);
    return;
  }
  const made = baselineOf(report, baseline === undefined ? undefined : readBaseline(baseline));
  writeWhole(file, `${JSON.stringify(made, null, 2)}\n`, BASELINE);
  note(`${file} was written: ${made.known.length} known ${made.known.length === 1 ? "failure" : "failures"}.`);
}
