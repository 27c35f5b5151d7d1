/** Annotations that GitHub Actions shows beside a run: an error for each failed demand, a warning for each practice. */

import type { Report } from "./report.ts";

const escapeData = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text: string) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

export function formatGithub(report: Report): string {
  const lines = report.checks.flatMap(({ status, severity, id, title, rests, expected, actual }) => {
    if (status !== "failed") return [];
    const level = severity === "demand" ? "error" : "warning";
    const text = `${title}. Expected: ${expected} Actual: ${actual} (${rests.join(", ")})`;
    return [`::${level} title=${escapeProperty(`contract ${id}`)}::${escapeData(text)}`];
  });
  const problems = report.problems.map(
    ({ code, message }) => `::error title=${escapeProperty(code)}::${escapeData(message)}`,
  );
  return [...problems, ...lines, ""].join("\n");
}
