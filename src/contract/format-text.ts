/** The report for a person at a terminal: what was found first, each finding with all that is needed to repair it, then the sum. */

import type { styleText } from "node:util";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { FACTS } from "../../generated/facts.ts";
import { type CheckResult, exitCodeOf, isFact, type ProblemCode, type Report } from "./report.ts";

type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;
const plain: Paint = (_, text) => text;

/** The sentence of a fact, or the question of a gap. */
export function sentenceOf(id: string): string {
  if (isFact(id)) return FACTS[id].sentence;
  return (ASSUMPTIONS as Record<string, { question: string }>)[id]?.question ?? "";
}

/** `fixOf` says what to do about a problem of the run; the texts of the catalogue are loaded by who prints them. */
export function formatText(
  report: Report,
  paint: Paint = plain,
  fixOf: (code: ProblemCode) => string = () => "",
): string {
  const failed = report.checks.filter(({ status, severity }) => status === "failed" && severity === "demand");
  const advice = report.checks.filter(({ status, severity }) => status === "failed" && severity === "practice");
  const unobserved = report.checks.filter(({ status, severity }) => status === "not observed" && severity === "demand");
  return [
    ...failed.flatMap((check) => findingOf(check, paint)),
    ...(advice.length > 0
      ? [
          paint("bold", "Practice (nothing stated is broken)"),
          ...advice.map(
            (check) => `  ${paint("yellow", "!")} ${check.title} (${check.rests.join(", ")}): ${check.actual}`,
          ),
          "",
        ]
      : []),
    ...(unobserved.length > 0 ? [paint("bold", "Not observed"), ...byReason(unobserved), ""] : []),
    ...report.problems.flatMap(({ code, message }) => {
      const fix = fixOf(code);
      return [`${paint("red", code)}: ${message}`, ...(fix === "" ? [] : [`  ${paint("dim", "fix")} ${fix}`])];
    }),
    ...(report.problems.length > 0 ? [""] : []),
    summaryOf(report, paint),
    "",
  ].join("\n");
}

function findingOf(check: CheckResult, paint: Paint): string[] {
  const facts = check.rests.slice(0, 2).map((id) => `    ${paint("dim", "stated   ")} ${id}: ${sentenceOf(id)}`);
  const more =
    check.rests.length > 2 ? [`    ${paint("dim", "         ")} also ${check.rests.slice(2).join(", ")}`] : [];
  const line = (name: string, text: string | null) =>
    text === null || text === "" ? [] : [`    ${paint("dim", name.padEnd(9))} ${text}`];
  const { request, response } = check;
  return [
    `${paint("red", "✗")} ${paint("bold", check.title)} ${paint("dim", `[${check.id}]`)}`,
    ...facts,
    ...more,
    ...line("sent", request && `${request.method} ${request.url}${request.body ? ` ${short(request.body)}` : ""}`),
    ...line(
      "came back",
      response && `${response.status ?? "no answer"}${response.body ? ` ${short(response.body)}` : ""}`,
    ),
    ...line("expected", check.expected),
    ...line("actual", check.actual),
    ...line("reproduce", check.reproduce),
    ...line("fix", check.fix),
    "",
  ];
}

const short = (text: string) => (text.length > 240 ? `${text.slice(0, 240)}…` : text).replaceAll(/\s+/g, " ");

function byReason(checks: CheckResult[]): string[] {
  const reasons = Map.groupBy(checks, ({ reason }) => reason ?? "");
  return [...reasons].map(([reason, of]) => {
    const ids = of.map(({ id }) => id);
    const shown = ids.length > 4 ? `${ids.slice(0, 4).join(", ")} and ${ids.length - 4} more` : ids.join(", ");
    return `  ? ${shown}: ${reason}`;
  });
}

/** What the report adds up to, in words. Demands that nobody could observe are no part of what holds. */
export function verdictOf(report: Report): string {
  const held = report.summary.notObserved === 0 ? "The contract holds" : "What was observed holds";
  const words = {
    0: held,
    1: "The contract does not hold",
    2: "The run cannot be trusted",
    3: "Nothing is proved",
    130: "The run was interrupted",
  };
  return words[exitCodeOf(report)];
}

function summaryOf(report: Report, paint: Paint): string {
  const { summary, practices, coverage, durationMs, seed } = report;
  const exit = exitCodeOf(report);
  const isWhole = exit === 0 && summary.notObserved === 0;
  const verdict = paint(isWhole ? "green" : exit === 1 ? "red" : "yellow", `${verdictOf(report)}.`);
  const counts = `${summary.passed} passed, ${summary.failed} failed, ${summary.notObserved} not observed`;
  const advice = practices.failed > 0 ? `; practice: ${practices.failed} to look at` : "";
  const facts = Object.keys(coverage).length;
  return `${verdict} ${counts}${advice}. ${facts} stated facts exercised in ${(durationMs / 1000).toFixed(1)} s (seed ${seed}).`;
}
