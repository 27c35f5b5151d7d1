/**
 * Whether the judge was able to receive: a busy machine, or a service in the same process, can keep it from
 * answering. A service may give up deliveries that got no answer, because how often and how long it tries is not
 * stated (N-6.5-01, N-6.5-03).
 */

import type { Trace } from "../trace.ts";

const TICK_MS = 20;

/** Records when the event loop was blocked. */
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

  /** Returns the longest time in milliseconds for which the event loop was blocked, of those that reach into a span. */
  longestStall(from: number, to = Number.POSITIVE_INFINITY): number {
    this.#tick();
    const stalls = this.#trace.of("stalled").filter(({ at, ms }) => at > from && at - ms < to);
    return Math.max(0, ...stalls.map(({ ms }) => ms));
  }

  #tick(): void {
    const now = performance.now();
    const ms = now - this.#lastTick - TICK_MS;
    this.#lastTick = now;
    // A shorter stall delays no delivery, and a long run would collect too many of them.
    if (ms > TICK_MS) this.#trace.note("stalled", { at: now, ms });
  }
}
