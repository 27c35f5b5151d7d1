/** What a check is, and the ways in which it ends. */

import type { Exchange } from "./http.ts";
import type { Severity } from "./report.ts";

/** One line of the table. `run` resolves when what it rests on holds, and throws a `Breach` or `NotObserved` when not. */
export interface Check<C> {
  /** Stable, for `--only` and for reports: words with dots. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly rests: readonly [string, ...string[]];
  readonly group: string;
  /** What usually repairs it. */
  readonly fix?: string;
  run(context: C): Promise<void>;
}

export interface Evidence {
  readonly expected: string;
  readonly actual: string;
  readonly exchange?: Exchange | undefined;
  /** Replaces the command that follows from the exchange. */
  readonly reproduce?: string | undefined;
}

/** What is stated does not hold. */
export class Breach extends Error {
  override readonly name = "Breach";
  readonly evidence: Evidence;

  constructor(evidence: Evidence) {
    super(evidence.actual);
    this.evidence = evidence;
  }
}

/** No verdict: what was needed in order to see it was not there. */
export class NotObserved extends Error {
  override readonly name = "NotObserved";
}
