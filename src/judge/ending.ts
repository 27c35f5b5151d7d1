/** Why and when a run ends before each of its checks has a verdict. */

import type { RunProblemCode } from "../errors/command.ts";

/** A run in which nothing new was observed for so long ends. Milliseconds. */
export const NOTHING_NEW_MS = 30_000;
/** The longest time that `setTimeout` takes, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** What ended a run. `code`: its problem; none after `failFast`, because the finding tells enough. */
export interface End {
  readonly code?: Extract<RunProblemCode, "interrupted" | "budget_spent" | "nothing_new">;
  readonly why: string;
}

/** What may end a run: its user, its first finding, its budget, or a silence of 30 seconds. */
export class Ending {
  readonly #controller = new AbortController();
  readonly #ended = Promise.withResolvers<undefined>();
  readonly #started = performance.now();
  #budget: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #isOver = false;
  /** What ended the run; undefined while it goes on. */
  end: End | undefined;
  /** Aborts with the run, so that nothing waits any longer. */
  readonly signal = this.#controller.signal;
  /** Gives up what has been silent for 30 seconds; whether there was something besides the run as a whole. */
  giveUp: () => boolean = () => false;

  /** `signal`: of the user. `budgetMs`: as in `RunOptions`. */
  constructor(signal: AbortSignal | undefined, budgetMs: number | undefined) {
    const interrupt = () => this.now({ code: "interrupted", why: "the run was interrupted" });
    if (signal?.aborted) interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });
    if (budgetMs === undefined) return;
    const spent = () => this.now({ code: "budget_spent", why: `the budget of ${budgetMs / 1000} s was spent` });
    this.#budget = setTimeout(spent, Math.min(budgetMs, LONGEST_MS));
  }

  /** Milliseconds since the run began. */
  get elapsed(): number {
    return performance.now() - this.#started;
  }

  /** Ends the run; what ended it first counts. */
  now(end: End): void {
    if (this.end) return;
    this.end = end;
    this.stop();
    this.#controller.abort();
    this.#ended.resolve(undefined);
  }

  /** Something new was observed: an answer, a delivery, a verdict. */
  news(): void {
    if (this.#isOver) return;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#silent(), NOTHING_NEW_MS);
  }

  #silent(): void {
    if (this.giveUp()) this.news();
    else this.now({ code: "nothing_new", why: `nothing new was observed for ${NOTHING_NEW_MS / 1000} s` });
  }

  /** Resolves to what the work does, or to undefined as soon as the run ends. */
  race<T>(work: Promise<T>): Promise<T | undefined> {
    work.catch(() => {});
    return Promise.race([work, this.#ended.promise]);
  }

  /** Ends both clocks for good: what is heard afterwards starts none, so the process can end. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#budget);
    clearTimeout(this.#silence);
  }
}
