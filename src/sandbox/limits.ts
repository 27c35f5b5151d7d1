/** How much a sandbox holds. These limits are its own, so that it never runs out of memory: no service is said to have them (F-8-02). */

import { Refusal } from "./errors.ts";
import type { Kind } from "./model.ts";
import type { World } from "./world.ts";

/** So many records of each kind that callers can add and nothing takes away. */
export const MOST_RECORDS = 100_000;

/** Before a record is added. @throws Refusal `limit_reached`, with a status that no profile decides */
export function needRoom({ store, mostRecords }: World, kind: Kind): void {
  if (store.count(kind) >= mostRecords) throw new Refusal(507, "limit_reached");
}
