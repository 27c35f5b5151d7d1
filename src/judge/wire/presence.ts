/**
 * Whether the judge was there to take what came: a machine that is busy, or a service that runs in the same process,
 * can keep it from answering. Deliveries that meet nobody may be given up, for how often and for how long a service
 * tries is stated nowhere (N-6.5-01, N-6.5-03).
 */

const TICK_MS = 20;

/** Keeps when the event loop was held up. */
export class Presence {
  readonly #timer: NodeJS.Timeout;
  readonly #stalls: { readonly until: number; readonly ms: number }[] = [];
  #lastTick = performance.now();

  constructor() {
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Returns the longest time in milliseconds, since `from`, for which the event loop did nothing for the listener. */
  longestStall(from: number): number {
    this.#tick();
    return Math.max(0, ...this.#stalls.filter(({ until }) => until > from).map(({ ms }) => ms));
  }

  #tick(): void {
    const now = performance.now();
    const ms = now - this.#lastTick - TICK_MS;
    this.#lastTick = now;
    // A shorter stall delays no delivery, and a long run would collect very many of them.
    if (ms > TICK_MS) this.#stalls.push({ until: now, ms });
  }
}
