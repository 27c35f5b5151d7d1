import { codeOf } from "../errors/caught.ts";
import type { Store } from "./store.ts";
import type { Worker } from "./worker.ts";

/** A worker that has not looked for work for this long is stuck. It looks every second. */
const STUCK_MS = 60_000;

/** `because`: codes of what is wrong; empty if nothing is. */
export type Health = { readonly ready: boolean; readonly live: boolean; readonly because: readonly string[] };

type Seen = { trouble: string | undefined; closed: boolean; worker: Worker | undefined };

/**
 * Queries the store to see whether it can be read. Whether it can be written follows from the outcome of the last
 * delivery.
 */
export async function healthOf(store: Store<unknown>, { trouble, closed, worker }: Seen): Promise<Health> {
  if (closed) return { ready: false, live: true, because: ["inbox_closed"] };
  const because = trouble === undefined ? [] : [trouble];
  try {
    await store.totals();
  } catch (error) {
    because.push(codeOf(error) ?? "inbox_failed");
  }
  const live = !worker?.isStuck(STUCK_MS);
  return { ready: because.length === 0, live, because: live ? because : [...because, "worker_stuck"] };
}
