/** Deletes the oldest final deliveries beyond a limit. */

import type { Store } from "../store/store.ts";
import { FINAL_STATES } from "./record.ts";

const KEPT_MAX = 10_000;

/** Keeps the newest 10,000 final deliveries. */
export function prune(store: Store): void {
  const final = store.list("delivery").filter(({ state }) => FINAL_STATES.includes(state));
  for (const { id } of final.slice(0, -KEPT_MAX)) store.remove("delivery", id);
}
