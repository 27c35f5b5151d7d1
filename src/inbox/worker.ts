/**
 * Claims due rows and runs them: a few at a time, each under a lease that is renewed while it runs, until it is done
 * or dead.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { Attempt, type AttemptParts } from "./attempt.ts";
import { inboxError } from "./errors.ts";
import type { Meters } from "./meters.ts";
import type { Tracing } from "./spans.ts";
import type { Claimed, Settlement } from "./store.ts";

/** How soon to query a store again that failed, or where another worker was quicker. */
const AGAIN_MS = 1_000;

export type WorkerParts = AttemptParts & {
  readonly meters: Meters;
  readonly tracing: Tracing;
  readonly isPaused: boolean;
};

export class Worker {
  readonly #parts: WorkerParts;
  readonly #running = new Map<number, Attempt>();
  readonly #renewing: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  /** Another caller woke it while it was looking, perhaps too late to be noticed. */
  #again = false;
  /** A row whose process may have died of it runs alone, so that it cannot take others along. */
  #alone = false;
  /** Rows whose handler has ended. Their places are free: the next claim shares a commit with their ends. */
  #settling = 0;
  #stopped = false;
  #paused: boolean;
  /** The last claim was full, so more is probably due. */
  #more = false;
  /** When the store was last asked for work, by `performance.now`. */
  #lookedAt = performance.now();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#paused = parts.isPaused;
    this.#renewing = setInterval(() => this.#renew(), parts.work.leaseMs / 3);
    this.wake();
  }

  /** There may be work. */
  wake(): void {
    this.#again = true;
    if (this.#stopped || this.#looking || this.#free() === 0) return;
    clearTimeout(this.#timer);
    this.#again = false;
    this.#looking = this.#look().then((wait) => {
      this.#looking = undefined;
      if (this.#again) this.wake();
      else if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), wait);
    });
  }

  /** Whether it is paused, and how many handlers run. */
  get state(): { readonly paused: boolean; readonly running: number } {
    return { paused: this.#paused, running: this.#running.size };
  }

  /** Claims nothing more. Resolves once no handler runs. */
  async pause(): Promise<void> {
    this.#paused = true;
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Claims again. */
  resume(): void {
    this.#paused = false;
    this.#lookedAt = performance.now();
    this.wake();
  }

  /** Gives running handlers `drainMs` to finish, then aborts them and releases their leases. */
  async stop(drainMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    // If the store never answers, nothing clears it.
    this.#renewing.unref();
    await this.#looking;
    const ended = Promise.all([...this.#running.values()].map(({ ended }) => ended));
    const drained = new AbortController();
    await Promise.race([ended.then(() => drained.abort()), sleep(drainMs, undefined, drained).catch(() => undefined)]);
    for (const { controller } of this.#running.values()) controller.abort(inboxError("inbox_closed"));
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    clearInterval(this.#renewing);
    await this.#parts.runner.close?.();
  }

  /** Whether it has places free and did not look for work for `ms` longer than it should. */
  isStuck(ms: number): boolean {
    return this.#free() > 0 && performance.now() - this.#lookedAt > ms + this.#parts.work.pollMs;
  }

  #free(): number {
    return this.#alone || this.#paused ? 0 : this.#parts.work.concurrency - this.#running.size + this.#settling;
  }

  /** Claims until nothing is due or no place is free. Gives the milliseconds until it should look again. */
  async #look(): Promise<number> {
    const { store, work, report } = this.#parts;
    // Rows that end in one turn of the event loop are replaced by one claim.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      for (let free = this.#free(); free > 0 && !this.#stopped; free = this.#free()) {
        this.#lookedAt = performance.now();
        const guessed = this.#more;
        const wait = guessed ? 0 : await store.nextDue();
        if (wait !== 0) return Math.min(wait ?? work.pollMs, work.pollMs);
        this.#more = false;
        const { rows, crashed } = await store.claim({
          limit: free,
          leaseMs: work.leaseMs,
          idle: this.#running.size === 0,
          retryForMs: work.retryForMs,
          laneHeldBy: work.laneHeldBy,
        });
        this.#alone = crashed && rows.length > 0;
        this.#more = rows.length === free;
        for (const row of rows) this.#start(row, crashed);
        // Another worker was quicker, or a row waits until everything else has ended, which wakes this worker.
        if (rows.length === 0 && !guessed) return AGAIN_MS;
      }
    } catch (error) {
      report({ code: "inbox_failed", error });
      return AGAIN_MS;
    }
    return work.pollMs;
  }

  #start(row: Claimed, crashed: boolean): void {
    const attempt = new Attempt(row, crashed, this.#parts);
    this.#running.set(row.id, attempt);
    attempt.ended = this.#attempt(attempt).then(() => {
      if (this.#running.get(row.id) === attempt) this.#running.delete(row.id);
      this.#settling--;
      this.wake();
    });
  }

  /** Runs one attempt to its end and settles the row. Never rejects. */
  async #attempt(attempt: Attempt): Promise<void> {
    const { row, controller } = attempt;
    const { tracing, meters } = this.#parts;
    const settlement = await tracing.around(row, async (span) => attempt.run(span));
    this.#settling++;
    this.#alone = false;
    this.wake();
    if (!attempt.completed) await this.#settle(attempt, settlement);
    controller.abort();
    const to = attempt.completed ? "done" : settlement.to;
    meters.attempt(to, Date.now() - row.received);
  }

  /** Tries until the store answers: what was done must not be done again. */
  async #settle({ row, controller }: Attempt, settlement: Settlement): Promise<void> {
    const { store, report } = this.#parts;
    const { id, event } = row;
    for (let told = false; ; told = true) {
      try {
        if (!(await store.settle(row, settlement))) report({ code: "lease_lost", id, event });
        return;
      } catch (error) {
        if (!told) report({ code: "inbox_failed", id, event, error });
        if (this.#stopped && controller.signal.aborted) return;
      }
      await sleep(AGAIN_MS);
    }
  }

  /**
   * Skips rows whose effect is running: no other worker can claim them, and a renewal would wait for their
   * transaction while the other leases expire.
   */
  async #renew(): Promise<void> {
    const { store, work, report } = this.#parts;
    const held = [...this.#running.values()].filter(({ completed, completing }) => !completed && !completing);
    if (held.length === 0) return;
    try {
      const lost = new Set(
        await store.renew(
          held.map(({ row }) => row),
          work.leaseMs,
        ),
      );
      for (const attempt of held) {
        if (!lost.has(attempt.row.id)) continue;
        // It may have been this row's own effect that ended the lease.
        await attempt.completing;
        if (!attempt.completed) attempt.controller.abort(inboxError("lease_lost"));
      }
    } catch (error) {
      report({ code: "inbox_failed", error });
    }
  }
}
