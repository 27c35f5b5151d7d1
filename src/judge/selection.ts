/** Which checks a run has: what `only` names, without what `skip` names. */

import { closest } from "../values/closest.ts";
import type { RunProblem } from "./report/report.ts";

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
  id === word ||
  id.startsWith(`${word.replace(/[.*]+$/, "")}.`) ||
  group === word ||
  rests.some((rest) => rest === word);

/** Returns the checks of a selection, in their order. */
export function select<C extends Named>(checks: readonly C[], { only = [], skip = [] }: Selection): C[] {
  return checks.filter(
    (check) =>
      (only.length === 0 || only.some((word) => names(check, word))) && !skip.some((word) => names(check, word)),
  );
}

/**
 * Returns what is wrong with a selection: a word that names nothing, with the nearest that does, or no check that is
 * left.
 */
export function selectionFault(checks: readonly Named[], selection: Selection): RunProblem | undefined {
  const { only = [], skip = [] } = selection;
  for (const [code, words] of [
    ["only_unknown", only],
    ["skip_unknown", skip],
  ] as const) {
    const unknown = words.find((word) => !checks.some((check) => names(check, word)));
    if (unknown !== undefined) return { code, message: unknownSentence(checks, unknown) };
  }
  if (select(checks, selection).length > 0) return undefined;
  return { code: "skip_unknown", message: "No check is left to run: all selected checks are skipped." };
}

function unknownSentence(checks: readonly Named[], word: string): string {
  const known = new Set(checks.flatMap(({ id, group, rests }) => [id, group, ...rests]));
  const near = closest(word, [...known]);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "see --list.";
  return `No check, group or fact is called ${JSON.stringify(word)}: ${hint}`;
}
