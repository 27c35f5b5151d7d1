/** One run of the judge over a receiver. */

import type { Check } from "../check.ts";
import { receiverFaultsOf, unknownMember } from "../driver/faults.ts";
import { driverOf, type RemoteDriver } from "../driver/remote.ts";
import type { ReceiverDriver } from "../driver.ts";
import { Fence } from "../fence.ts";
import { problem, type Report, type ReportMoment, type RunProblem } from "../report/report.ts";
import { Run, type RunOptions } from "../run.ts";
import { type Verdict, verdictOf } from "../verdicts.ts";
import type { Exchange } from "../wire/http.ts";
import { ACK_WITHIN_MS } from "./answering.ts";
import { receiverChecks } from "./checks.ts";
import { ReceiverContext } from "./context.ts";
import { setupFault } from "./setup.ts";

/** The receiver to judge. */
export interface ReceiverTarget {
  /** The URL for deliveries: http or https. */
  readonly url: string;
  /** The webhook secret with which it verifies. No report contains it. */
  readonly secret: string;
  /** Reports what took effect; without it, forgeries that are answered 2xx are not observed. */
  readonly driver?: ReceiverDriver | RemoteDriver | undefined;
}

/** Options of `testReceiver`, all with a default. */
export interface TestReceiverOptions extends RunOptions {
  /**
   * Your own time limit for the 2xx, in milliseconds: a later one fails the run. Only "quickly" is stated (F-6.5-01),
   * so by default more than 2000 is advice.
   */
  readonly ackWithinMs?: number;
  /** For one call of the driver. Milliseconds, default 10 000. */
  readonly driverTimeoutMs?: number;
}

/**
 * Judges a receiver: sends genuine deliveries, repetitions and forgeries, in this order, and looks at what takes
 * effect.
 *
 * Never rejects; see `testService`. Its deliveries look real, so use a receiver that may process them.
 */
export async function testReceiver(target: ReceiverTarget, options: TestReceiverOptions = {}): Promise<Report> {
  const { url, secret, driver: given } = target ?? {};
  const run = new Run("receiver", receiverChecks(options.ackWithinMs), { ...options, hasDriver: given !== undefined });
  run.redactor.add(secret);
  run.redactor.say(String(url).split("?")[0]);
  const stopped = (message: string) => run.stopped(String(url), [problem("driver_invalid", message)]);
  if (run.fault) return run.stopped(String(url), [run.fault]);
  if (!/^https?:$/.test(URL.parse(String(url))?.protocol ?? "")) return stopped("The target has no http or https URL.");
  if (typeof secret !== "string" || secret === "") return stopped("The secret of the webhook is missing.");

  const timeoutMs = options.driverTimeoutMs ?? 10_000;
  const connected = await driverOf(given ?? {}, "receiver", { timeoutMs, redactor: run.redactor });
  if ("fault" in connected) return run.stopped(url, [connected.fault]);
  const { driver } = connected;
  const unknown = unknownMember(driver, "receiver") ?? receiverFaultsOf(driver)[0];
  if (unknown) return stopped(unknown);

  const fence = new Fence<ReceiverDriver>(driver, timeoutMs);
  const ackWithinMs = options.ackWithinMs ?? ACK_WITHIN_MS;
  const signatureName = options.deployment?.signature.header;
  const context = new ReceiverContext({ url, secret, ackWithinMs, signatureName }, fence, options.signal);
  if (fence.has("reset")) await fence.call("reset").catch(() => {});
  const fault = await setupFault(context);
  if (fault) return run.stopped(url, [fault]);
  await run.judge(context, verdictInTime);
  const problems = context.hasEnded ? fence.problems.filter(({ code }) => !ENDS_TOO.has(code)) : fence.problems;
  return withProof(run.report(url, problems, { deliveries: context.delivered.length }), context);
}

/** What a driver does that the receiver itself served. */
const ENDS_TOO: ReadonlySet<RunProblem["code"]> = new Set(["driver_broken", "driver_threw", "driver_timeout"]);
/** Forgeries that no receiver can read are refused for that, not for their signature. */
const MOST = 0.9;

/** Adds a problem if every forgery was answered 2xx and no driver reports effects: that proves too little. */
function withProof(report: Report, context: ReceiverContext): Report {
  const forgeries = report.checks.filter(({ group, id }) => group === "forgeries" && id !== "forgery.first");
  const accepted = forgeries.filter(({ reason }) => reason?.startsWith("it was answered 2xx, and without processed()"));
  if (context.seesEffects || accepted.length === 0 || accepted.length < MOST * forgeries.length) return report;
  const message = `Not proven: ${accepted.length} forgeries were answered 2xx. Give a driver.`;
  return { ...report, problems: [problem("not_proven", message), ...report.problems] };
}

/** Resolves to the verdict of a check; a failure tells every delivery of its payment, if there were several. */
async function verdictInTime(check: Check<ReceiverContext>, context: ReceiverContext): Promise<Verdict> {
  const verdict = await verdictOf(check, context);
  const { evidence } = verdict;
  if (!evidence?.exchange) return verdict;
  return { ...verdict, evidence: { ...evidence, sequence: sequenceOf(context, evidence.exchange) } };
}

function sequenceOf({ delivered }: ReceiverContext, exchange: Exchange): ReportMoment[] | undefined {
  const id = delivered.find((one) => one.exchange === exchange)?.shape.id;
  const all = delivered
    .filter(({ shape }) => shape.id === id)
    .map(({ exchange: one, answeredAt }) => ({ at: answeredAt - one.ms, one }))
    .sort((a, b) => a.at - b.at);
  const [first] = all;
  if (!first || all.length < 2) return undefined;
  return all.map(({ at, one }, index) => ({ ms: Math.round(at - first.at), what: wordsOf(one, index + 1) }));
}

function wordsOf({ response, failure, ms }: Exchange, number: number): string {
  const outcome = response ? `answered ${response.status}` : `no answer (${failure?.message})`;
  return `delivery ${number} sent, ${outcome} after ${Math.round(ms)} ms`;
}
