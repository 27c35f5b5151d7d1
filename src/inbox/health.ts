import { codeOf } from "../errors/caught.ts";
import { within } from "../receive/promises.ts";
import type { Limits } from "./options.ts";
import type { Store } from "./store.ts";
import type { Worker } from "./worker.ts";

/** A worker that has not looked for work for this long is stuck. It looks every second. */
const STUCK_MS = 60_000;
/**
 * How long a failed delivery counts. Where nobody sends to a process that is not ready, no later delivery could take it
 * back.
 */
const RECENT_MS = 10_000;
/** How long the store may take to answer. */
const ANSWER_MS = 2_000;

/** `because`: codes of what is wrong; empty if nothing is. */
export type Health = { readonly ready: boolean; readonly live: boolean; readonly because: readonly string[] };

/** Why the last delivery was not stored, and when, by `performance.now`. */
export type Trouble = { readonly code: "inbox_failed" | "inbox_full"; readonly at: number };

type Seen = { trouble: Trouble | undefined; limits: Limits; closed: boolean; worker: Worker | undefined };

/**
 * Queries the store to see whether it can be read, and whether it is full. Whether it can be written follows from the
 * outcome of the last delivery.
 */
export async function healthOf(store: Store<unknown>, { trouble, limits, closed, worker }: Seen): Promise<Health> {
  if (closed) return { ready: false, live: true, because: ["inbox_closed"] };
  const because = new Set<string>();
  if (trouble && performance.now() - trouble.at < RECENT_MS) because.add(trouble.code);
  try {
    const { rows, bytes } = await within(ANSWER_MS, store.totals(), () => {
      throw new Error(`The store did not answer within ${ANSWER_MS} ms.`);
    });
    const stored = Object.values(rows).reduce((sum, count) => sum + count, 0);
    if (stored >= limits.maxRows || bytes >= limits.maxBytes) because.add("inbox_full");
  } catch (error) {
    because.add(codeOf(error) ?? "inbox_failed");
  }
  const ready = because.size === 0;
  const live = !worker?.isStuck(STUCK_MS);
  if (!live) because.add("worker_stuck");
  return { ready, live, because: [...because] };
}
