import { errorCode } from "../errors/caught.ts";
import { within } from "../receive/promises.ts";
import type { Limits } from "./options.ts";
import type { Store } from "./store.ts";
import type { Worker } from "./worker.ts";

/** A worker that has not looked for work for this long is stuck. It looks every second. */
const STUCK_MS = 60_000;
/**
 * How long a failed delivery counts. A process that is not ready may get no deliveries, so none that succeeds could
 * end it sooner.
 */
const RECENT_MS = 10_000;
/** How long the store may take to answer. */
const ANSWER_MS = 2_000;

/**
 * `because`: codes of what is wrong; empty if nothing is. `logBytes`: size of the log beside a file in bytes; null in
 * PostgreSQL.
 */
export type Health = {
  readonly ready: boolean;
  readonly live: boolean;
  readonly because: readonly string[];
  readonly logBytes: number | null;
};

/** Why a delivery was not stored. */
type Trouble = "inbox_failed" | "inbox_full";

/** How the last deliveries went. Times are by `performance.now`. */
export class Reception {
  /** The deliveries that are not stored yet, the oldest first. */
  readonly #waiting = new Set<{ readonly since: number }>();
  #trouble: Trouble | undefined;
  #troubleAt = 0;

  /** A delivery arrived. Call what is returned once it is stored, or with why it is not. */
  begin(): (trouble?: Trouble) => void {
    const waiting = { since: performance.now() };
    this.#waiting.add(waiting);
    return (trouble) => {
      this.#waiting.delete(waiting);
      this.#trouble = trouble;
      this.#troubleAt = performance.now();
    };
  }

  /** What is wrong now. */
  trouble(): Trouble | undefined {
    const now = performance.now();
    const [oldest] = this.#waiting;
    if (this.#trouble && now - this.#troubleAt < RECENT_MS) return this.#trouble;
    return oldest && now - oldest.since > ANSWER_MS ? "inbox_failed" : undefined;
  }
}

type Seen = { reception: Reception; limits: Limits; closed: boolean; worker: Worker | undefined };

/**
 * Queries the store to see whether it can be read, and whether it is full. Whether it can be written follows from the
 * outcome of the last delivery.
 */
export async function measureHealth(store: Store<unknown>, seen: Seen): Promise<Health> {
  const { reception, limits, closed, worker } = seen;
  const logBytes = store.logBytes?.() ?? null;
  if (closed) return { ready: false, live: true, because: ["inbox_closed"], logBytes };
  const because = new Set<string>();
  const trouble = reception.trouble();
  if (trouble) because.add(trouble);
  try {
    const { rows, bytes } = await within(ANSWER_MS, store.totals(), () => {
      throw new Error(`The store did not answer within ${ANSWER_MS} ms.`);
    });
    const stored = Object.values(rows).reduce((sum, count) => sum + count, 0);
    if (stored >= limits.maxRows || bytes >= limits.maxBytes) because.add("inbox_full");
  } catch (error) {
    because.add(errorCode(error) ?? "inbox_failed");
  }
  const ready = because.size === 0;
  const live = !worker?.isStuck(STUCK_MS);
  if (!live) because.add("worker_stuck");
  return { ready, live, because: [...because], logBytes };
}
