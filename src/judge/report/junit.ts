/**
 * The report as JUnit XML: a suite for each group. Checks that were not observed, that `skip` left out, or whose
 * failure the baseline knows are skipped. Practices never fail. A problem of the run is an error in its own suite, so
 * that a run that proved nothing does not look like one without failures.
 */

import { Buffer } from "node:buffer";
import { headingOf, isFailure } from "./causes.ts";
import type { CheckResult, Report, RunProblem } from "./report.ts";
import { sentenceOf, storyOf } from "./text.ts";

/** Tells that this program wrote the file. */
export const JUNIT_MARK = "<!-- Written by collections-contract test. -->";

/** XML 1.0 has no control characters, not even escaped. */
export function escapeXml(text: string): string {
  const allowed = Buffer.from(text)
    .toString("utf8")
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
  return allowed
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

const isSkipped = (check: CheckResult) => check.status !== "passed" && !isFailure(check);

export function formatJunit(report: Report): string {
  const groups = Map.groupBy(report.checks, ({ group }) => group);
  const { skipped, baseline } = report;
  const attributes = (checks: readonly CheckResult[], errors = 0, left = 0) =>
    `tests="${checks.length + errors + left}" failures="${checks.filter(isFailure).length}" errors="${errors}" skipped="${checks.filter(isSkipped).length + left}"`;
  const caseOf = (check: CheckResult) => testCase(check, baseline?.mended.includes(check.id) === true);
  const seconds = (checks: readonly CheckResult[]) => checks.reduce((sum, one) => sum + one.durationMs, 0) / 1000;
  const suites = [...groups].map(
    ([group, checks]) =>
      `  <testsuite name="${escapeXml(group)}" ${attributes(checks)} time="${seconds(checks)}" timestamp="${report.started}">\n${checks.map(caseOf).join("")}  </testsuite>\n`,
  );
  const { length } = report.problems;
  if (length > 0)
    suites.unshift(
      `  <testsuite name="the run" tests="${length}" failures="0" errors="${length}" skipped="0" timestamp="${report.started}">\n${report.problems.map(errorOf).join("")}  </testsuite>\n`,
    );
  if (skipped.length > 0)
    suites.push(
      `  <testsuite name="left out" ${attributes([], 0, skipped.length)} timestamp="${report.started}">\n${skipped.map(leftOut).join("")}  </testsuite>\n`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${JUNIT_MARK}\n<testsuites name="${escapeXml(report.contract)}" ${attributes(report.checks, length, skipped.length)} time="${report.durationMs / 1000}">\n${suites.join("")}</testsuites>\n`;
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
  const text = [
    ...check.rests.map((id) => `${id}: ${sentenceOf(id)}`),
    `expected: ${check.expected}`,
    `actual: ${check.actual}`,
    check.request &&
      `${check.response ? "sent" : "arrived"}: ${check.request.method} ${check.request.url} ${check.request.body ?? ""}`,
    check.response && `answer: ${check.response.status} ${check.response.body ?? ""}`,
    check.sequence && `sequence: ${storyOf(check)}`,
    check.doubt && `driver: ${check.doubt}`,
    check.reproduce && `reproduce: ${check.reproduce}`,
    check.fix && `fix: ${check.fix}`,
  ].filter(Boolean);
  return `${name}><failure message="${escapeXml(headingOf(check))}" type="${escapeXml(check.rests[0] ?? "")}">${escapeXml(text.join("\n"))}</failure></testcase>\n`;
}
