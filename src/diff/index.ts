/** What changed between two contracts, and whom it breaks. Structure only: no document is fetched, none is run. */

import { documentError } from "../documents/errors.ts";
import { type Documents, KINDS } from "../documents/read.ts";
import { type Change, mergeChanges } from "./change.ts";
import type { Deployed } from "./statements/deployment.ts";
import { changesBetween, changesOfDeployments } from "./statements/index.ts";

export type { Change } from "./change.ts";

/** The documents of one side, and what it states beyond them, if it is a contract folder. */
export type Contract = Documents & { readonly deployment?: Deployed };

/** How many changes there are of each sort; every change is counted once. */
export interface Counts {
  readonly breaking: number;
  readonly unclassified: number;
  readonly notBreaking: number;
  readonly documentationOnly: number;
}

/** The step of a version that the changes ask for, by semantic versioning. */
export type Bump = "major" | "minor" | "patch" | "none";

export interface Difference {
  readonly changes: readonly Change[];
  readonly counts: Counts;
  /** `major` if something breaks; at least this one where something is unclassified that nobody accepted. */
  readonly bump: Bump;
}

export interface DiffOptions {
  /** False leaves out extensions without a rule. Default true. */
  readonly hasExtensions?: boolean | undefined;
}

/**
 * Compares two contracts, kind by kind. Every difference is reported: one that no rule understands as unclassified.
 *
 * @throws DocumentError `documents_differ` where the two sides have no kind of document in common; `document_too_large`
 *   where the comparison takes more steps than any contract needs
 */
export function diffContracts(old: Contract, fresh: Contract, options: DiffOptions = {}): Difference {
  const shared = KINDS.filter((kind) => old[kind] && fresh[kind]);
  const oneSided = KINDS.filter((kind) => (old[kind] === undefined) !== (fresh[kind] === undefined));
  if (shared.length === 0 || oneSided.length > 0)
    throw documentError("documents_differ", `only one side has ${oneSided.join(" and ")}`);
  const pairs = shared.flatMap((kind) => {
    const [before, after] = [old[kind], fresh[kind]];
    return before && after ? [{ old: before, new: after }] : [];
  });
  const lists = pairs.map((pair) => changesBetween(pair.old, pair.new, options.hasExtensions ?? true));
  const deployed = pairs
    .slice(0, 1)
    .map((pair) => changesOfDeployments({ old: old.deployment, new: fresh.deployment }, pair));
  return toDifference(mergeChanges([...lists, ...deployed]));
}

/** Counts the changes, and says which step of a version they ask for. */
export function toDifference(changes: readonly Change[]): Difference {
  const counts = countChanges(changes);
  return { changes, counts, bump: chooseBump(counts) };
}

function countChanges(changes: readonly Change[]): Counts {
  const documentationOnly = changes.filter((change) => change.documentationOnly).length;
  const of = (verdict: Change["verdict"]) => changes.filter((change) => change.verdict === verdict).length;
  return {
    breaking: of("breaking"),
    unclassified: of("unclassified"),
    notBreaking: of("not breaking") - documentationOnly,
    documentationOnly,
  };
}

function chooseBump({ breaking, unclassified, notBreaking, documentationOnly }: Counts): Bump {
  if (breaking > 0) return "major";
  if (unclassified + notBreaking > 0) return "minor";
  return documentationOnly > 0 ? "patch" : "none";
}
