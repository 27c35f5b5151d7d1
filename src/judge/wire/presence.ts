/** When the judge was there to receive: it asks itself, as a service does. */

import { randomUUID } from "node:crypto";
import { get } from "node:http";
import type { Trace } from "../trace.ts";

const PAUSE_MS = 50;
/** Milliseconds after which a request is lost. Without the next one, the judge would count as late for ever. */
const LOST_MS = 10_000;
/** A shorter delay matters to no delivery (see `allowedMs`), and a long run would collect too many of them. */
const LEAST_MS = 50;

/**
 * Records how late its own requests to the listener were answered: a service may give up deliveries that get no answer
 * (N-6.5-01, N-6.5-03). Each waits for whatever a delivery waits for: for the event loop, which a busy machine or a
 * service in the same process holds up, and for the connections before it, of which one is accepted in each turn.
 */
export class Presence {
  /** The path of these requests. */
  readonly path = `/${randomUUID()}`;
  readonly #trace: Trace;
  #at: { host: string; port: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the request is due, or was due that is under way. */
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /** Asks there from now on. */
  watch(at: { host: string; port: number }): void {
    this.#at = at;
    this.#dueAt = performance.now() + PAUSE_MS;
    const timer = setTimeout(async () => {
      await this.ask();
      if (this.#timer !== timer) return;
      if (this.late > 0) this.#trace.note("stalled", { at: performance.now(), ms: this.late });
      this.watch(at);
    }, PAUSE_MS).unref();
    this.#timer = timer;
  }

  /** Resolves when the listener has answered, and so has read what was sent to it before; or after ten seconds. */
  ask(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#at) return resolve();
      const request = get({ ...this.#at, path: this.path, agent: false, timeout: LOST_MS });
      request.on("response", (response) => response.resume()).on("timeout", () => request.destroy());
      request.on("error", () => {}).on("close", resolve);
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#at = undefined;
    this.#dueAt = Number.POSITIVE_INFINITY;
  }

  /** Milliseconds since an answer was due; 0 if it is not late. */
  get late(): number {
    const ms = performance.now() - this.#dueAt;
    return ms > LEAST_MS ? ms : 0;
  }

  /** Returns for how many milliseconds the judge was late at most in a span. */
  latest(from: number, to = Number.POSITIVE_INFINITY): number {
    const all = [...this.#trace.of("stalled"), { at: performance.now(), ms: this.late }];
    return all.reduce((most, { at, ms }) => (ms > most && at > from && at - ms < to ? ms : most), 0);
  }
}
