/** When the judge was there to receive. */

import type { Trace } from "../trace.ts";

const TICK_MS = 20;

/**
 * Records when the event loop was blocked, by a busy machine or a service in the same process: a service may give up
 * deliveries that got no answer (N-6.5-01, N-6.5-03).
 */
export class Presence {
  readonly #timer: NodeJS.Timeout;
  readonly #trace: Trace;
  #lastTick = performance.now();

  constructor(trace: Trace) {
    this.#trace = trace;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Returns for how many milliseconds the event loop was blocked, each time that reaches into a span. */
  stalls(from: number, to = Number.POSITIVE_INFINITY): number[] {
    this.#tick();
    return this.#trace.of("stalled").flatMap(({ at, ms }) => (at > from && at - ms < to ? [ms] : []));
  }

  #tick(): void {
    const now = performance.now();
    const ms = now - this.#lastTick - TICK_MS;
    this.#lastTick = now;
    // A shorter stall delays no delivery, and a long run would collect too many of them.
    if (ms > TICK_MS) this.#trace.note("stalled", { at: now, ms });
  }
}
