/** The report for a person at a terminal: each cause once, with everything needed to fix it, then what to do next. */

import type { styleText } from "node:util";
import { asides, type Cause, causesOf, evidenceOf, isFailure, seenIn, sentenceOf } from "./causes.ts";
import { happened } from "./happened.ts";
import { type CheckResult, exitCodeOf, type Report, type RunProblemCode } from "./report.ts";

type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;
type Wrap = (text: string, indent: number) => string;

/** How a report is printed, all with a default. */
interface TextOptions {
  /** Default: no colours. */
  readonly paint?: Paint;
  /** What to do about a problem of the run. Default: nothing is said. */
  readonly fixOf?: (code: RunProblemCode) => string;
  /** Lines are wrapped at this width. Default: they are not. */
  readonly columns?: number;
  /** Files that hold the report as well. */
  readonly files?: readonly string[];
}

const INDENT = 14;
const NOT_PROVEN = "Not proven";
const UNPROVEN = ["not_proven", "left_unobserved", "budget_spent", "nothing_new"] as const;
const SHOWN_PLACES = 6;
const SHOWN_IDS = 4;
/** Stands for a blank at which no line ends. */
const TIE = "\u00a0";

/** Wraps words at this width and indents all lines but the first. Does not break longer words. */
export function wrapped(text: string, indent: number, columns = Number.POSITIVE_INFINITY): string {
  const width = Math.max(20, columns - indent);
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.pop() ?? "";
    const isFull = line !== "" && line.length + 1 + word.length > width;
    lines.push(...(isFull ? [line, word] : [line === "" ? word : `${line} ${word}`]));
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}

export function formatText(report: Report, options: TextOptions = {}): string {
  const { paint = (_, text) => text, fixOf = () => "", columns, files = [] } = options;
  const unobserved = report.checks.filter(({ status, severity }) => status === "not observed" && severity === "demand");
  const wrap = (text: string, indent: number) => wrapped(text, indent, columns);
  const advice = causesOf(report, "practice").flatMap(({ heading, checks }) => {
    const gaps = [...new Set(checks.flatMap(({ rests }) => rests))].join(", ");
    const { fix } = checks[0];
    const line = `  ${paint("yellow", "!")} ${wrap(`${heading}${placesOf(checks)} (${gaps})`, 4)}`;
    return fix ? [line, `    ${paint("dim", "fix")} ${wrap(fix, 8)}`] : [line];
  });
  const problems = report.problems.flatMap(({ code, message }) => {
    const fix = fixOf(code);
    // A sentence that begins with the verdict says it alone; the code stands behind it.
    const said = message.startsWith(NOT_PROVEN) ? `${message} [${code}]` : `${code}: ${message}`;
    const line = wrap(said, 2).replace(code, paint("red", code));
    return fix === "" ? [line] : [line, `  ${paint("dim", "fix")} ${wrap(fix, 6)}`];
  });
  const part = (head: string, lines: readonly string[]) =>
    lines.length > 0 ? [paint("bold", head), ...lines, ""] : [];
  return [
    ...problems,
    ...(problems.length > 0 ? [""] : []),
    ...causesOf(report, "demand").flatMap((cause) => causeLines(cause, paint, wrap)),
    ...part("Practice (nothing stated is broken)", advice),
    ...part("Not observed", byReason(unobserved, wrap)),
    ...part("Failed", failedIds(report, wrap)),
    ...part(
      "Left out and known",
      asides(report).map(({ text, ids }) => `  ${wrap(`${ids.length} ${text}: ${ids.join(" ")}`, 4)}`),
    ),
    summaryOf(report, paint, wrap),
    ...provenIn(report, wrap),
    ...files.map((file) => `report: ${file}`),
    ...nextStep(report, wrap),
    "",
  ].join("\n");
}

/** Where several checks saw the same: the heading alone would not say. */
function placesOf([, ...others]: Cause["checks"]): string {
  return others.length > 0 ? `: ${others.map(({ title }) => happened(title)).join("; ")}` : "";
}

function causeLines({ heading, checks }: Cause, paint: Paint, wrap: Wrap): string[] {
  const [check] = checks;
  const [seen, steps] = seenIn(check);
  const left = checks.length - SHOWN_PLACES;
  const [one, two, ...rest] = check.rests.map((id) => ({ id, text: `${id}: ${sentenceOf(id)}` }));
  const parts = [
    ...checks.slice(1, SHOWN_PLACES).map(({ id, title }) => ["also", `${happened(title)} [${id}]`]),
    ...(left > 0 ? [["also", `${left} more, see below`]] : []),
    ...[one, two].flatMap((fact) => (fact ? [["stated", fact.text]] : [])),
    ...(rest.length > 0 ? [["stated", `also ${rest.map(({ id }) => id).join(", ")}`]] : []),
    ...evidenceOf(check, short).flatMap(([name, text]) =>
      name === "actual"
        ? [
            [name, heading.endsWith(seen ?? "\n") ? "" : seen],
            ["after", steps],
          ]
        : [[name, text]],
    ),
  ];
  return [
    `${paint("red", "✗")} ${headed(wrap(`${heading} [${check.id}]`, 2), check.id, paint)}`,
    ...parts.flatMap(([name = "", text]) => {
      if (!text) return [];
      // A command to paste stays in one line.
      return [`    ${paint("dim", name.padEnd(9))} ${name === "reproduce" ? text : wrap(text, INDENT)}`];
    }),
    "",
  ];
}

/** The id behind a heading is not part of the sentence. */
function headed(text: string, id: string, paint: Paint): string {
  const at = text.length - `[${id}]`.length;
  return paint("bold", text.slice(0, at)) + paint("dim", text.slice(at));
}

/** The beginning of a body in one line, behind a blank. */
const short = (body: string | null) =>
  body ? ` ${body.length > 240 ? `${body.slice(0, 240)}…` : body}`.replaceAll(/\s+/g, " ") : "";

function byReason(checks: CheckResult[], wrap: Wrap): string[] {
  const reasons = Map.groupBy(checks, ({ reason }) => reason ?? "");
  return [...reasons].map(([reason, of]) => {
    const ids = of.map(({ id }) => id).slice(0, SHOWN_IDS);
    const more = of.length > SHOWN_IDS ? ` and ${of.length - SHOWN_IDS} more` : "";
    return `  ? ${wrap(`${ids.join(", ")}${more}: ${reason}`, 4)}`;
  });
}

function failedIds({ checks }: Report, wrap: Wrap): string[] {
  const failed = checks.filter(isFailure);
  return [...Map.groupBy(failed, ({ group }) => group)].map(
    ([group, of]) => `  ${wrap(`${group} (${of.length}): ${of.map(({ id }) => id).join(" ")}`, 4)}`,
  );
}

/** The overall verdict in words. What was not observed does not count as holding. */
export function verdictOf(report: Report): string {
  const has = (code: RunProblemCode) => exitCodeOf(report) === 3 && report.problems.some((one) => one.code === code);
  if (has("driver_broken")) return "The run cannot be trusted";
  if (UNPROVEN.some(has)) return NOT_PROVEN;
  const observed = report.summary.notObserved === 0 ? "The contract holds" : "What was observed holds";
  const held = report.summary.failed > 0 ? "Nothing fails that was not known" : observed;
  const others = { 2: "The run cannot be trusted", 3: "Nothing is proved", 130: "The run was interrupted" };
  return { 0: held, 1: "The contract does not hold", ...others }[exitCodeOf(report)];
}

/** How many stated facts the run exercised, in words. */
export function exercised({ coverage }: Report): string {
  const { length } = Object.keys(coverage);
  return `${length} stated ${length === 1 ? "fact" : "facts"} exercised`;
}

/** How many checks passed, failed (known ones beside) and were not observed, in words. */
export function countsOf({ summary, baseline }: Report): string {
  const known = baseline && summary.failed > 0 ? ` (${baseline.known.length} of them known)` : "";
  return `${summary.passed} passed, ${summary.failed} failed${known}, ${summary.notObserved} not observed`;
}

/** Whether the contract holds, does not hold, or neither is certain. */
export function toneOf(report: Report): "passed" | "failed" | "not" {
  const exit = exitCodeOf(report);
  if (exit === 1) return "failed";
  return exit === 0 && report.summary.failed === 0 && report.summary.notObserved === 0 ? "passed" : "not";
}
const STYLES = { passed: "green", failed: "red", not: "yellow" } as const;

function summaryOf(report: Report, paint: Paint, wrap: Wrap): string {
  const { practices, durationMs, seed } = report;
  const verdict = `${verdictOf(report)}.`;
  const advice = practices.failed > 0 ? `; practice: ${practices.failed} to look at` : "";
  const seen = `${exercised(report)} in ${(durationMs / 1000).toFixed(1)} s (seed ${seed})`;
  const line = `${verdict} ${countsOf(report)}${advice}. ${seen}.`;
  return wrap(line, 2).replace(verdict, paint(STYLES[toneOf(report)], verdict));
}

/** For a run that passed: the facts by section, and the number of checks in each group. */
function provenIn(report: Report, wrap: Wrap): string[] {
  if (exitCodeOf(report) !== 0) return [];
  const sections = Map.groupBy(Object.keys(report.coverage), (id) => id.split("-")[1] ?? "");
  const facts = [...sections].map(([section, ids]) => `${section}${TIE}(${ids.length})`).join(", ");
  const passed = report.checks.filter(({ status }) => status === "passed");
  const groups = [...Map.groupBy(passed, ({ group }) => group)]
    .map(([group, of]) => `${group.replaceAll(" ", TIE)}${TIE}(${of.length})`)
    .join(", ");
  const parts = Object.entries(report.inPart).map(([id, unseen]) => `${id} (${unseen})`);
  const lines = [
    `facts by section: ${facts}`,
    ...(parts.length > 0 ? [`in part, for no run shows the rest: ${parts.join(", ")}`] : []),
    `checks that passed by group: ${groups}`,
    ...amountsOf(report),
  ];
  return lines.map((line) => `  ${wrap(line, 4)}`.replaceAll(TIE, " "));
}

/** How much the run saw, in words. */
export function amountsOf({ amounts }: Report): string[] {
  if (!amounts) return [];
  const { deliveries, urls, requests } = amounts;
  const tried = urls === undefined ? "" : `, ${urls} webhook URLs tried`;
  return [`seen: ${deliveries} deliveries${tried}${requests === undefined ? "" : `, ${requests} requests`}`];
}

function nextStep(report: Report, wrap: Wrap): string[] {
  const [cause] = causesOf(report, "demand");
  if (exitCodeOf(report) !== 1 || !cause) return [];
  const options = ["--only", cause.checks[0].id, "--seed", report.seed].join(TIE);
  return [wrap(`next: fix the first finding, then run only its check: ${options}`, 6).replaceAll(TIE, " ")];
}
