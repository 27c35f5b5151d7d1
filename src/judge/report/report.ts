/** The report of a run: findings as data, their summary, and the stated facts that they cover. */

import { FACTS, type FactId } from "../../../generated/facts.ts";
import { RUN_ENDS, type RunProblemCode } from "../../errors/command.ts";

export type { RunProblemCode } from "../../errors/command.ts";

/** A demand rests on stated facts; a practice cites a gap and never fails a run. */
export type Severity = "demand" | "practice";
/** `not observed`: the driver or the service gave the check nothing to judge. Never counted as passed. */
export type Status = "passed" | "failed" | "not observed";

/** What was sent, with every secret masked. */
export interface ReportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What came back, with every secret masked. */
export interface ReportResponse {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** One moment of what led to a finding. */
export interface ReportMoment {
  /** Milliseconds since the first moment. */
  readonly ms: number;
  /** What happened, in words: a payment, a delivery and its answer, nothing more. */
  readonly what: string;
}

/** One check and its verdict. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly severity: Severity;
  /** Ids of the facts that it rests on; for a practice, ids of gaps. */
  readonly rests: readonly string[];
  readonly status: Status;
  /** It failed, but the baseline of the run knows that: it does not fail the run. */
  readonly known: boolean;
  /** Time until the verdict. Checks share observations: the first check takes the time for all of them. */
  readonly durationMs: number;
  /** Why it failed or was not observed. */
  readonly reason: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly request: ReportRequest | null;
  readonly response: ReportResponse | null;
  /** What led to the finding, in time; null if it is one request alone. */
  readonly sequence: readonly ReportMoment[] | null;
  /** What the driver may have done to cause it, and how to tell; null if the driver had no part in it. */
  readonly doubt: string | null;
  /** A command to paste; it reads secrets from the environment. */
  readonly reproduce: string | null;
  /** What usually repairs it. */
  readonly fix: string | null;
}

/** A line of the report without what may contain secrets that the run learns only later. */
export type CheckVerdict = Omit<CheckResult, "request" | "response" | "sequence" | "durationMs">;

/** What went wrong with the run itself. `message`: a sentence without secrets, and what to do. */
export interface RunProblem {
  readonly code: RunProblemCode;
  readonly message: string;
}
export const problem = (code: RunProblemCode, message: string): RunProblem => ({ code, message });

/** Number of checks by verdict. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notObserved: number;
}

/** How much a run sent and received. */
export interface Amounts {
  /** Deliveries of a service that arrived, or deliveries that were sent to a receiver. */
  readonly deliveries: number;
  /** Requests to the API and the token endpoint of a service. */
  readonly requests?: number;
  /** Different webhook URLs that a service was asked to register. */
  readonly urls?: number;
}

/** The run compared with its baseline: ids of demands. */
export interface BaselineResult {
  /** Failed, and the baseline knows it. */
  readonly known: readonly string[];
  /** Failed, and not in the baseline: these fail the run. */
  readonly new: readonly string[];
  /** Passed, although the baseline says that it fails: remove it from the baseline. */
  readonly mended: readonly string[];
  /** In the baseline, but without a verdict in this run. */
  readonly notObserved: readonly string[];
}

/** The whole report, as `--report json=FILE` writes it. */
export interface Report {
  readonly schema: 1;
  /** Title and version of the documents that it was judged by. */
  readonly contract: string;
  /** The URL that was judged. */
  readonly target: string;
  /** Repeats the same generated requests: see the option `seed`. */
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly durationMs: number;
  /** Only of demands: practices never fail a run. */
  readonly summary: Counts;
  readonly practices: Counts;
  /** The checks that tested each stated fact in this run. */
  readonly coverage: Readonly<Record<string, readonly string[]>>;
  /** Those of the facts that were seen in part, each with what no run shows. */
  readonly inPart: Readonly<Record<string, string>>;
  /** null if the run ended before it judged anything. */
  readonly amounts: Amounts | null;
  /** Ids of the checks that `skip` left out. */
  readonly skipped: readonly string[];
  /** null if the run had no baseline. */
  readonly baseline: BaselineResult | null;
  /** Empty if the run itself had no problem, whatever it found. */
  readonly problems: readonly RunProblem[];
  /** The problem that is a wrong set-up, such as a different secret; null if there is none. */
  readonly setup: RunProblem | null;
  readonly checks: readonly CheckResult[];
}

/** Whether a person must correct it before anything can be judged. */
export const isSetup = ({ code }: RunProblem): boolean =>
  RUN_ENDS.some((end) => end.isSetup && end.codes.includes(code));

/** Counts the checks of a severity by their status. */
export function count(checks: readonly CheckResult[], severity: Severity): Counts {
  const of = (status: Status) => checks.filter((c) => c.severity === severity && c.status === status).length;
  return { passed: of("passed"), failed: of("failed"), notObserved: of("not observed") };
}

/** For each fact, the checks with a verdict on it. */
export function coverageOf(checks: readonly CheckResult[]): Record<string, string[]> {
  const coverage: Record<string, string[]> = {};
  for (const { id, rests, severity, status } of checks) {
    if (severity === "practice" || status === "not observed") continue;
    for (const fact of rests) coverage[fact] = [...(coverage[fact] ?? []), id];
  }
  return Object.fromEntries(Object.entries(coverage).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })));
}

/** What no run shows of each of these facts, for those that a run shows in part. */
export function unseenOf(ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const fact = isFact(id) ? FACTS[id] : undefined;
      return fact && "unseen" in fact ? [[id, fact.unseen]] : [];
    }),
  );
}

/**
 * 0 = holds, or fails only where the baseline says so; 1 = does not hold, 2 = wrong use, 3 = not reachable, or too
 * little observed, 130 = interrupted.
 */
export function exitCodeOf({
  summary,
  problems,
  baseline,
}: Pick<Report, "summary" | "problems"> & Partial<Pick<Report, "baseline">>): 0 | 1 | 2 | 3 | 130 {
  const isFailed = summary.failed > (baseline?.known.length ?? 0);
  const told = problems.map(({ code }) => code);
  const end = RUN_ENDS.find(({ exit, codes }) => (exit === 1 ? isFailed : codes.some((code) => told.includes(code))));
  return end?.exit ?? (summary.passed + summary.failed > 0 ? 0 : 3);
}

/** Tells ids of facts from those of gaps. */
export function isFact(id: string): id is FactId {
  return id in FACTS;
}
