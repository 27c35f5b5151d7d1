/** Compares two documents of one kind. */

import type { ContractDocument } from "../../documents/read.ts";
import { type Change, Changes } from "../change.ts";
import { Comparer } from "./comparison.ts";
import { compareFiles } from "./files.ts";
import { Sides } from "./sides.ts";

/** Returns every difference, judged. `hasExtensions`: also of extensions for which there is no rule. */
export function changesBetween(old: ContractDocument, fresh: ContractDocument, hasExtensions: boolean): Change[] {
  const changes = new Changes(fresh.kind);
  const comparison = new Comparer(new Sides(old, fresh, hasExtensions), changes);
  comparison.run(fresh.kind);
  compareFiles(comparison);
  return changes.list();
}
