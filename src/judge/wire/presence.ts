/** When the judge was there to receive: it asks itself, as a service does. */

import { randomUUID } from "node:crypto";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import type { Trace } from "../trace.ts";

const PAUSE_MS = 50;
/** A shorter delay matters to no delivery, and a long run would collect too many of them. */
const LEAST_MS = 20;
/** What connects to all addresses of a machine connects to this one. */
const OWN: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/**
 * Records how late its own requests to the listener were answered: a service may give up deliveries that get no answer
 * (N-6.5-01, N-6.5-03). Each waits for whatever a delivery waits for: for the event loop, which a busy machine or a
 * service in the same process holds up, and for the connections before it, of which one is accepted in each turn.
 */
export class Presence {
  /** The path of these requests. */
  readonly path = `/${randomUUID()}`;
  readonly #trace: Trace;
  #timer: NodeJS.Timeout | undefined;
  /** When the request is due, or was due that is under way. */
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /** Asks there from now on. */
  watch({ address, port }: Pick<AddressInfo, "address" | "port">): void {
    this.#dueAt = performance.now() + PAUSE_MS;
    const timer = setTimeout(() => {
      const request = get({ host: OWN[address] ?? address, port, path: this.path, agent: false });
      request.on("response", (response) => response.resume());
      request.on("error", () => {});
      request.on("close", () => {
        if (this.#timer !== timer) return;
        const [at, ms] = [performance.now(), this.late];
        if (ms > LEAST_MS) this.#trace.note("stalled", { at, ms });
        this.watch({ address, port });
      });
    }, PAUSE_MS).unref();
    this.#timer = timer;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#dueAt = Number.POSITIVE_INFINITY;
  }

  /** For how many milliseconds an answer has been due; 0 if none is. */
  get late(): number {
    return Math.max(0, performance.now() - this.#dueAt);
  }

  /** Whether it is late now, so that something may have been sent that was not read. */
  get isLate(): boolean {
    return this.late > LEAST_MS;
  }

  /** Returns for how many milliseconds the judge was late, each time that reaches into a span. */
  stalls(from: number, to = Number.POSITIVE_INFINITY): number[] {
    const now = { at: performance.now(), ms: this.late };
    return [...this.#trace.of("stalled"), now].flatMap(({ at, ms }) => (at > from && at - ms < to ? [ms] : []));
  }
}
