/** The common part of a run for services and receivers: the choice of checks, the loop over groups, and the report. */

import openapi from "../../generated/openapi.json" with { type: "json" };
import type { Deployment } from "../overlays/deployment.ts";
import type { Check } from "./check.ts";
import { eachOf } from "./each-of.ts";
import { Ending } from "./ending.ts";
import { newSeed } from "./random.ts";
import { Redactor } from "./report/redaction.ts";
import {
  type Amounts,
  type CheckResult,
  type CheckVerdict,
  count,
  coverageOf,
  isSetup,
  problem,
  type Report,
  type RunProblem,
  unseenOf,
} from "./report/report.ts";
import {
  type Baseline,
  baselineFault,
  compared,
  knownIn,
  type Selection,
  select,
  selectionFault,
} from "./selection.ts";
import { type Finding, resultOf, type Verdict, type verdictOf } from "./verdicts.ts";

const CONTRACT = `${openapi.info.title} ${openapi.info.version}`;

/** One step of a run. */
export interface Progress {
  /** Checks with a verdict, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly group: string;
  readonly check: string;
  readonly status: CheckResult["status"];
  /** Milliseconds since the run began. */
  readonly ms: number;
  /** What the report will say of the check, without requests, answers and the sequence: they are masked at the end. */
  readonly result: CheckVerdict;
}

/** Options of both kinds of run, all with a default. */
export interface RunOptions extends Selection {
  /** Known failures, as `baselineOf` makes them from an earlier report: they do not fail the run. Default: none. */
  readonly baseline?: Baseline;
  /** Repeats the generated requests of an earlier run. Default: a random one, which the report names. */
  readonly seed?: number;
  /** Called with each verdict once it is certain. Default: not called. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the run at once: the remaining checks are not observed, and the report has the problem `interrupted`. */
  readonly signal?: AbortSignal;
  /** Ends the run with the first demand that fails and that the baseline does not know. Default: false. */
  readonly failFast?: boolean;
  /**
   * How long the run may take, in milliseconds; the most telling checks come first. The rest is not observed, and the
   * report has the problem `budget_spent`. Default: no limit while there is something new to observe.
   */
  readonly budgetMs?: number;
  /**
   * Ends with 3 if any demand is not observed, whatever the reason. Default: only if neither the driver nor a gap
   * explains it.
   */
  readonly requireObserved?: boolean;
  /** The contract of a deployment: its facts are judged, too. Default: only the interface description. */
  readonly deployment?: Deployment;
}

/** What ended the run early, and what it gave up; undefined if it gave up no demand. */
function endingOf(results: readonly CheckResult[], end: Ending["end"]): string | undefined {
  if (end?.code === "interrupted") return "The run was interrupted.";
  const left = results.filter(({ severity, reason }) => severity === "demand" && reason === end?.why);
  const groups = [...Map.groupBy(left, ({ group }) => group)].map(([group, of]) => `${group} (${of.length})`);
  return left.length === 0 ? undefined : `Not proven: ${end?.why}, and this was given up: ${groups.join(", ")}.`;
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
  readonly #known: ReadonlySet<string>;
  readonly ending: Ending;

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
    this.#known = knownIn(this.fault ? undefined : options.baseline);
    this.ending = new Ending(options.signal, options.budgetMs);
    this.seed = options.seed ?? newSeed();
    const given = (["driver", "deployment"] as const).filter((one) => (one === "driver" ? hasDriver : options[one]));
    this.#finding = { verb, seed: this.seed, redactor: this.redactor, given, walkMs };
  }

  /** Runs these checks, a limited number at once; once the run has ended, the rest is not observed. */
  async judge(context: C, make: typeof verdictOf<C>, checks = this.checks, atOnce = checks.length): Promise<void> {
    const open = checks.filter((check) => !this.#verdicts.has(check));
    await eachOf(open, atOnce, async (check) => {
      const verdict = this.ending.end ? undefined : await this.ending.race(make(check, context));
      this.#keep(check, verdict ?? unobserved(this.ending.end?.why ?? ""));
    });
  }

  /** Judges by what the run has seen so far. Only a failure is certain before its end. */
  async judgeEarly(context: C, make: typeof verdictOf<C>): Promise<void> {
    for (const check of this.checks) {
      if (!check.isEarly || this.#verdicts.has(check) || this.ending.end) continue;
      const verdict = await this.ending.race(make(check, context));
      if (verdict?.status === "failed") this.#keep(check, verdict);
    }
  }

  #keep(check: Check<C>, verdict: Verdict): void {
    this.#verdicts.set(check, verdict);
    const { onProgress, failFast } = this.#options;
    const { request: _, response: __, sequence: ___, durationMs: ____, ...result } = this.#resultOf(check, verdict);
    const { id, group } = check;
    if (verdict.status !== "not observed") this.ending.news();
    const [done, total, ms] = [this.#verdicts.size, this.checks.length, Math.round(this.ending.elapsed)];
    onProgress?.({ done, total, group, check: id, status: verdict.status, ms, result });
    if (failFast && verdict.status === "failed" && check.severity === "demand" && !result.known)
      this.ending.now({ why: `the run ended with its first finding, ${id}` });
  }

  #resultOf(check: Check<C>, verdict: Verdict): CheckResult {
    return resultOf(check, verdict, this.#finding, this.#known.has(check.id));
  }

  /** The report of a run that ended before it judged anything: nothing is observed, because of the first problem. */
  stopped(target: string, problems: readonly [RunProblem, ...RunProblem[]]): Report {
    const verdict = unobserved(`${problems[0].code}: ${problems[0].message}`);
    for (const check of this.checks) if (!this.#verdicts.has(check)) this.#keep(check, verdict);
    return this.report(target, problems);
  }

  /** Demands without a verdict that keep a run from passing. */
  #leftOpen(): string[] {
    const { requireObserved, budgetMs } = this.#options;
    const mustBeObserved = requireObserved === true || budgetMs !== undefined;
    const isOpen = (verdict: Verdict | undefined) =>
      verdict?.status === "not observed" && (mustBeObserved || verdict.isUnexplained);
    return this.checks
      .filter((check) => check.severity === "demand" && isOpen(this.#verdicts.get(check)))
      .map(({ id }) => id);
  }

  /** The report, with secrets masked. Adds problems that follow from the verdicts. */
  report(target: string, problems: readonly RunProblem[], amounts: Amounts | null = null): Report {
    this.ending.stop();
    const { deployment } = this.#options;
    this.redactor.hideQuery(target);
    const baseline = this.fault ? undefined : this.#options.baseline;
    const results = this.checks.flatMap((check) => {
      const verdict = this.#verdicts.get(check);
      return verdict ? [this.#resultOf(check, verdict)] : [];
    });
    const summary = count(results, "demand");
    const told = problems.map(({ code, message }) => problem(code, this.redactor.text(message)));
    const { code } = this.ending.end ?? {};
    const message = endingOf(results, this.ending.end);
    if (code && message !== undefined) told.unshift(problem(code, message));
    const faulty = results.filter(({ reason }) => reason?.startsWith("judge_error")).map(({ id }) => id);
    if (faulty.length > 0)
      told.push(problem("judge_error", `A fault of the judge ended these checks: ${faulty.join(", ")}.`));
    const nothing = "No check has a verdict, so nothing is proved. See the reason of each check.";
    if (told.length === 0 && summary.passed + summary.failed === 0) told.push(problem("nothing_observed", nothing));
    const coverage = coverageOf(results);
    const comparison = baseline ? compared(results, baseline) : null;
    const open = this.#leftOpen();
    if (told.length === 0 && open.length > 0 && (comparison?.new.length ?? summary.failed) === 0)
      told.push(problem("left_unobserved", `Not proven, because these were not observed: ${open.join(", ")}.`));
    return {
      schema: 1,
      contract: deployment ? `${deployment.title} ${deployment.version}` : CONTRACT,
      target: this.redactor.text(target),
      seed: this.seed,
      started: this.#started.toISOString(),
      durationMs: Date.now() - this.#started.getTime(),
      summary,
      practices: count(results, "practice"),
      coverage,
      inPart: unseenOf(Object.keys(coverage)),
      amounts,
      skipped: this.#skipped,
      baseline: comparison,
      problems: told,
      setup: told.find(isSetup) ?? null,
      checks: results,
    };
  }
}
