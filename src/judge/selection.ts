/**
 * Which checks a run has: what `only` names, without what `skip` names. With a baseline it fails only for other demands
 * than those that are known to fail. Each of these belongs to one check and its facts: if either changes, a person must
 * look again.
 */

import { closest } from "../values/closest.ts";
import { isObject } from "./answers.ts";
import type { Check } from "./check.ts";
import { type BaselineResult, type CheckResult, problem, type Report, type RunProblem } from "./report/report.ts";

/** Each word is the id of a check or its beginning, the name of a group, or the id of a fact. */
export interface Selection {
  /** Runs these checks alone. Default, and if it is empty: all checks. */
  readonly only?: readonly string[] | undefined;
  /** Leaves these checks out, of what `only` names as well. Default: none. */
  readonly skip?: readonly string[] | undefined;
}

interface Named {
  readonly id: string;
  readonly group: string;
  readonly rests: readonly string[];
}

const names = ({ id, group, rests }: Named, word: string) =>
  [id, group, ...rests].includes(word) || id.startsWith(`${word.replace(/[.*]+$/, "")}.`);

/** Returns the checks of a selection, in their order. */
export function select<C extends Named>(checks: readonly C[], { only = [], skip = [] }: Selection): C[] {
  const isNamed = (check: C, words: readonly string[]) => words.some((word) => names(check, word));
  return checks.filter((check) => (only.length === 0 || isNamed(check, only)) && !isNamed(check, skip));
}

/** Returns what is wrong with a selection: a word that names nothing, or no check that is left. */
export function selectionFault(checks: readonly Named[], selection: Selection): RunProblem | undefined {
  const { only = [], skip = [] } = selection;
  const isUnknown = (word: string) => !checks.some((check) => names(check, word));
  const unknown = [...only, ...skip].find(isUnknown);
  if (unknown !== undefined)
    return problem(only.includes(unknown) ? "only_unknown" : "skip_unknown", unknownSentence(checks, unknown));
  const none = "No check is left to run: all selected checks are skipped.";
  return select(checks, selection).length > 0 ? undefined : problem("skip_unknown", none);
}

function unknownSentence(checks: readonly Named[], word: string): string {
  const known = new Set(checks.flatMap(({ id, group, rests }) => [id, group, ...rests]));
  const near = closest(word, [...known]);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "see --list.";
  return `No check, group or fact is called ${JSON.stringify(word)}: ${hint}`;
}

/** One demand that is known to fail. */
export interface KnownFailure {
  /** Id of the check. */
  readonly check: string;
  /** Ids of the facts that it rests on. */
  readonly facts: readonly string[];
}

/** What `--write-baseline` writes, as JSON: only names, sorted by check. */
export interface Baseline {
  readonly schema: 1;
  readonly known: readonly KnownFailure[];
}

/** Returns the ids of the checks that are known to fail. */
export function knownIn(baseline: Baseline | undefined): ReadonlySet<string> {
  return new Set(baseline?.known.map(({ check }) => check));
}

const isKnownFailure = (known: unknown): known is KnownFailure =>
  isObject(known) &&
  typeof known["check"] === "string" &&
  Array.isArray(known["facts"]) &&
  known["facts"].every((fact) => typeof fact === "string");

/** Whether a value has the form of a baseline, whatever checks and facts it names. */
export const isBaseline = (value: unknown): value is Baseline =>
  isObject(value) && value["schema"] === 1 && Array.isArray(value["known"]) && value["known"].every(isKnownFailure);

/** Returns what is wrong with a value that was passed as a baseline; undefined if it is valid or absent. */
export function baselineFault(
  baseline: unknown,
  checks: readonly Pick<Check<never>, "id" | "rests" | "severity">[],
): RunProblem | undefined {
  if (baseline === undefined) return undefined;
  const fault = (message: string) => problem("baseline_invalid", message);
  if (!isObject(baseline) || baseline["schema"] !== 1 || !Array.isArray(baseline["known"]))
    return fault('The baseline is not an object with "schema": 1 and a list "known".');
  const demands = new Map(checks.filter(({ severity }) => severity === "demand").map(({ id, rests }) => [id, rests]));
  const seen = new Set<string>();
  for (const [at, known] of baseline["known"].entries()) {
    if (!isKnownFailure(known)) return fault(`The baseline has no check with a list of facts at known[${at}].`);
    const { check, facts } = known;
    if (seen.has(check)) return fault(`The baseline names ${shown(check)} twice.`);
    seen.add(check);
    const rests = demands.get(check);
    if (!rests) {
      const [near] = closest(check, [...demands.keys()]);
      const hint = near === undefined ? "." : `: did you mean ${near}?`;
      return fault(`The baseline names ${shown(check)}, and no demand is called that${hint}`);
    }
    if ([...facts].sort().join() !== [...rests].sort().join())
      return fault(`The check ${check} rests on ${rests.join(", ")}, and the baseline has other facts for it.`);
  }
  return undefined;
}

const shown = (text: string) => JSON.stringify(text.slice(0, 60));

/** Compares the findings of a run with the known failures. */
export function compared(checks: readonly CheckResult[], baseline: Baseline): BaselineResult {
  const known = knownIn(baseline);
  const demands = checks.filter(({ severity }) => severity === "demand");
  const idsOf = (status: CheckResult["status"], isKnown: boolean) =>
    demands.filter((check) => check.status === status && known.has(check.id) === isKnown).map(({ id }) => id);
  const [failed, mended] = [idsOf("failed", true), idsOf("passed", true)];
  const notObserved = [...known].filter((id) => !failed.includes(id) && !mended.includes(id));
  return { known: failed, new: idsOf("failed", false), mended, notObserved };
}

/** Makes a baseline of the demands that failed, and of those of `before` that have no verdict in this report. */
export function baselineOf(report: Pick<Report, "checks">, before?: Baseline): Baseline {
  const judged = new Set(report.checks.filter(({ status }) => status !== "not observed").map(({ id }) => id));
  const failed = report.checks
    .filter(({ status, severity }) => status === "failed" && severity === "demand")
    .map(({ id, rests }) => ({ check: id, facts: [...rests].sort() }));
  const kept = (before?.known ?? []).filter(({ check }) => !judged.has(check));
  return { schema: 1, known: [...failed, ...kept].sort((a, b) => (a.check < b.check ? -1 : 1)) };
}
