/** Runs one attempt at a row, and says what the row ends with. */

import { AsyncLocalStorage } from "node:async_hooks";
import { errorMessage } from "../errors/caught.ts";
import { type FailedEffect, watchFailure } from "./awaitable.ts";
import { inboxError } from "./errors.ts";
import { COMPLETED, EFFECT_FAILED, type RunContext, type Runner } from "./handlers.ts";
import { backoff, type Work } from "./options.ts";
import type { Report } from "./problem.ts";
import { isPutOff, shortenNote } from "./put-off.ts";
import type { Span } from "./spans.ts";
import type { Claimed, Settlement, Store } from "./store.ts";

const DIED = "The process ended during the last attempt.";
/** How many attempts in a row may end with their process. */
const CRASHES = 12;

export type AttemptParts = {
  readonly store: Store<unknown>;
  readonly runner: Runner;
  readonly work: Work;
  readonly report: Report;
};

/** The attempt whose handler runs. */
const running = new AsyncLocalStorage<Attempt>();

export class Attempt {
  readonly row: Claimed;
  readonly controller = new AbortController();
  /** Its effect was committed, and the row with it. */
  completed = false;
  /** Resolves when no effect is running. Until then its transaction holds the row, and the outcome is unknown. */
  completing: Promise<unknown> | undefined;
  /** Resolves when the row was settled. */
  ended: Promise<void> = Promise.resolve();
  readonly #parts: AttemptParts;
  readonly #crashed: boolean;
  #failed: FailedEffect | undefined;
  #over = false;

  /** `crashed`: the process of the attempt before this one may have died of it. */
  constructor(row: Claimed, crashed: boolean, parts: AttemptParts) {
    this.row = row;
    this.#crashed = crashed;
    this.#parts = parts;
  }

  /** Whether it is a handler of this store that asks, before it has ended. */
  static runsHere(store: Store<never>): boolean {
    const attempt = running.getStore();
    return attempt !== undefined && attempt.#parts.store === store && !attempt.#over;
  }

  /** Runs the handler to its end, its deadline or its abort. Never rejects. */
  async run(span: Span): Promise<Settlement> {
    const { row, controller } = this;
    const { runner, work } = this.#parts;
    const { signal } = controller;
    if (this.#crashed && (row.attempts > work.maxAttempts || row.crashes >= CRASHES)) return this.#buryCrashed();
    const startedAt = performance.now();
    const late = new Error(`The handler did not finish within ${work.deadlineMs} ms.`);
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      // A child process was loaded too late: nothing would clear the timer.
      if (!this.#over) timer = setTimeout(() => controller.abort(late), work.deadlineMs);
    };
    try {
      const result = running.run(this, () => runner.run(row, this.#context(), begin));
      if (!result) return { to: "unhandled" };
      const ended = await Promise.race([result, rejectOnAbort(signal)]);
      if (this.completing) {
        await this.completing;
        if (!this.completed) throw new Error(EFFECT_FAILED);
      }
      if (this.#failed?.isMissed() && !this.completed) throw this.#failed.error;
      if (ended === COMPLETED) this.completed = true;
      return { to: "done" };
    } catch (error) {
      await this.completing;
      if (!isPutOff(error)) span.failed(error);
      if (this.completed) return { to: "done" };
      if (signal.aborted && signal.reason !== late) return { to: "release" };
      return this.#settleFailure(error, Math.round(row.leftMs - (performance.now() - startedAt)));
    } finally {
      this.#over = true;
      clearTimeout(timer);
    }
  }

  #context(): RunContext {
    const complete = (effect: unknown) => watchFailure(this.#complete(effect), (failed) => this.#fail(failed));
    const { row, controller } = this;
    return { attempt: row.attempts, signal: controller.signal, ...(this.#parts.store.complete && { complete }) };
  }

  /** The process ended with its last attempt and could not report it; one more could end this process as well. */
  #buryCrashed(): Settlement {
    const { id, event, attempts } = this.row;
    this.#parts.report({ code: "row_dead", id, event, attempt: attempts - 1, error: new Error(DIED) });
    return { to: "dead", error: DIED, ran: false };
  }

  /** `leftMs`: for how long the row is still tried. */
  #settleFailure(error: unknown, leftMs: number): Settlement {
    const { row } = this;
    const { work, report } = this.#parts;
    if (isPutOff(error)) {
      const note = error.reason === undefined ? null : shortenNote(error.reason);
      return { to: "put_off", delayMs: error.forMs, error: note };
    }
    const dead = row.attempts >= work.maxAttempts || leftMs <= 0;
    const { id, event, attempts: attempt } = row;
    report({ code: dead ? "row_dead" : "attempt_failed", id, event, attempt, error });
    const message = shortenNote(errorMessage(error));
    if (dead) return { to: "dead", error: message };
    return { to: "retry", delayMs: Math.min(backoff(row, work), leftMs), error: message };
  }

  #fail(failed: FailedEffect): void {
    this.#failed ??= failed;
    const { id, event, attempts: attempt } = this.row;
    // Too late to make this attempt fail.
    if (this.#over && failed.isMissed())
      this.#parts.report({ code: "lease_lost", id, event, attempt, error: failed.error });
  }

  async #complete(effect: unknown): Promise<void> {
    const { store, work } = this.#parts;
    const { row, controller } = this;
    await this.completing;
    if (controller.signal.aborted || this.completed) throw inboxError("lease_lost");
    const ended = (async () => store.complete?.(row, effect, controller.signal, work.deadlineMs))();
    this.completing = ended.then(
      (held) => {
        this.completed ||= held === true;
        this.completing = undefined;
      },
      () => {
        this.completing = undefined;
      },
    );
    if (!(await ended)) throw inboxError("lease_lost");
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
