/** The one worker that an inbox may have: from the handlers that it is given until it stops. */

import { Attempt } from "./attempt.ts";
import { inboxError, misuse } from "./errors.ts";
import type { Runner } from "./handlers.ts";
import type { Meters } from "./meters.ts";
import type { Work } from "./options.ts";
import type { Report } from "./problem.ts";
import type { Tracing } from "./spans.ts";
import type { Store } from "./store.ts";
import { Worker } from "./worker.ts";

/** Makes the runner of a module, if its handlers can use `Effect`. */
export type ModuleRunner = (module: URL, options: { concurrency: number }) => Promise<Runner>;

export type WorkerSlotParts = {
  readonly store: Store<unknown>;
  readonly tracing: Tracing;
  readonly meters: Meters;
  readonly report: Report;
};

export class WorkerSlot {
  readonly #parts: WorkerSlotParts;
  #runner: Runner | undefined;
  #worker: Worker | undefined;
  #isTaken = false;
  #isPaused = false;
  #isClosed = false;

  constructor(parts: WorkerSlotParts) {
    this.#parts = parts;
  }

  /** The worker; undefined before there is one. */
  get worker(): Worker | undefined {
    return this.#worker;
  }

  /** What the worker handles; nothing before there is one. */
  get handled(): Runner["handled"] {
    return this.#runner?.handled ?? [];
  }

  /** Keeps the place for what `start` gets. @throws InboxError `inbox_closed` @throws MisuseError `inbox_working` */
  take(): void {
    this.#mustBeOpen();
    if (this.#isTaken) throw misuse("inbox_working");
    this.#isTaken = true;
  }

  /** Loads a module for the place that was taken; the place is free again if that fails, or the inbox closes. */
  async load(loading: Promise<Runner>): Promise<Runner> {
    try {
      const runner = await loading;
      if (!this.#isClosed) return runner;
      await runner.close?.();
      throw inboxError("inbox_closed");
    } catch (error) {
      this.#isTaken = false;
      throw error;
    }
  }

  /** Starts the worker, in the place that was taken. */
  start(runner: Runner, work: Work): void {
    this.#runner = runner;
    this.#parts.store.adopt(runner.handled).then(
      () => this.wake(),
      (error) => this.#parts.report({ code: "inbox_failed", error }),
    );
    this.#worker = new Worker({ ...this.#parts, runner, work, isPaused: this.#isPaused });
  }

  /** There may be work. */
  readonly wake = (): void => {
    this.#worker?.wake();
  };

  /**
   * Claims nothing more. Resolves once no handler runs; at once if a handler asks.
   *
   * @throws InboxError `inbox_closed`
   */
  async pause(): Promise<void> {
    this.#mustBeOpen();
    this.#isPaused = true;
    const idle = this.#worker?.pause();
    if (!Attempt.runsHere(this.#parts.store)) await idle;
  }

  /** Claims again. @throws InboxError `inbox_closed` */
  resume(): void {
    this.#mustBeOpen();
    this.#isPaused = false;
    this.#worker?.resume();
  }

  /** Stops the worker, and takes no other. */
  close(drainMs: number): Promise<void> | undefined {
    this.#isClosed = true;
    return this.#worker?.stop(drainMs);
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw inboxError("inbox_closed");
  }
}
