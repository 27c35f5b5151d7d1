/** What this process counted since it opened the inbox, and how it is shown: as an object and as OpenMetrics. */

import { family, linesByLabel, openMetrics as text, value } from "../values/open-metrics.ts";
import type { Inserted, Settlement, State, Totals } from "./store.ts";

/** Upper bounds of the latency histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600, 86_400];

/** How long rows took from their arrival until they were done, in cumulative buckets. */
export type Histogram = {
  /** Seconds; observations above the last bound are in `count` alone. */
  readonly bounds: readonly number[];
  /** Observations up to each bound. */
  readonly counts: readonly number[];
  readonly sum: number;
  readonly count: number;
};

/** Rows are those of the store; deliveries, attempts and latency belong to this process since it opened the inbox. */
export type Stats = {
  readonly rows: Readonly<Record<State, number>>;
  readonly bytes: number;
  /** Age of the oldest row that is pending or unhandled, in milliseconds; null if there is none. */
  readonly oldestMs: number | null;
  /** When the newest row was stored (epoch milliseconds), so that silence can be seen; null if unknown. */
  readonly newest: number | null;
  readonly deliveries: Readonly<Record<Inserted["outcome"] | "failed", number>>;
  readonly attempts: Readonly<Record<Settlement["to"], number>>;
  /** Seconds from reception to done. */
  readonly latency: Histogram;
  /** The worker of this process, and how many handlers run; null if it has none. */
  readonly worker: WorkerState | null;
};

export type WorkerState = { readonly paused: boolean; readonly running: number };

export class Meters {
  readonly #deliveries = { new: 0, duplicate: 0, conflict: 0, full: 0, failed: 0 };
  readonly #attempts = { done: 0, retry: 0, dead: 0, unhandled: 0, release: 0, put_off: 0 };
  readonly #counts = BOUNDS.map(() => 0);
  #sum = 0;

  delivery(outcome: keyof Stats["deliveries"]): void {
    this.#deliveries[outcome]++;
  }

  /** `sinceMs`: since the row was received. */
  attempt(to: Settlement["to"], sinceMs: number): void {
    this.#attempts[to]++;
    if (to !== "done") return;
    const seconds = Math.max(0, sinceMs) / 1000;
    this.#sum += seconds;
    BOUNDS.forEach((bound, i) => {
      if (seconds <= bound) this.#counts[i] = (this.#counts[i] ?? 0) + 1;
    });
  }

  stats({ rows, bytes, oldest, newest = null }: Totals, now: number, worker: WorkerState | null = null): Stats {
    return {
      rows,
      bytes,
      newest,
      oldestMs: oldest === null ? null : Math.max(0, now - oldest),
      deliveries: { ...this.#deliveries },
      attempts: { ...this.#attempts },
      latency: { bounds: BOUNDS, counts: [...this.#counts], sum: this.#sum, count: this.#attempts.done },
      worker,
    };
  }
}

/** Whose the numbers are: the name of the inbox, if it has one, and the program that counted; absent if none did. */
export type Counted = { readonly inbox?: string | undefined; readonly program?: string | undefined };

/**
 * Stats in the text format of OpenMetrics 1.0. What the inbox holds has its name as label `inbox`; what a process
 * counted has also `program`, and is left out without one.
 */
export function openMetrics(stats: Stats, { inbox, program }: Counted = {}): string {
  const whose = inbox === undefined ? {} : { inbox };
  return text([
    ...linesOfRows(stats, whose),
    ...(program === undefined ? [] : linesOfEvents(stats, { ...whose, program })),
  ]);
}

type Labels = Readonly<Record<string, string>>;

function linesOfRows({ rows, bytes, oldestMs, newest }: Stats, whose: Labels): string[] {
  return [
    family("inbox_rows", "gauge", "Stored rows by state."),
    linesByLabel("inbox_rows", "state", rows, whose),
    family("inbox_body_bytes", "gauge", "Stored bodies.", "bytes"),
    value("inbox_body_bytes", bytes, whose),
    family(
      "inbox_oldest_undone_seconds",
      "gauge",
      "Age of the oldest row that is not done; 0 if there is none.",
      "seconds",
    ),
    value("inbox_oldest_undone_seconds", (oldestMs ?? 0) / 1000, whose),
    ...(newest === null
      ? []
      : [
          family("inbox_newest_timestamp_seconds", "gauge", "When the newest row was stored.", "seconds"),
          value("inbox_newest_timestamp_seconds", newest / 1000, whose),
        ]),
  ];
}

function linesOfEvents({ deliveries, attempts, latency, worker }: Stats, whose: Labels): string[] {
  const bounds = latency.bounds.map((bound, i) => {
    // OpenMetrics writes each bound as a float: 1.0.
    const le = Number.isInteger(bound) ? bound.toFixed(1) : String(bound);
    return value("inbox_latency_seconds_bucket", latency.counts[i] ?? 0, { ...whose, le });
  });
  return [
    family("inbox_deliveries", "counter", "Deliveries that this process was given, by outcome."),
    linesByLabel("inbox_deliveries_total", "outcome", deliveries, whose),
    family("inbox_attempts", "counter", "Attempts of this process, by how they ended."),
    linesByLabel("inbox_attempts_total", "outcome", attempts, whose),
    family("inbox_latency_seconds", "histogram", "From reception to done.", "seconds"),
    ...bounds,
    value("inbox_latency_seconds_bucket", latency.count, { ...whose, le: "+Inf" }),
    value("inbox_latency_seconds_sum", latency.sum, whose),
    value("inbox_latency_seconds_count", latency.count, whose),
    ...(worker === null
      ? []
      : [
          family("inbox_handlers_running", "gauge", "Handlers that run in this process."),
          value("inbox_handlers_running", worker.running, whose),
          family("inbox_worker_paused", "gauge", "Whether the worker of this process is paused: 1 or 0."),
          value("inbox_worker_paused", worker.paused ? 1 : 0, whose),
        ]),
  ];
}
