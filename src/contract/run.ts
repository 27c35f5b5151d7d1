/** One run of the judge over a service: start, groups with a reset before each, stop in any case, and a report. */

import { isUtf8 } from "node:buffer";
import { OPERATIONS } from "../../generated/constants.ts";
import openapi from "../../generated/openapi.json" with { type: "json" };
import type { Deployment } from "../deployment/deployment.ts";
import type { Check } from "./check.ts";
import { deploymentChecks } from "./checks/deployment.ts";
import { GROUPS, SERVICE_CHECKS } from "./checks/index.ts";
import { Context } from "./context.ts";
import type { ServiceDriver } from "./driver.ts";
import { join } from "./expect.ts";
import { Fence, faultsOf, messageOf } from "./guard.ts";
import { send } from "./http.ts";
import { Listener } from "./listener.ts";
import { newSeed, randomOf } from "./random.ts";
import { Redactor } from "./redaction.ts";
import { type CheckResult, count, coverageOf, type Problem, type Report } from "./report.ts";
import { type Finding, unobserved, verdictOf } from "./verdicts.ts";

const CONTRACT = `${openapi.info.title} ${openapi.info.version}`;

/** Something to look at while it runs. */
export interface Progress {
  /** Checks with a verdict, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly group: string;
  readonly check: string;
  readonly status: CheckResult["status"];
}

/** Options of `testService`, all with a default. */
export interface RunOptions {
  /** Ids or beginnings of ids of checks, names of groups, or ids of facts. Default: all checks. */
  readonly only?: readonly string[];
  /** Gives the same generated requests again. Default: another one with each run; the report names it. */
  readonly seed?: number;
  /** Called after each check. Default: nobody is told. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the run: the checks that are left are not observed, and the report has the problem `interrupted`. */
  readonly signal?: AbortSignal;
  /** For one request to the service. Milliseconds, default 10 000. */
  readonly requestTimeoutMs?: number;
  /** For one call of the driver. Milliseconds, default 60 000. */
  readonly driverTimeoutMs?: number;
  /** The contract of a deployment: what it states is judged as well. Default: the interface description alone. */
  readonly contract?: Deployment;
}

/** What a run has in common, whoever is judged. */
export function select<C>(checks: readonly Check<C>[], only: readonly string[] | undefined): Check<C>[] {
  if (!only || only.length === 0) return [...checks];
  return checks.filter(({ id, group, rests }) =>
    only.some(
      (one) => id === one || id.startsWith(`${one.replace(/[.*]+$/, "")}.`) || group === one || rests.includes(one),
    ),
  );
}

export function report(
  results: readonly CheckResult[],
  finding: Finding,
  target: string,
  started: Date,
  problems: Problem[],
  contract?: Deployment,
): Report {
  const redactor = finding.redactor;
  const told = problems.map(({ code, message }) => ({ code, message: redactor.text(message) }));
  const summary = count(results, "demand");
  const faulty = results.filter(({ reason }) => reason?.startsWith("judge_error")).map(({ id }) => id);
  if (faulty.length > 0)
    told.push({ code: "judge_error", message: `A fault of the judge ended these checks: ${faulty.join(", ")}.` });
  if (told.length === 0 && summary.passed + summary.failed === 0)
    told.push({
      code: "nothing_observed",
      message: "No check came to a verdict: nothing is proved. See the reasons of the checks.",
    });
  return {
    schema: 1,
    contract: contract ? `${contract.title} ${contract.version}` : CONTRACT,
    target: redactor.text(target),
    seed: finding.seed,
    started: started.toISOString(),
    durationMs: Date.now() - started.getTime(),
    summary,
    practices: count(results, "practice"),
    coverage: coverageOf(results),
    problems: told,
    checks: results,
  };
}

/**
 * Judges a service by the contract: every check of `listChecks("api")` that `only` leaves, group by group.
 *
 * Never rejects: a driver that throws, a target that is not there and a fault of the judge are `problems` of the report, and what could
 * not be seen is `not observed`. `exitCodeOf` says what the report adds up to. `driver.stop` is called in any case.
 */
export async function testService(driver: ServiceDriver, options: RunOptions = {}): Promise<Report> {
  const started = new Date();
  const redactor = new Redactor();
  const seed = options.seed ?? newSeed();
  const given = options.contract ? (["driver", "contract"] as const) : (["driver"] as const);
  const finding: Finding = { verb: "api", seed, redactor, given };
  const checks = select([...SERVICE_CHECKS, ...deploymentChecks(options.contract)], options.only);
  const all = (why: string) => checks.map((check) => unobserved(check, why, finding));
  const targetOf = () => (typeof driver?.baseUrl === "string" ? driver.baseUrl : "unknown");
  const end = (results: readonly CheckResult[], problems: Problem[]) =>
    report(results, finding, targetOf(), started, problems, options.contract);
  if (checks.length === 0)
    return end([], [{ code: "only_unknown", message: "No check, group or fact has such an id: see --list." }]);
  if (driver === null || typeof driver !== "object")
    return end(all("driver_invalid"), [
      { code: "driver_invalid", message: "the driver is no object: export it as default" },
    ]);

  const fence = new Fence(driver, redactor, options.driverTimeoutMs ?? 60_000);
  let listener: Listener | undefined;
  try {
    if (fence.has("start")) await fence.call("start");
    const faults = faultsOf(driver);
    if (faults.length > 0)
      return end(
        all("driver_invalid"),
        faults.map((message) => ({ code: "driver_invalid", message })),
      );
    const timeoutMs = options.requestTimeoutMs ?? 10_000;
    const unreachable = await reach(driver, timeoutMs, options.signal);
    if (unreachable && !options.signal?.aborted)
      return end(all(`${unreachable.code}: ${unreachable.message}`), [unreachable]);
    const problems: Problem[] = [];
    listener = await listen(driver, problems);
    const context = new Context(driver, fence, listener, redactor, {
      requestTimeoutMs: timeoutMs,
      signal: options.signal,
      random: randomOf(seed),
      seed,
      deployment: options.contract,
    });
    const results = await runGroups(checks, context, finding, options);
    if (options.signal?.aborted) problems.push({ code: "interrupted", message: "The run was interrupted." });
    return end(results, [...problems, ...fence.problems]);
  } catch (error) {
    const problem = fence.problems[0] ?? { code: "driver_threw" as const, message: messageOf(error) };
    return end(all(`${problem.code}: ${problem.message}`), [problem]);
  } finally {
    if (fence.has("stop")) await fence.call("stop").catch(() => {});
    await listener?.stop();
  }
}

/** Is there a service at all, that answers in HTTP and in a size that one can read? */
async function reach(
  driver: ServiceDriver,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Problem | undefined> {
  const path = OPERATIONS.listAppWebhooks.path.replace("{id}", encodeURIComponent(String(driver.appId ?? 1)));
  const request = { method: "GET", url: join(driver.baseUrl, path), headers: { Accept: "application/json" } };
  const { response, failure } = await send(request, { timeoutMs, signal });
  const where = `baseUrl (${driver.baseUrl})`;
  if (failure?.code === "no_http")
    return { code: "target_no_http", message: `What ${where} sends is no HTTP: is it the right port?` };
  if (failure)
    return {
      code: "target_unreachable",
      message: `${where} gives no answer (${failure.message}): start the service, or correct the driver.`,
    };
  if (response?.isCut)
    return { code: "answer_too_large", message: `${where} answers with more than 1 MiB to a request for a list.` };
  const isCoded = response?.headers["content-encoding"] !== undefined;
  if (response && !isCoded && response.body.length > 0 && !isUtf8(response.body))
    return { code: "target_garbage", message: `${where} answers with bytes that are no text: is it the right port?` };
  return undefined;
}

async function listen({ receiver }: ServiceDriver, problems: Problem[]): Promise<Listener | undefined> {
  if (!receiver) return undefined;
  const listener = new Listener();
  try {
    await listener.start(receiver.listen.host, receiver.listen.port);
    return listener;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const where = `${receiver.listen.host}:${receiver.listen.port}`;
    problems.push({
      code: "receiver_port",
      message: `The judge cannot listen on ${where} (${code}): free the port, or change receiver.listen.`,
    });
    return undefined;
  }
}

const resetBy = (context: Context) =>
  context.fence.call("reset").then(
    () => true,
    () => false,
  );

async function runGroups(
  checks: Check<Context>[],
  context: Context,
  finding: Finding,
  { onProgress, signal }: RunOptions,
): Promise<CheckResult[]> {
  const ends = new Map<Check<Context>, () => CheckResult>();
  for (const [group, atOnce] of GROUPS) {
    const queue = checks.filter((check) => check.group === group);
    if (queue.length === 0) continue;
    const didReset = !signal?.aborted && context.fence.has("reset") && (await resetBy(context));
    context.startGroup(didReset);
    const work = async () => {
      for (let check = queue.shift(); check; check = queue.shift()) {
        const ended = signal?.aborted
          ? () => unobserved(check as Check<Context>, "the run was interrupted", finding)
          : await verdictOf(check, context, finding);
        ends.set(check, ended);
        onProgress?.({ done: ends.size, total: checks.length, group, check: check.id, status: ended().status });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return checks.flatMap((check) => ends.get(check)?.() ?? []);
}
