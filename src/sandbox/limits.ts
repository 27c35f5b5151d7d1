/** How much a sandbox holds, so that memory suffices. The limits are its own, not the service's (F-8-02). */

import { Refusal } from "./errors.ts";
import type { Needs } from "./parts.ts";
import type { Kind } from "./store/model.ts";

/** Default number of records of each kind that callers may add. */
export const MOST_RECORDS = 100_000;

/**
 * Checks that `more` records fit, before the first of them is made.
 * @throws Refusal `limit_reached`, with a status that no profile decides
 */
export function needRoom({ store, mostRecords }: Needs<"store" | "mostRecords">, kind: Kind, more = 1): void {
  if (store.count(kind) + more > mostRecords) throw new Refusal(507, "limit_reached");
}
