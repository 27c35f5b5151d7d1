/** Which checks a run has: what `only` names, without what `skip` names. */

import { closest } from "../values/closest.ts";
import { problem, type RunProblem } from "./report/report.ts";

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
