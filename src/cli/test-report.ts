/** Shared by both `test` commands: progress on standard error, the report in every format, the exit code. */

import { appendFile } from "node:fs/promises";
import { styleText } from "node:util";
import { isObject, jsonOf } from "../judge/answers.ts";
import { exitCodeOf, listChecks, type Progress, type Report, type RunProblemCode } from "../judge/index.ts";
import { formatGithub, formatSummary } from "../judge/report/github.ts";
import { formatHtml, HTML_MARK } from "../judge/report/html.ts";
import { formatJunit, JUNIT_MARK } from "../judge/report/junit.ts";
import { formatText, type Paint } from "../judge/report/text.ts";
import { select, selectionFault } from "../judge/selection.ts";
import type { Deployment } from "../overlays/deployment.ts";
import { CommandError, wholeNumber, wrongUse } from "./command-error.ts";
import { narrowText, terminalColumns } from "./narrow.ts";
import { safeJson, safeValue } from "./safe-text.ts";
import { type ChosenFlags, writeBaseline } from "./test-baseline.ts";
import type { DriverFlags } from "./test-driver.ts";
import { needWritable, type Written, writeWhole, writtenTwice } from "./writable.ts";

export interface TestFlags extends ChosenFlags, DriverFlags {
  deployment?: string | undefined;
  list?: true | undefined;
  seed?: string | undefined;
  report?: string[] | undefined;
  json?: true | undefined;
}

const KINDS: Record<string, Written & { readonly format: (report: Report) => string }> = {
  json: {
    what: "report",
    format: (report) => `${JSON.stringify(report, null, 2)}\n`,
    isOwn(text) {
      const value = jsonOf(Buffer.from(text));
      const { schema, contract, checks } = isObject(value) ? value : {};
      return schema === 1 && typeof contract === "string" && Array.isArray(checks);
    },
  },
  junit: { what: "report", format: formatJunit, isOwn: (text) => text.slice(0, 200).includes(JUNIT_MARK) },
  html: { what: "report", format: formatHtml, isOwn: (text) => text.slice(0, 200).includes(HTML_MARK) },
};

interface Target extends Written {
  readonly file: string;
  readonly format: (report: Report) => string;
}

export function seedOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber("--seed", text, 0, 2 ** 32 - 1);
}

/** Parses each `kind=FILE` of `--report` and checks the file before a run, which takes long. */
export function targetsOf({ report: reports = [], writeBaseline: baseline }: TestFlags): Target[] {
  const targets = reports.map((text): Target => {
    const [name = "", ...rest] = text.split("=");
    const file = rest.join("=");
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (!kind || file === "")
      throw wrongUse(`--report takes json=FILE, junit=FILE or html=FILE, not ${JSON.stringify(text.slice(0, 80))}.`);
    needWritable(file, kind);
    return { ...kind, file };
  });
  const twice = writtenTwice([...targets.map(({ file }) => file), ...(baseline === undefined ? [] : [baseline])]);
  if (twice !== undefined) throw wrongUse(`${twice} is named twice: give each report and the baseline its own file.`);
  return targets;
}

export function printList(of: "api" | "receiver", flags: TestFlags, deployment?: Deployment): void {
  const all = listChecks(of, deployment);
  const fault = selectionFault(all, flags);
  if (fault) throw new CommandError(fault.code, fault.message);
  const checks = select(all, flags);
  if (flags.json) return void process.stdout.write(`${JSON.stringify(checks, null, 2)}\n`);
  for (const [group, list] of Map.groupBy(checks, (check) => check.group)) {
    process.stdout.write(`${group}\n`);
    for (const { id, title, severity, rests } of list)
      process.stdout.write(
        narrowText(`  ${id}  ${title}  (${severity === "practice" ? "practice, " : ""}${rests.join(", ")})\n`),
      );
  }
}

/** Shows progress in one line that is overwritten, only on a terminal. */
export function progressLine(): { show: (progress: Progress) => void; clear: () => void } {
  const isSeen = process.stderr.isTTY === true;
  const write = (text: string) => isSeen && process.stderr.write(`\r\x1b[2K${text}`);
  return {
    show: ({ done, total, group, check, status }) =>
      void write(`${done}/${total} ${group}: ${check} ${status}`.slice(0, (process.stderr.columns ?? 80) - 1)),
    clear: () => void write(""),
  };
}

/** Returns a signal that SIGINT and SIGTERM abort: the run then stops the driver and reports what is known. */
export function interruptible(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  process.once("SIGTERM", () => controller.abort());
  return controller.signal;
}

export async function publish(report: Report, flags: TestFlags, targets: readonly Target[]): Promise<void> {
  // styleText respects NO_COLOR and FORCE_COLOR, and writes plain text to pipes.
  const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });
  const { ERROR_TEXTS } = await import("../errors/texts/index.ts");
  const fixOf = (code: RunProblemCode) => ERROR_TEXTS[code].fix;
  const columns = terminalColumns();
  const files = targets.map(({ file }) => file);
  const text = () => formatText(safeValue(report), { paint, fixOf, files, ...(columns && { columns }) });
  process.stdout.write(flags.json ? `${safeJson(report)}\n` : text());
  if (process.env["GITHUB_ACTIONS"] === "true") process.stderr.write(formatGithub(safeValue(report)));
  const summary = process.env["GITHUB_STEP_SUMMARY"];
  if (summary) await appendFile(summary, formatSummary(safeValue(report))).catch(() => {});
  process.exitCode = exitCodeOf(report);
  writeBaseline(report, flags);
  // Last, so that a full disk costs the file and not the verdict.
  for (const target of targets) writeWhole(target.file, target.format(report), target);
}
