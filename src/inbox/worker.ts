/**
 * Claims due rows and runs them: a few at a time, each under a lease that is renewed while it runs, until it is done
 * or dead.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { inboxError } from "./errors.ts";
import { COMPLETED, type Context, type Runner } from "./handlers.ts";
import type { Meters } from "./meters.ts";
import { backoff, type Work } from "./options.ts";
import type { Report } from "./problem.ts";
import type { Span, Tracing } from "./spans.ts";
import type { Claimed, Settlement, Store } from "./store.ts";

/** How often to query a store that cannot notify, and how soon to query a store again that failed. */
const LOOK_MS = 1_000;
/** Number of characters to keep of an error's message. */
const ERROR_MAX = 500;

type Running = {
  readonly row: Claimed;
  readonly controller: AbortController;
  completed: boolean;
  /** Resolves when no effect is running. Until then its transaction holds the row, and the outcome is unknown. */
  completing: Promise<unknown> | undefined;
  ended: Promise<void>;
};

export type WorkerParts = {
  readonly store: Store<unknown>;
  readonly runner: Runner;
  readonly work: Work;
  readonly report: Report;
  readonly meters: Meters;
  readonly tracing: Tracing;
};

export class Worker {
  readonly #parts: WorkerParts;
  readonly #running = new Map<number, Running>();
  readonly #renewing: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  /** Another caller woke it while it was looking, perhaps too late to be noticed. */
  #again = false;
  /** A row whose process may have died of it runs alone, so that it cannot take others along. */
  #alone = false;
  /**
   * Rows whose handler has ended. Their places are free, so that the next claim shares a commit with what they end
   * with.
   */
  #settling = 0;
  #stopped = false;
  /** The last claim was full, so more is probably due. */
  #more = false;
  /** When the store was last asked for work, by `performance.now`. */
  #lookedAt = performance.now();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
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

  /** Gives running handlers `drainMs` to finish, then aborts them and releases their leases. */
  async stop(drainMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    const ended = Promise.all([...this.#running.values()].map((running) => running.ended));
    const drained = new AbortController();
    await Promise.race([ended.then(() => drained.abort()), sleep(drainMs, undefined, drained).catch(() => undefined)]);
    for (const { controller } of this.#running.values()) controller.abort(inboxError("inbox_closed"));
    await Promise.all([...this.#running.values()].map((running) => running.ended));
    clearInterval(this.#renewing);
    await this.#parts.runner.close?.();
  }

  /** Whether it has places free and did not look for work for `ms`. */
  isStuck(ms: number): boolean {
    return this.#free() > 0 && performance.now() - this.#lookedAt > ms;
  }

  #free(): number {
    return this.#alone ? 0 : this.#parts.work.concurrency - this.#running.size + this.#settling;
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
        if (wait !== 0) return Math.min(wait ?? LOOK_MS, LOOK_MS);
        this.#more = false;
        const { rows, crashed } = await store.claim({
          limit: free,
          leaseMs: work.leaseMs,
          idle: this.#running.size === 0,
        });
        this.#alone = crashed && rows.length > 0;
        this.#more = rows.length === free;
        for (const row of rows) this.#start(row);
        // Another worker was quicker, or a row waits until everything else has ended, which wakes this worker.
        if (rows.length === 0 && !guessed) return LOOK_MS;
      }
    } catch (error) {
      report({ code: "inbox_failed", error });
    }
    return LOOK_MS;
  }

  #start(row: Claimed): void {
    const controller = new AbortController();
    const ended = Promise.resolve();
    const running: Running = { row, controller, completed: false, completing: undefined, ended };
    this.#running.set(row.id, running);
    running.ended = this.#attempt(running).then(() => {
      if (this.#running.get(row.id) === running) this.#running.delete(row.id);
      this.#settling--;
      this.wake();
    });
  }

  /** Runs one attempt to its end and settles the row. Never rejects. */
  async #attempt(running: Running): Promise<void> {
    const { row, controller } = running;
    const { tracing, meters } = this.#parts;
    const settlement = await tracing.around(row, async (span) => this.#outcome(running, span));
    this.#settling++;
    this.#alone = false;
    this.wake();
    if (!running.completed) await this.#settle(running, settlement);
    controller.abort();
    const to = running.completed ? "done" : settlement.to;
    meters.attempt(to, Date.now() - row.received);
  }

  async #outcome(running: Running, span: Span): Promise<Settlement> {
    const { row, controller } = running;
    const { runner, work, report } = this.#parts;
    const { signal } = controller;
    const late = new Error(`The handler did not finish within ${work.deadlineMs} ms.`);
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      timer = setTimeout(() => controller.abort(late), work.deadlineMs);
    };
    const context: Context<unknown> = {
      attempt: row.attempts,
      signal,
      complete: (effect) => this.#complete(running, effect),
    };
    try {
      const result = runner.run(row, context, begin);
      if (!result) return { to: "unhandled" };
      const ended = await Promise.race([result, aborted(signal)]);
      if (running.completing) {
        await running.completing;
        if (!running.completed) throw new Error("The handler did not wait for its effect, which failed.");
      }
      if (ended === COMPLETED) running.completed = true;
      return { to: "done" };
    } catch (error) {
      await running.completing;
      span.failed(error);
      if (running.completed) return { to: "done" };
      if (signal.aborted && signal.reason !== late) return { to: "release" };
      const dead = row.attempts >= work.maxAttempts;
      const { id, event, attempts: attempt } = row;
      report({ code: dead ? "row_dead" : "attempt_failed", id, event, attempt, error });
      const message = messageOf(error);
      return dead ? { to: "dead", error: message } : { to: "retry", delayMs: backoff(row, work), error: message };
    } finally {
      clearTimeout(timer);
    }
  }

  async #complete(running: Running, effect: unknown): Promise<void> {
    const { store } = this.#parts;
    const { row, controller } = running;
    await running.completing;
    if (controller.signal.aborted || running.completed) throw inboxError("lease_lost");
    const ended = (async () => store.complete?.(row, effect, controller.signal))();
    running.completing = ended.then(
      (held) => {
        running.completed ||= held === true;
        running.completing = undefined;
      },
      () => {
        running.completing = undefined;
      },
    );
    if (!(await ended)) throw inboxError("lease_lost");
  }

  /** Tries until the store answers: what was done must not be done again. */
  async #settle({ row, controller }: Running, settlement: Settlement): Promise<void> {
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
      await sleep(LOOK_MS);
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
      for (const running of held) {
        if (!lost.has(running.row.id)) continue;
        // It may have been this row's own effect that ended the lease.
        await running.completing;
        if (!running.completed) running.controller.abort(inboxError("lease_lost"));
      }
    } catch (error) {
      report({ code: "inbox_failed", error });
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.slice(0, ERROR_MAX);
}
