/** The common part of a run for services and receivers: the choice of checks, the loop over groups, and the report. */

import openapi from "../../generated/openapi.json" with { type: "json" };
import type { Deployment } from "../overlays/deployment.ts";
import { type Baseline, baselineFault, compared, knownIn } from "./baseline.ts";
import type { Check } from "./check.ts";
import { newSeed } from "./random.ts";
import { Redactor } from "./report/redaction.ts";
import {
  type Amounts,
  type CheckResult,
  count,
  coverageOf,
  type Report,
  type RunProblem,
  SETUP_CODES,
} from "./report/report.ts";
import { type Selection, select, selectionFault } from "./selection.ts";
import { type Finding, resultOf, type Verdict, verdictOf } from "./verdicts.ts";

const CONTRACT = `${openapi.info.title} ${openapi.info.version}`;

/** One step of a run. */
export interface Progress {
  /** Checks with a verdict, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly group: string;
  readonly check: string;
  readonly status: CheckResult["status"];
}

/** Options of both kinds of run, all with a default. */
export interface RunOptions extends Selection {
  /** Known failures, as `baselineOf` makes them from an earlier report: they do not fail the run. Default: none. */
  readonly baseline?: Baseline;
  /** Repeats the generated requests of an earlier run. Default: a random one, which the report names. */
  readonly seed?: number;
  /** Called after each check. Default: not called. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the run: the remaining checks are not observed, and the report has the problem `interrupted`. */
  readonly signal?: AbortSignal;
  /**
   * Ends with 3 if any demand is not observed, whatever the reason. Default: only if neither the driver nor a gap
   * explains it.
   */
  readonly requireObserved?: boolean;
  /** The contract of a deployment: its facts are judged, too. Default: only the interface description. */
  readonly deployment?: Deployment;
}

const unobserved = (why: string): Verdict => ({ status: "not observed", ms: 0, why });

/** One run: its checks, its seed, its secrets, and the verdicts so far. */
export class Run<C> {
  readonly checks: readonly Check<C>[];
  /** What is wrong with `only`, `skip` or `baseline`; undefined if nothing is. */
  readonly fault: RunProblem | undefined;
  readonly redactor = new Redactor();
  readonly seed: number;
  readonly #options: RunOptions;
  readonly #finding: Finding;
  readonly #skipped: readonly string[];
  readonly #started = new Date();
  readonly #verdicts = new Map<Check<C>, Verdict>();

  constructor(
    verb: Finding["verb"],
    checks: readonly Check<C>[],
    { hasDriver, walkMs, ...options }: RunOptions & { hasDriver: boolean; walkMs?: number | undefined },
  ) {
    this.#options = options;
    this.checks = select(checks, options);
    this.#skipped = select(checks, { only: options.only })
      .filter((check) => !this.checks.includes(check))
      .map(({ id }) => id);
    this.fault = selectionFault(checks, options) ?? baselineFault(options.baseline, checks);
    this.seed = options.seed ?? newSeed();
    const given = [
      ...(hasDriver ? (["driver"] as const) : []),
      ...(options.deployment ? (["deployment"] as const) : []),
    ];
    this.#finding = { verb, seed: this.seed, redactor: this.redactor, given, walkMs };
  }

  /** Runs the checks of one group, a limited number at once. After an interruption, the rest is not observed. */
  async judge(group: string, context: C, atOnce = 1, make: typeof verdictOf<C> = verdictOf): Promise<void> {
    const queue = this.checks.filter((check) => check.group === group);
    await this.#judge(queue, context, atOnce, make);
  }

  /** Runs all checks at once: their requests have their own order. */
  async judgeAtOnce(context: C, make: typeof verdictOf<C>): Promise<void> {
    await this.#judge([...this.checks], context, this.checks.length, make);
  }

  async #judge(queue: Check<C>[], context: C, atOnce: number, make: typeof verdictOf<C>): Promise<void> {
    const { signal, onProgress } = this.#options;
    const work = async () => {
      for (let check = queue.shift(); check; check = queue.shift()) {
        const verdict = signal?.aborted ? unobserved("the run was interrupted") : await make(check, context);
        this.#verdicts.set(check, verdict);
        const done = this.#verdicts.size;
        onProgress?.({ done, total: this.checks.length, group: check.group, check: check.id, status: verdict.status });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /**
   * The report of a run that ended before it judged anything: every check is not observed, because of the first
   * problem.
   */
  stopped(target: string, problems: readonly [RunProblem, ...RunProblem[]]): Report {
    const verdict = unobserved(`${problems[0].code}: ${problems[0].message}`);
    for (const check of this.checks) this.#verdicts.set(check, verdict);
    return this.report(target, problems);
  }

  /** Demands without a verdict that keep a run from passing. */
  #leftOpen(): string[] {
    const isOpen = (verdict: Verdict | undefined) =>
      verdict?.status === "not observed" && (this.#options.requireObserved || verdict.isUnexplained);
    return this.checks
      .filter((check) => check.severity === "demand" && isOpen(this.#verdicts.get(check)))
      .map(({ id }) => id);
  }

  /** The report, with secrets masked. Adds problems that follow from the verdicts. */
  report(target: string, problems: readonly RunProblem[], amounts: Amounts | null = null): Report {
    const { signal, deployment } = this.#options;
    this.redactor.hideQuery(target);
    const baseline = this.fault ? undefined : this.#options.baseline;
    const known = knownIn(baseline);
    const results = this.checks.flatMap((check) => {
      const verdict = this.#verdicts.get(check);
      return verdict ? [resultOf(check, verdict, this.#finding, known.has(check.id))] : [];
    });
    const summary = count(results, "demand");
    const told = problems.map(({ code, message }) => ({ code, message: this.redactor.text(message) }));
    if (signal?.aborted) told.unshift({ code: "interrupted", message: "The run was interrupted." });
    const faulty = results.filter(({ reason }) => reason?.startsWith("judge_error")).map(({ id }) => id);
    if (faulty.length > 0)
      told.push({ code: "judge_error", message: `A fault of the judge ended these checks: ${faulty.join(", ")}.` });
    if (told.length === 0 && summary.passed + summary.failed === 0)
      told.push({
        code: "nothing_observed",
        message: "No check has a verdict, so nothing is proved. See the reason of each check.",
      });
    const comparison = baseline ? compared(results, baseline) : null;
    const open = this.#leftOpen();
    if (told.length === 0 && open.length > 0 && (comparison?.new.length ?? summary.failed) === 0)
      told.push({
        code: "left_unobserved",
        message: `Not proven, because these were not observed: ${open.join(", ")}.`,
      });
    return {
      schema: 1,
      contract: deployment ? `${deployment.title} ${deployment.version}` : CONTRACT,
      target: this.redactor.text(target),
      seed: this.seed,
      started: this.#started.toISOString(),
      durationMs: Date.now() - this.#started.getTime(),
      summary,
      practices: count(results, "practice"),
      coverage: coverageOf(results),
      amounts,
      skipped: this.#skipped,
      baseline: comparison,
      problems: told,
      setup: told.find(({ code }) => SETUP_CODES.has(code)) ?? null,
      checks: results,
    };
  }
}
