/** Wall-clock time that a step of the clock cannot move unseen. */

/** A larger difference between wall clock and monotonic clock is a step; a smaller one is drift. */
const STEP_MS = 2_000;

export type Clocks = {
  /** Epoch milliseconds; `Date.now` if left out. */
  readonly wall?: () => number;
  /** Milliseconds that only grow; `performance.now` if left out. */
  readonly monotonic?: () => number;
};

/** Counts from its start by the monotonic clock, so that leases and back-offs last as long as they should. */
export class SteadyClock {
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  #offset: number;

  constructor({ wall = Date.now, monotonic = () => performance.now() }: Clocks = {}) {
    this.#wall = wall;
    this.#monotonic = monotonic;
    this.#offset = wall() - monotonic();
  }

  /** Epoch milliseconds, whole. */
  now(): number {
    return Math.round(this.#monotonic() + this.#offset);
  }

  /** Follows the wall clock if it was set. Returns by how many milliseconds, 0 if it was not. */
  follow(): number {
    const offset = this.#wall() - this.#monotonic();
    const step = offset - this.#offset;
    if (Math.abs(step) < STEP_MS) return 0;
    this.#offset = offset;
    return Math.round(step);
  }
}
