/** Checks, and the ways in which a check can end. */

import type { GapId } from "../../generated/assumptions.ts";
import type { FactId } from "../../generated/facts.ts";
import type { ReportMoment, Severity } from "./report/report.ts";
import type { Exchange } from "./wire/http.ts";

/** The facts that a demand rests on, or the gaps that a practice cites. At least one. */
export type Rests = readonly [FactId | GapId, ...(FactId | GapId)[]];

/** One line of the table. `run` resolves if it holds, and throws a `Breach` or a `NotObserved` otherwise. */
export interface Check<C> {
  /** Stable, for `--only` and for reports: words with dots. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly rests: Rests;
  readonly group: string;
  /** The usual fix. */
  readonly fix?: string;
  /** It judges what happened during other checks, and itself leaves out what a delay of the judge may explain. */
  readonly isUnrepeatable?: boolean;
  /** It judges what has come so far, so that a failure is certain before the run is over. */
  readonly isEarly?: boolean;
  /** Resolves to the milliseconds of its own request, if a check shares its time with others. */
  run(context: C): Promise<unknown>;
}

/**
 * Reads what a check says, a line each: its id with the facts that it rests on, what must hold, and the usual fix, if
 * there is one. A test looks for each fact.
 */
export function told(lines: TemplateStringsArray, ...values: readonly unknown[]) {
  const [head = "", title = "", fix] = String.raw(lines, ...values).split(/\n */);
  const [id = "", ...rests] = head.split(" ");
  return { id, title, rests: rests as unknown as Rests, ...(fix !== undefined && { fix }) };
}

/** A text, or what finds it where it is needed. */
export type Told = string | (() => string);

export interface Evidence {
  /** Default: the title of the check. */
  readonly expected?: string | undefined;
  readonly actual: string;
  readonly exchange?: Exchange | undefined;
  /** What led to it, in time. Default: all deliveries to the webhook of the exchange, or of its payment. */
  readonly sequence?: readonly ReportMoment[] | undefined;
  /** When it happened, by `performance.now()`. Default: since experiments were last restarted. */
  readonly span?: { readonly from?: number; readonly until: number };
}

/** Returns what reads the words of a demand that this judges; `more`: what it is otherwise. */
export const demandOf =
  <C>(group: string, run: (context: C, words: ReturnType<typeof told>) => unknown, more: Partial<Check<C>> = {}) =>
  (...text: Parameters<typeof told>): Check<C> => {
    const words = told(...text);
    return { ...words, severity: "demand", group, run: async (context) => run(context, words), ...more };
  };

/** A stated fact does not hold. */
export class Breach extends Error {
  override readonly name = "Breach";
  readonly evidence: Evidence;

  constructor(evidence: Evidence) {
    super(evidence.actual);
    this.evidence = evidence;
  }
}

/** No verdict: the run did not show what the check needs. */
export class NotObserved extends Error {
  override readonly name = "NotObserved";
}

/** No verdict, although neither the driver nor a gap explains that: an otherwise green run proves too little then. */
export class Unexplained extends NotObserved {}

/** @throws Breach unless `holds` is truthy: what `actual` tells is so, and not `expected`, by default the title */
export function must(holds: unknown, actual: Told, exchange?: Exchange, expected?: string): asserts holds {
  if (!holds) throw new Breach({ expected, actual: typeof actual === "string" ? actual : actual(), exchange });
}

/** @throws NotObserved with this reason unless `holds` is truthy */
export function observed(holds: unknown, why: string): asserts holds {
  if (!holds) throw new NotObserved(why);
}
