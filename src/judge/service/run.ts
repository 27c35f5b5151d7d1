/** One run of the judge over a service: start, groups with a reset before each, stop in any case, and a report. */

import { errorCode } from "../../errors/caught.ts";
import { contentOf } from "../answers.ts";
import { faultsOf, unknownMember } from "../driver/faults.ts";
import { driverOf, type RemoteDriver } from "../driver/remote.ts";
import type { ServiceDriver } from "../driver.ts";
import { Fence, firstLineOf } from "../fence.ts";
import { randomOf } from "../random.ts";
import { problem, type Report, type RunProblem } from "../report/report.ts";
import { Run, type RunOptions } from "../run.ts";
import { Trace } from "../trace.ts";
import { Listener } from "../wire/listener.ts";
import { calmVerdict, EARLY, earlyVerdict, isSettledEarly } from "./calm.ts";
import { PHASES, QUIET, SERVICE_CHECKS, UNRESET } from "./checks.ts";
import { Context } from "./context.ts";
import { listed } from "./list/listed.ts";
import { deploymentChecks } from "./requests/deployment.ts";
import { accessFault, reach } from "./setup.ts";
import { isGood } from "./tokens/grants.ts";
import { adopt, LIVES } from "./tokens/lifetime.ts";
import { LATE_TOKENS } from "./tokens/rows.ts";
import { switchOff } from "./walk/perform/webhooks.ts";
import { afterPause, idle } from "./walk/stories/bystanders.ts";
import { firstLook } from "./walk/stories/first-deliveries.ts";
import { IDLE } from "./walk/stories/histories.ts";

/** Options of `testService`, all with a default. */
export interface TestServiceOptions extends RunOptions {
  /** For one request to the service. Milliseconds, default 10 000. */
  readonly requestTimeoutMs?: number;
  /** For one call of the driver. Milliseconds, default 60 000. */
  readonly driverTimeoutMs?: number;
  /**
   * For how long random walks go on, in milliseconds, at most a day; 0 = none. Default: up to five, at most 8 000.
   * `seed` repeats them.
   */
  readonly walkMs?: number;
}

/**
 * Judges a service by the contract: every check of `listChecks("api")` that `only` leaves, group by group.
 *
 * Never rejects: a driver that throws, a target that does not answer and a fault of the judge are `problems` of the
 * report, and what could not be seen is `not observed`. `exitCodeOf` gives the exit code of a report. `driver.stop` is
 * called in any case.
 */
export async function testService(
  given: ServiceDriver | RemoteDriver,
  options: TestServiceOptions = {},
): Promise<Report> {
  const run = new Run("api", [...SERVICE_CHECKS, ...deploymentChecks(options.deployment)], {
    ...options,
    hasDriver: true,
  });
  if (run.fault) return run.stopped("unknown", [run.fault]);
  const timeoutMs = options.driverTimeoutMs ?? 60_000;
  const connected = await driverOf(given, "service", { timeoutMs, redactor: run.redactor });
  if ("fault" in connected) return run.stopped("unknown", [connected.fault]);
  const { driver } = connected;
  const targetOf = () => (typeof driver?.baseUrl === "string" ? driver.baseUrl : "unknown");
  const stopped = (...problems: [RunProblem, ...RunProblem[]]) => run.stopped(targetOf(), problems);
  const isObject = driver !== null && typeof driver === "object";
  const unusable = isObject ? unknownMember(driver, "service") : "the driver is not an object: export it as default";
  if (unusable) return stopped(problem("driver_invalid", unusable));

  const trace = new Trace();
  const fence = new Fence(driver, timeoutMs, trace);
  const { ending } = run;
  fence.onReturn = () => ending.news();
  ending.giveUp = () => fence.giveUp();
  ending.news();
  let listener: Listener | undefined;
  try {
    if (fence.has("start")) await fence.call("start");
    const [wrong, ...more] = faultsOf(driver).map((message) => problem("driver_invalid", message));
    if (wrong) return stopped(wrong, ...more);
    run.redactor.hideQuery(driver.authUrl);
    const requestTimeoutMs = options.requestTimeoutMs ?? 10_000;
    const unreachable = await reach(driver, { timeoutMs: requestTimeoutMs, signal: ending.signal });
    if (unreachable && !ending.end) return stopped(unreachable);
    // Getters are left alone: they may throw.
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(driver))) run.redactor.say(value);
    const problems: RunProblem[] = [];
    listener = await listen(driver, trace, problems);
    if (listener) listener.onNews = () => ending.news();
    fence.onAct = () => listener?.acted();
    const { redactor, seed } = run;
    const { walkMs, deployment } = options;
    const [onAnswer, random] = [() => ending.news(), randomOf(seed)];
    const isJudged = (id: string) => run.checks.some((check) => check.id === id);
    const kept = { requestTimeoutMs, signal: ending.signal, onAnswer, random, seed, walkMs, deployment, isJudged };
    const context = new Context({ driver, fence, listener, trace, redactor, options: kept });
    const fault = await ending.race(accessFault(context));
    if (fault && !ending.end) return stopped(fault);
    const early = await judgeGroups(run, context);
    if (early) return stopped(early);
    const { requests, urls } = context.service;
    const amounts = { deliveries: trace.of("arrived").length, requests, urls: urls.size };
    return run.report(targetOf(), [...problems, ...fence.problems], amounts);
  } catch (error) {
    return stopped(fence.problems[0] ?? problem("driver_threw", firstLineOf(error)));
  } finally {
    ending.stop();
    if (fence.has("stop")) await fence.call("stop").catch(() => {});
    await listener?.stop();
  }
}

/** Groups after which what every delivery shows is judged by what has come so far. */
const LOOKS_BACK = /^(?:client|app) (?:deliveries|retries)$/;

/** Judges group by group; resolves to what is wrong with the driver if the first deliveries show it. */
async function judgeGroups(run: Run<Context>, context: Context): Promise<RunProblem | undefined> {
  const { ending } = run;
  const isJudged = (group: string) => run.checks.some((check) => check.group === group);
  const phases = PHASES.flatMap((groups) => [groups.filter(isJudged)].filter(({ length }) => length > 0));
  const last = isJudged(LATE_TOKENS) ? phases.findLast(([group = ""]) => !UNRESET.has(group)) : undefined;
  let tidiedAt = 0;
  const clear = async (groups?: readonly string[]) => {
    const wasReset = await context.reset();
    if (!wasReset && groups) await tidy(context, tidiedAt);
    if (groups) tidiedAt = performance.now();
    if (groups && groups === last) await context.service.keepExchanged();
  };
  if (run.checks.some(({ isEarly }) => isEarly)) {
    // A few deliveries, and what they show.
    await ending.race(clear());
    await ending.race(context.once(firstLook).catch(() => undefined));
    await run.judgeEarly(context, earlyVerdict);
  }
  if (isSettledEarly(context)) return problem("driver_invalid", EARLY);
  for (const groups of phases) {
    const [group = ""] = groups;
    const isQuiet = group in QUIET;
    const isFresh = !ending.end && !UNRESET.has(group);
    // While other checks of a group are running, a failed one is repeated without it; so it is beside a story.
    context.startGroup(isFresh && !isQuiet ? () => clear(groups) : undefined);
    if (isFresh) await ending.race(clear(groups));
    if (isQuiet) await judgeQuiet(run, context, groups);
    else for (const each of groups) await judgeGroup(run, context, each);
    if (LOOKS_BACK.test(group)) await run.judgeEarly(context, earlyVerdict);
  }
  if (isSettledEarly(context)) context.fence.invalid(EARLY);
  return undefined;
}

async function judgeGroup(run: Run<Context>, context: Context, group: string) {
  const { appId } = context.driver;
  const ask = () => listed(context, appId).catch(() => undefined);
  if (appId !== undefined && !run.ending.end) await run.ending.race(context.service.pace.find(ask));
  const own = run.checks.filter((check) => check.group === group);
  const { [group]: atOnce = 0 } = QUIET;
  await run.judge(context, calmVerdict, own, atOnce === 0 ? 1 : context.service.pace.atOnce(atOnce));
}

/** Judges what needs no delivery, in the pause of the story in which nothing is delivered for a time. */
async function judgeQuiet(run: Run<Context>, context: Context, groups: readonly string[]) {
  const { ending } = run;
  const { isJudged } = context.options;
  const all = async () => {
    const beside: Promise<void>[] = [];
    for (const group of groups) {
      if (group === "registration" && isJudged(LIVES)) await adopt(context).catch(() => undefined);
      const judging = judgeGroup(run, context, group);
      // A slow service is asked at the same moment for what shows nothing of webhooks that are there already.
      if (context.service.pace.atOnce(1) > 1 && (QUIET[group] ?? 0) > 1) beside.push(judging);
      else await judging;
    }
    await Promise.all(beside);
  };
  let judged: Promise<void> | undefined;
  context.whilePaused = () => (judged ??= all());
  if (isJudged(IDLE.id) && !ending.end) await ending.race(context.once(idle).catch(() => undefined));
  // The story may not have come to its pause.
  await context.whilePaused();
  const { adopted } = context.service;
  const look = async () =>
    ["list.lasts", "list.lasts-active"].some(isJudged) && context.once(afterPause).catch(() => undefined);
  const use = async () => adopted && isGood(context, adopted.token);
  if (!ending.end) await ending.race(context.service.pace.both(look, use));
}

/** How long it may take to tidy up, in milliseconds. */
const TIDY_MS = 3000;

/**
 * Cleans up after earlier groups if the driver has no `reset`: each payment would be sent to hundreds of webhooks, and
 * retried, until they hide the deliveries that are judged. Lets every receiver answer 2xx, and switches off the client
 * webhooks that were created since then, as far as the driver can and time allows.
 */
async function tidy(context: Context, since: number): Promise<void> {
  for (const { endpoint } of context.hooks) endpoint.reply = 200;
  const clients = context.trace.of("accepted").filter(({ kind, at }) => kind === "client" && at > since);
  const webhooks = clients.map(({ request, exchange }) => ({ request, response: contentOf(exchange) }));
  await switchOff(context, webhooks, performance.now() + TIDY_MS);
}

async function listen(
  { receiver }: ServiceDriver,
  trace: Trace,
  problems: RunProblem[],
): Promise<Listener | undefined> {
  if (!receiver) return undefined;
  const { host, port } = receiver.listen;
  const listener = new Listener(trace);
  try {
    await listener.start(host, port);
    return listener;
  } catch (error) {
    const code = errorCode(error) ?? "unknown";
    const why = `The judge cannot listen on ${host}:${port} (${code}), so no delivery is observed`;
    const cure = PORT_CURES[code] ?? "free the port, or change receiver.listen";
    problems.push(problem("receiver_port", `${why}: ${cure}.`));
    return undefined;
  }
}
const PORT_CURES: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: "give an address of this machine in receiver.listen.host",
  EACCES: "give a port that this user may use in receiver.listen",
};
