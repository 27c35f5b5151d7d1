/** Annotations for GitHub Actions: errors for demands that failed, warnings for practices, notices for known ones. */

import { asides, causesOf, headingOf } from "./causes.ts";
import type { Report } from "./report.ts";
import { countsOf, verdictOf } from "./text.ts";

/** Escapes the message of an annotation. */
export const escapeData = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
/** Escapes a property of an annotation, such as its title. */
export const escapeProperty = (text: string) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

export function formatGithub(report: Report): string {
  const lines = report.checks.flatMap((check) => {
    const { status, severity, known, id, rests, expected } = check;
    if (status !== "failed") return [];
    const level = known ? "notice" : severity === "demand" ? "error" : "warning";
    const text = `${headingOf(check)} Expected: ${expected} (${rests.join(", ")})`;
    return [`::${level} title=${escapeProperty(`contract ${id}`)}::${escapeData(text)}`];
  });
  const problems = report.problems.map(
    ({ code, message }) => `::error title=${escapeProperty(code)}::${escapeData(message)}`,
  );
  const mended = (report.baseline?.mended ?? []).map(
    (id) => `::notice title=${escapeProperty(`contract ${id}`)}::Fixed: remove it from the baseline.`,
  );
  return [...problems, ...lines, ...mended, ""].join("\n");
}

/** Escapes the cell of a table in Markdown. */
export const cell = (text: string) => text.replaceAll(/[\\`*_<>[\]|#]/g, "\\$&").replaceAll(/\s+/g, " ");

/** The summary of a job, in Markdown: the verdict, the counts, and each cause with its checks. */
export function formatSummary(report: Report): string {
  const causes = [...causesOf(report, "demand"), ...causesOf(report, "practice")];
  const rows = causes.map(
    ({ heading, checks }) => `| ${cell(heading)} | ${checks.map(({ id }) => cell(id)).join(" ")} |`,
  );
  return [
    `## ${verdictOf(report)}`,
    "",
    `${countsOf(report)} in ${(report.durationMs / 1000).toFixed(1)} s, seed ${report.seed}.`,
    ...report.problems.map(({ code, message }) => `\n${cell(message)} (\`${code}\`)`),
    ...asides(report).map(({ text, ids }) => `\n${ids.length} ${text}: ${ids.map(cell).join(" ")}`),
    ...(rows.length > 0 ? ["", "| What happened | Checks |", "|---|---|", ...rows] : []),
    "",
  ].join("\n");
}
