/** The report for a person at a terminal: each cause once, with everything needed to fix it, then what to do next. */

import type { styleText } from "node:util";
import { asides, type Cause, causesOf, evidenceOf, isFailure, seenIn, sentenceOf } from "./causes.ts";
import { negateTitle } from "./negated-title.ts";
import { exitCodeOf, type Report, type RunProblemCode } from "./report.ts";

type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** How a report is printed, all with a default. */
interface TextOptions {
  /** Default: no colours. */
  readonly paint?: Paint;
  /** What to do about a problem of the run. Default: nothing is said. */
  readonly fixOf?: (code: RunProblemCode) => string;
}

const NOT_PROVEN = "Not proven";
const UNPROVEN = ["not_proven", "left_unobserved", "budget_spent", "nothing_new"] as const;
const SHOWN_PLACES = 6;
const SHOWN_IDS = 4;
/** Stands for a blank at which no line ends. */
const TIE = "\u00a0";

/** The report as lines of any length, which `narrowText` wraps. */
export function formatText(report: Report, options: TextOptions = {}): string {
  const { paint = (_, text) => text, fixOf = () => "" } = options;
  const part = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [...(title ? [paint("bold", title)] : []), ...lines, ""] : [];
  const fixed = (line: string, indent: string, fix: string | null) =>
    fix ? [line, `${indent}${paint("dim", "fix")} ${fix}`] : [line];
  const problems = report.problems.flatMap(({ code, message }) => {
    // A sentence that begins with the verdict says it alone; the code stands behind it.
    const told = paint("red", code);
    return fixed(message.startsWith(NOT_PROVEN) ? `${message} [${told}]` : `${told}: ${message}`, "  ", fixOf(code));
  });
  const advice = causesOf(report, "practice").flatMap(({ heading, checks }) => {
    const gaps = [...new Set(checks.flatMap(({ rests }) => rests))].join(", ");
    return fixed(`  ${paint("yellow", "!")} ${heading}${placesOf(checks)} (${gaps})`, "    ", checks[0].fix);
  });
  const left = asides(report).map(({ text, ids }) => `  ${ids.length} ${text}: ${ids.join(" ")}`);
  return [
    ...part("", problems),
    ...causesOf(report, "demand").flatMap((cause) => causeLines(cause, paint)),
    ...part("Practice (nothing stated is broken)", advice),
    ...part("Not observed", byReason(report)),
    ...part("Failed", failedIds(report)),
    ...part("Left out and known", left),
    summaryOf(report, paint),
    ...provenIn(report),
    ...nextStep(report),
    "",
  ].join("\n");
}

/** Where several checks saw the same: the heading alone would not say. */
function placesOf([, ...others]: Cause["checks"]): string {
  return others.length > 0 ? `: ${others.map(({ title }) => negateTitle(title)).join("; ")}` : "";
}

function causeLines({ heading, checks }: Cause, paint: Paint): string[] {
  const [check] = checks;
  const [seen, steps] = seenIn(check);
  const left = checks.length - SHOWN_PLACES;
  const rest = check.rests.slice(2).join(", ");
  const parts: [name: string, text: string | undefined | false][] = [
    ...checks
      .slice(1, SHOWN_PLACES)
      .map(({ id, title }): [string, string] => ["also", `${negateTitle(title)} [${id}]`]),
    ["also", left > 0 && `${left} more, see below`],
    ...check.rests.slice(0, 2).map((id): [string, string] => ["stated", `${id}: ${sentenceOf(id)}`]),
    ["stated", rest && `also ${rest}`],
    ...evidenceOf(check, short).flatMap(([name, text]): typeof parts =>
      name !== "actual"
        ? [[name, text]]
        : [
            [name, !heading.endsWith(seen?.replace(/^It /, "") ?? "\n") && seen],
            ["after", steps],
          ],
    ),
  ];
  return [
    `${paint("red", "✗")} ${paint("bold", heading)} ${paint("dim", `[${check.id}]`)}`,
    ...parts.flatMap(([name, text]) =>
      text ? [`    ${paint("dim", name)}${" ".repeat(10 - name.length)}${text}`] : [],
    ),
    "",
  ];
}

/** The beginning of a body in one line, behind a blank. */
const short = (body: string | null) =>
  body ? ` ${body.length > 240 ? `${body.slice(0, 240)}…` : body}`.replaceAll(/\s+/g, " ") : "";

function byReason({ checks }: Report): string[] {
  const unobserved = checks.filter(({ status, severity }) => status === "not observed" && severity === "demand");
  return [...Map.groupBy(unobserved, ({ reason }) => reason)].map(([reason, of]) => {
    const ids = of.map(({ id }) => id).slice(0, SHOWN_IDS);
    const more = of.length > SHOWN_IDS ? ` and ${of.length - SHOWN_IDS} more` : "";
    return `  ? ${ids.join(", ")}${more}: ${reason}`;
  });
}

const failedIds = ({ checks }: Report) =>
  [...Map.groupBy(checks.filter(isFailure), ({ group }) => group)].map(
    ([group, of]) => `  ${group} (${of.length}): ${of.map(({ id }) => id).join(" ")}`,
  );

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

function summaryOf(report: Report, paint: Paint): string {
  const { practices, durationMs, seed } = report;
  const verdict = paint(STYLES[toneOf(report)], `${verdictOf(report)}.`);
  const advice = practices.failed > 0 ? `; practice: ${practices.failed} to look at` : "";
  const seen = `${exercised(report)} in ${(durationMs / 1000).toFixed(1)} s (seed ${seed})`;
  return `${verdict} ${countsOf(report)}${advice}. ${seen}.`;
}

/** For a run that passed: the facts by section, and the number of checks in each group. */
function provenIn(report: Report): string[] {
  if (exitCodeOf(report) !== 0) return [];
  const counted = (groups: Map<string, unknown[]>) =>
    [...groups].map(([name, of]) => `${name} (${of.length})`.replaceAll(" ", TIE)).join(", ");
  const sections = Map.groupBy(Object.keys(report.coverage), (id) => id.split("-")[1] ?? "");
  const passed = report.checks.filter(({ status }) => status === "passed");
  const parts = Object.entries(report.inPart).map(([id, unseen]) => `${id} (${unseen})`);
  return [
    `  facts by section: ${counted(sections)}`,
    ...(parts.length > 0 ? [`  in part, for no run shows the rest: ${parts.join(", ")}`] : []),
    `  checks that passed by group: ${counted(Map.groupBy(passed, ({ group }) => group))}`,
    ...amountsOf(report).map((line) => `  ${line}`),
  ];
}

/** How much the run saw, in words. */
export function amountsOf({ amounts }: Report): string[] {
  if (!amounts) return [];
  const { deliveries, urls, requests } = amounts;
  const tried = urls === undefined ? "" : `, ${urls} webhook URLs tried`;
  return [`seen: ${deliveries} deliveries${tried}${requests === undefined ? "" : `, ${requests} requests`}`];
}

function nextStep(report: Report): string[] {
  const [cause] = causesOf(report, "demand");
  if (exitCodeOf(report) !== 1 || !cause) return [];
  const options = ["--only", cause.checks[0].id, "--seed", report.seed].join(TIE);
  return [`next: fix the first finding, then run only its check: ${options}`];
}
