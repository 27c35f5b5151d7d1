/** The report for pipelines: JUnit XML, and annotations and a summary for GitHub Actions. */

import { Buffer } from "node:buffer";
import { html as markup, raw } from "hono/html";
import { asides, causesOf, evidenceOf, headingOf, isFailure, sentenceOf } from "./causes.ts";
import type { CheckResult, Report } from "./report.ts";
import { countsOf, verdictOf } from "./text.ts";

/** Tells that this program wrote the file. */
export const JUNIT_MARK = "<!-- Written by collections-contract test. -->";

/** Replaces the characters that XML 1.0 does not allow: control characters, even escaped ones. */
export const xmlOf = (text: unknown): string =>
  Buffer.from(String(text))
    .toString("utf8")
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");

/**
 * The report as JUnit XML: a suite for each group. Checks that were not observed, that `skip` left out, or whose
 * failure the baseline knows are skipped. Practices never fail. A problem of the run is an error in its own suite, so
 * that a run that proved nothing does not look like one without failures.
 */
export function formatJunit(report: Report): string {
  const { skipped, baseline, problems, checks: all, started } = report;
  const attributes = (checks: readonly CheckResult[], errors: number, left: number) => {
    const [failed, skips] = [checks.filter(isFailure), checks.filter(isSkipped)].map(({ length }) => length);
    const tests = checks.length + errors + left;
    return markup`tests="${tests}" failures="${failed}" errors="${errors}" skipped="${(skips ?? 0) + left}"`;
  };
  const suite = (name: string, cases: readonly (readonly [of: unknown, outcome: unknown])[], counts: unknown) =>
    cases.length > 0 &&
    markup`  <testsuite name="${name}" ${counts} timestamp="${started}">
${cases.map(([of, outcome]) => markup`    <testcase ${of}>${outcome}</testcase>\n`)}  </testsuite>\n`;
  const errors = problems.map(
    ({ code, message }) =>
      [markup`classname="the run" name="${code}"`, markup`<error message="${message}" type="${code}"/>`] as const,
  );
  const groups = [...Map.groupBy(all, ({ group }) => group)].map(([group, checks]) => {
    const seconds = checks.reduce((sum, one) => sum + one.durationMs, 0) / 1000;
    const cases = checks.map((check) => [namesOf(check), outcomeOf(check, baseline?.mended ?? [])] as const);
    return suite(group, cases, markup`${attributes(checks, 0, 0)} time="${seconds}"`);
  });
  const why = markup`<skipped message="skipped: the run was told to leave it out"/>`;
  const leftOut = skipped.map((id) => [markup`classname="left out" name="${id}"`, why] as const);
  const left = suite("left out", leftOut, attributes([], 0, leftOut.length));
  const time = markup`time="${report.durationMs / 1000}"`;
  return xmlOf(markup`<?xml version="1.0" encoding="UTF-8"?>
${raw(JUNIT_MARK)}
<testsuites name="${report.contract}" ${attributes(all, problems.length, skipped.length)} ${time}>
${[suite("the run", errors, attributes([], errors.length, 0)), groups, left]}</testsuites>
`);
}

const isSkipped = (check: CheckResult) => check.status !== "passed" && !isFailure(check);

const namesOf = ({ group, id, title, durationMs }: CheckResult) =>
  markup`classname="${group}" name="${id}: ${title}" time="${durationMs / 1000}"`;

function outcomeOf(check: CheckResult, mended: readonly string[]) {
  if (mended.includes(check.id)) return markup`<system-out>fixed: remove it from the baseline</system-out>`;
  if (check.status === "passed") return null;
  if (isSkipped(check)) return markup`<skipped message="${check.known && "known to fail: "}${check.reason}"/>`;
  const evidence = evidenceOf(check).map((part) => part.join(": "));
  const text = [...check.rests.map((id) => `${id}: ${sentenceOf(id)}`), ...evidence].join("\n");
  return markup`<failure message="${headingOf(check)}" type="${check.rests[0]}">${text}</failure>`;
}

/** Makes an annotation. `level`: of GitHub; `text`: its message, in which line breaks are kept. */
export function annotation(level: "error" | "warning" | "notice", title: string, text: string): string {
  const data = (one: string) => one.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::${level} title=${data(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${data(text)}`;
}

/** Annotations: errors for demands that failed, warnings for practices, notices for known ones. */
export function formatGithub({ checks, problems, baseline }: Report): string {
  const findings = checks.filter(({ status }) => status === "failed");
  return [
    ...problems.map(({ code, message }) => annotation("error", code, message)),
    ...findings.map((check) => {
      const { severity, known, id, rests, expected } = check;
      const level = known ? "notice" : severity === "demand" ? "error" : "warning";
      return annotation(level, `contract ${id}`, `${headingOf(check)} Expected: ${expected} (${rests.join(", ")})`);
    }),
    ...(baseline?.mended ?? []).map((id) =>
      annotation("notice", `contract ${id}`, "Fixed: remove it from the baseline."),
    ),
    "",
  ].join("\n");
}

/** Escapes a text for Markdown, in one line. */
export const cell = (text: string) => text.replaceAll(/[\\`*_<>[\]|#]/g, "\\$&").replaceAll(/\s+/g, " ");

/** Makes the lines of a Markdown table, with an empty line before it; no lines if there are no rows. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0
    ? []
    : [
        "",
        ...[head, head.map(() => "---"), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(" | ")} |`),
      ];

/** The summary of a job, in Markdown: the verdict, the counts, and each cause with its checks. */
export function formatSummary(report: Report): string {
  const causes = [...causesOf(report, "demand"), ...causesOf(report, "practice")];
  return [
    `## ${verdictOf(report)}`,
    "",
    `${countsOf(report)} in ${(report.durationMs / 1000).toFixed(1)} s, seed ${report.seed}.`,
    ...report.problems.map(({ code, message }) => `\n${cell(message)} (\`${code}\`)`),
    ...asides(report).map(({ text, ids }) => `\n${ids.length} ${text}: ${ids.map(cell).join(" ")}`),
    ...tableOf(
      ["What happened", "Checks"],
      causes.map(({ heading, checks }) => [heading, checks.map(({ id }) => id).join(" ")]),
    ),
    "",
  ].join("\n");
}
