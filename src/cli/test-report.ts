/** Shared by both `test` commands: progress on standard error, the report in every format, the exit code. */

import { appendFile } from "node:fs/promises";
import { styleText } from "node:util";
import { errorMessage } from "../errors/caught.ts";
import { isObject, jsonOf } from "../judge/answers.ts";
import {
  type CheckVerdict,
  exitCodeOf,
  listChecks,
  type Progress,
  type RemoteDriver,
  type Report,
  type RunOptions,
  type RunProblemCode,
} from "../judge/index.ts";
import { headingOf, isFolded } from "../judge/report/causes.ts";
import { formatGithub, formatJunit, formatSummary, JUNIT_MARK } from "../judge/report/ci.ts";
import { formatHtml, HTML_MARK } from "../judge/report/html.ts";
import { formatText, type Paint } from "../judge/report/text.ts";
import { select, selectionFault } from "../judge/selection.ts";
import type { Deployment } from "../overlays/deployment.ts";
import { CommandError, wholeNumber, wrongUse } from "./command-error.ts";
import { loadDeployment } from "./deployment-option.ts";
import { safeJson, safeText, safeValue } from "./safe-text.ts";
import { narrowText } from "./terminal-width.ts";
import { type ChosenFlags, parseChoice, writeBaseline } from "./test-baseline.ts";
import { type DriverFlags, openDriver } from "./test-driver.ts";
import { needWritable, type Written, writeWhole, writtenTwice } from "./writable.ts";

export interface TestFlags extends ChosenFlags, DriverFlags {
  deployment?: string | undefined;
  list?: true | undefined;
  seed?: string | undefined;
  report?: string[] | undefined;
  json?: true | undefined;
  jsonLines?: true | undefined;
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

/** Judges by the options that both commands share, tells what it finds meanwhile, and publishes the report. */
export async function judge<D extends object>(
  verb: "api" | "receiver",
  flags: TestFlags,
  run: (driver: D | RemoteDriver | undefined, options: RunOptions) => Promise<Report>,
): Promise<void> {
  const { driver: named, deployment, seed } = flags;
  const seeded = seed === undefined ? {} : { seed: wholeNumber("--seed", seed, 0, 2 ** 32 - 1) };
  const chosen = parseChoice(flags);
  const targets = parseTargets(flags);
  const driver = named === undefined ? undefined : await openDriver<D>(named, flags, verb);
  const stated = await loadDeployment(deployment);
  const { show, clear } = teller(flags);
  const options = { ...stated, ...chosen, ...seeded, onProgress: show, signal: interruptible() };
  const report = await run(driver, options);
  clear();
  await publish(report, flags, targets);
  // The verdict is known; do not wait for what the driver left open.
  process.stdout.write("", (lost) => lost || process.exit());
}

/** Parses each `kind=FILE` of `--report` and checks the file before a run, which takes long. */
function parseTargets(flags: TestFlags): Target[] {
  oneForm(flags);
  const { report: reports = [], writeBaseline: baseline } = flags;
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

/** Standard output has one form. @throws CommandError `wrong_use` */
function oneForm({ json, jsonLines }: TestFlags): void {
  if (json && jsonLines) throw wrongUse("Give --json or --json-lines, not both; --report json=FILE goes with either.");
}

/** Prints the checks that the options choose. @throws CommandError for a wrong choice */
export function printList(of: "api" | "receiver", flags: TestFlags, deployment?: Deployment): void {
  oneForm(flags);
  const all = listChecks(of, deployment);
  const fault = selectionFault(all, flags);
  if (fault) throw new CommandError(fault.code, fault.message);
  const checks = select(all, flags);
  if (flags.json) return void process.stdout.write(`${JSON.stringify(checks, null, 2)}\n`);
  if (flags.jsonLines) {
    for (const check of checks) writeLine({ event: "check", ...check });
    return;
  }
  for (const [group, list] of Map.groupBy(checks, (check) => check.group)) {
    process.stdout.write(`${group}\n`);
    for (const { id, title, severity, rests } of list)
      process.stdout.write(
        narrowText(`  ${id}  ${title}  (${severity === "practice" ? "practice, " : ""}${rests.join(", ")})\n`),
      );
  }
}

/**
 * Tells what a run finds while it goes on: each finding that fails it, with its second, unless it follows from one
 * before; with `--json` on standard error. On a terminal, a line of progress is overwritten. With `--json-lines`, every
 * verdict is a line of JSON on standard output.
 */
function teller({ json, jsonLines }: TestFlags): { show: (progress: Progress) => void; clear: () => void } {
  const isSeen = process.stderr.isTTY === true;
  const out = json ? process.stderr : process.stdout;
  const write = (text: string) => isSeen && process.stderr.write(`\r\x1b[2K${text}`);
  const told: CheckVerdict[] = [];
  const show = (progress: Progress) => {
    const { done, total, group, check, status, ms, result } = progress;
    if (jsonLines) return writeLine({ event: "verdict", ms, done, total, ...safeValue(result) });
    const isFinding = status === "failed" && result.severity === "demand" && !result.known;
    if (isFinding && !isFolded(result, told)) {
      write("");
      const mark = styleText("red", "✗", { stream: out });
      out.write(
        narrowText(`${(ms / 1000).toFixed(1).padStart(6)} s ${mark} ${headingOf(safeValue(result))} [${check}]\n`),
      );
    }
    if (isFinding) told.push(result);
    write(`${done}/${total} ${group}: ${check} ${status}`.slice(0, (process.stderr.columns ?? 80) - 1));
  };
  return { show, clear: () => void write("") };
}

function writeLine(event: { readonly event: "check" | "verdict" | "end" } & Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** Returns a signal that SIGINT and SIGTERM abort: the run then stops the driver and reports what is known. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  process.once("SIGTERM", () => controller.abort());
  return controller.signal;
}

/** The last line of `--json-lines`: the report without its checks, and the exit code. */
function endEvent({ checks: _, durationMs: ms, ...report }: Report) {
  return { event: "end" as const, ms, exitCode: exitCodeOf(report), ...report };
}

async function publish(report: Report, flags: TestFlags, targets: readonly Target[]): Promise<void> {
  // styleText respects NO_COLOR and FORCE_COLOR, and writes plain text to pipes.
  const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });
  const { ERROR_TEXTS } = await import("../errors/texts/index.ts");
  const findFix = (code: RunProblemCode) => ERROR_TEXTS[code].fix;
  const text = () => narrowText(formatText(safeValue(report), { paint, fixOf: findFix }));
  if (flags.jsonLines) writeLine(endEvent(safeValue(report)));
  else process.stdout.write(flags.json ? `${safeJson(report)}\n` : text());
  if (process.env["GITHUB_ACTIONS"] === "true") process.stderr.write(formatGithub(safeValue(report)));
  const summary = process.env["GITHUB_STEP_SUMMARY"];
  if (summary) await appendFile(summary, formatSummary(safeValue(report))).catch(() => {});
  process.exitCode = exitCodeOf(report);
  const files = targets.map((target) => () => {
    writeWhole(target.file, target.format(report), target);
    if (!flags.json && !flags.jsonLines) process.stdout.write(`report: ${safeText(target.file)}\n`);
  });
  // Last, so that a full disk costs the file and neither the verdict nor the other files.
  const failed: string[] = [];
  for (const write of [() => writeBaseline(report, flags), ...files]) {
    try {
      write();
    } catch (error) {
      failed.push(errorMessage(error));
    }
  }
  if (failed.length > 0) throw new CommandError("file_unwritable", failed.join(" "));
}
