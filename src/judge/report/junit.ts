/**
 * The report as JUnit XML: a suite for each group. Checks that were not observed, that `skip` left out, or whose
 * failure the baseline knows are skipped. Practices never fail. A problem of the run is an error in its own suite, so
 * that a run that proved nothing does not look like one without failures.
 */

import { Buffer } from "node:buffer";
import { evidenceOf, headingOf, isFailure, sentenceOf } from "./causes.ts";
import type { CheckResult, Report, RunProblem } from "./report.ts";

/** Tells that this program wrote the file. */
export const JUNIT_MARK = "<!-- Written by collections-contract test. -->";

/** XML 1.0 has no control characters, not even escaped. */
export function escapeXml(text: string): string {
  const whole = Buffer.from(text).toString("utf8");
  const allowed = whole.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
  return allowed.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" },
};

const isSkipped = (check: CheckResult) => check.status !== "passed" && !isFailure(check);

export function formatJunit(report: Report): string {
  const { skipped, baseline, problems, checks: all, started } = report;
  const attributes = (checks: readonly CheckResult[], errors = 0, left = 0) =>
    `tests="${checks.length + errors + left}" failures="${checks.filter(isFailure).length}" errors="${errors}" skipped="${checks.filter(isSkipped).length + left}"`;
  const seconds = (checks: readonly CheckResult[]) => checks.reduce((sum, one) => sum + one.durationMs, 0) / 1000;
  const suite = (name: string, of: string, cases: readonly string[]) =>
    cases.length === 0
      ? ""
      : `  <testsuite name="${escapeXml(name)}" ${of} timestamp="${started}">\n${cases.join("")}  </testsuite>\n`;
  const caseOf = (check: CheckResult) => testCase(check, baseline?.mended.includes(check.id) === true);
  const suites = [
    suite("the run", attributes([], problems.length), problems.map(errorOf)),
    ...[...Map.groupBy(all, ({ group }) => group)].map(([group, checks]) =>
      suite(group, `${attributes(checks)} time="${seconds(checks)}"`, checks.map(caseOf)),
    ),
    suite("left out", attributes([], 0, skipped.length), skipped.map(leftOut)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${JUNIT_MARK}\n<testsuites name="${escapeXml(report.contract)}" ${attributes(all, problems.length, skipped.length)} time="${report.durationMs / 1000}">\n${suites.join("")}</testsuites>\n`;
}

function errorOf({ code, message }: RunProblem): string {
  return `    <testcase classname="the run" name="${code}"><error message="${escapeXml(message)}" type="${code}"/></testcase>\n`;
}

function leftOut(id: string): string {
  return `    <testcase classname="left out" name="${escapeXml(id)}"><skipped message="skipped: the run was told to leave it out"/></testcase>\n`;
}

function testCase(check: CheckResult, isMended: boolean): string {
  const name = `    <testcase classname="${escapeXml(check.group)}" name="${escapeXml(`${check.id}: ${check.title}`)}" time="${check.durationMs / 1000}"`;
  if (isMended) return `${name}><system-out>fixed: remove it from the baseline</system-out></testcase>\n`;
  if (check.status === "passed") return `${name}/>\n`;
  const why = check.known ? `known to fail: ${check.reason}` : (check.reason ?? "");
  if (isSkipped(check)) return `${name}><skipped message="${escapeXml(why)}"/></testcase>\n`;
  const evidence = evidenceOf(check).map((part) => part.join(": "));
  const text = [...check.rests.map((id) => `${id}: ${sentenceOf(id)}`), ...evidence];
  return `${name}><failure message="${escapeXml(headingOf(check))}" type="${escapeXml(check.rests[0] ?? "")}">${escapeXml(text.join("\n"))}</failure></testcase>\n`;
}
