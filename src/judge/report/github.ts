/** Annotations for GitHub Actions: errors for demands that failed, warnings for practices, notices for known ones. */

import { asides, causesOf, headingOf } from "./causes.ts";
import type { Report } from "./report.ts";
import { countsOf, verdictOf } from "./text.ts";

/** Makes an annotation. `level`: of GitHub; `text`: its message, in which line breaks are kept. */
export function annotation(level: "error" | "warning" | "notice", title: string, text: string): string {
  const data = (one: string) => one.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::${level} title=${data(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${data(text)}`;
}

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

/** Makes the lines of a table in Markdown, behind an empty one; none without a row. */
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
