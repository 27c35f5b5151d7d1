/** Compares two documents of one kind. */

import type { ContractDocument } from "../../documents/read.ts";
import { type Change, Changes } from "../change.ts";
import { Comparer } from "./comparison.ts";
import { type Deployed, statedIn } from "./deployment.ts";
import { compareFiles } from "./files.ts";
import type { Pair } from "./pair.ts";
import { Sides } from "./sides.ts";

/** Returns every difference, judged. `hasExtensions`: also of extensions for which there is no rule. */
export function changesBetween(old: ContractDocument, fresh: ContractDocument, hasExtensions: boolean): Change[] {
  const changes = new Changes(fresh.kind);
  const comparison = new Comparer(new Sides(old, fresh, hasExtensions), changes);
  comparison.run(fresh.kind, { old: old.data, new: fresh.data }, "request");
  compareFiles(comparison);
  return changes.list();
}

/**
 * Returns what two deployments state otherwise; none where neither has `deployment.json`. `documents`: one of each
 * side, which says who is affected.
 */
export function changesOfDeployments(
  deployed: Pair<Deployed | undefined>,
  documents: { readonly old: ContractDocument; readonly new: ContractDocument },
): Change[] {
  if (!deployed.old && !deployed.new) return [];
  const changes = new Changes("deployment");
  new Comparer(new Sides(documents.old, documents.new, true), changes).run("deployment", statedIn(deployed), "either");
  return changes.list();
}
