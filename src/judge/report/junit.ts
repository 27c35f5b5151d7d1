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
  const countsOf = (checks: readonly CheckResult[], errors = 0, left = 0) =>
    attributes({
      tests: checks.length + errors + left,
      failures: checks.filter(isFailure).length,
      errors,
      skipped: checks.filter(isSkipped).length + left,
    });
  const seconds = (checks: readonly CheckResult[]) => checks.reduce((sum, one) => sum + one.durationMs, 0) / 1000;
  const suite = (name: string, of: string, cases: readonly string[]) =>
    cases.length === 0
      ? ""
      : `  <testsuite ${attributes({ name })} ${of} timestamp="${started}">\n${cases.join("")}  </testsuite>\n`;
  const toCase = (check: CheckResult) => caseOf(check, baseline?.mended.includes(check.id) === true);
  const suites = [
    suite("the run", countsOf([], problems.length), problems.map(errorOf)),
    ...[...Map.groupBy(all, ({ group }) => group)].map(([group, checks]) =>
      suite(group, `${countsOf(checks)} time="${seconds(checks)}"`, checks.map(toCase)),
    ),
    suite("left out", countsOf([], 0, skipped.length), skipped.map(leftOut)),
  ];
  const counts = `${countsOf(all, problems.length, skipped.length)} time="${report.durationMs / 1000}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
${JUNIT_MARK}
<testsuites ${attributes({ name: report.contract })} ${counts}>
${suites.join("")}</testsuites>
`;
}

const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(" ");

/** A test case, with what is inside it. */
const testCase = (of: Readonly<Record<string, string | number>>, content = "") =>
  `    <testcase ${attributes(of)}${content === "" ? "/>" : `>${content}</testcase>`}\n`;

function errorOf({ code, message }: RunProblem): string {
  return testCase({ classname: "the run", name: code }, `<error ${attributes({ message, type: code })}/>`);
}

function leftOut(id: string): string {
  const skip = attributes({ message: "skipped: the run was told to leave it out" });
  return testCase({ classname: "left out", name: id }, `<skipped ${skip}/>`);
}

function caseOf(check: CheckResult, isMended: boolean): string {
  const { group, id, title, durationMs, rests } = check;
  const of = { classname: group, name: `${id}: ${title}`, time: durationMs / 1000 };
  if (isMended) return testCase(of, "<system-out>fixed: remove it from the baseline</system-out>");
  if (check.status === "passed") return testCase(of);
  const why = check.known ? `known to fail: ${check.reason}` : (check.reason ?? "");
  if (isSkipped(check)) return testCase(of, `<skipped ${attributes({ message: why })}/>`);
  const evidence = evidenceOf(check).map((part) => part.join(": "));
  const text = [...rests.map((fact) => `${fact}: ${sentenceOf(fact)}`), ...evidence].join("\n");
  const head = attributes({ message: headingOf(check), type: rests[0] ?? "" });
  return testCase(of, `<failure ${head}>${escapeXml(text)}</failure>`);
}
