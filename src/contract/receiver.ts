/** One run of the judge over a receiver. */

import type { Check } from "./check.ts";
import { RECEIVER_CHECKS, RECEIVER_GROUPS } from "./checks/receiver.ts";
import type { ReceiverDriver } from "./driver.ts";
import { Fence } from "./guard.ts";
import { send } from "./http.ts";
import { newSeed } from "./random.ts";
import { ReceiverContext } from "./receiver-context.ts";
import { Redactor } from "./redaction.ts";
import type { CheckResult, Problem, Report } from "./report.ts";
import { type RunOptions, report, select } from "./run.ts";
import { type Finding, unobserved, verdictOf } from "./verdicts.ts";

/** The receiver that is judged. */
export interface ReceiverTarget {
  /** Where it takes deliveries: http or https. */
  readonly url: string;
  /** The secret of the webhook that it believes in. It is in no report. */
  readonly secret: string;
  /** Tells what took effect; without it, forgeries that are answered 2xx are not observed. */
  readonly driver?: ReceiverDriver | undefined;
}

/** Options of `testReceiver`, all with a default. */
export interface ReceiverOptions extends RunOptions {
  /** How quickly the 2xx has to come: only "quickly" is stated (F-6.5-01). Milliseconds, default 2000. */
  readonly ackWithinMs?: number;
  /** For the first request, which asks whether anyone is there. Milliseconds, default 3000, or twice `ackWithinMs` if that is more. */
  readonly requestTimeoutMs?: number;
  /** For one call of the driver. Milliseconds, default 10 000. */
  readonly driverTimeoutMs?: number;
}

/**
 * Judges a receiver: sends genuine deliveries, repetitions and forgeries, in this order, and looks at what takes effect.
 *
 * Never rejects; see `testService`. What it sends looks real, so point it at a receiver that may book what it gets.
 */
export async function testReceiver(target: ReceiverTarget, options: ReceiverOptions = {}): Promise<Report> {
  const started = new Date();
  const redactor = new Redactor();
  const given = [
    ...(target?.driver ? (["driver"] as const) : []),
    ...(options.contract ? (["contract"] as const) : []),
  ];
  const finding: Finding = { verb: "receiver", seed: options.seed ?? newSeed(), redactor, given };
  const checks = select(RECEIVER_CHECKS, options.only);
  const end = (results: readonly CheckResult[], problems: Problem[]) =>
    report(results, finding, String(target?.url), started, problems, options.contract);
  const stopped = (problem: Problem) =>
    end(
      checks.map((check) => unobserved(check, `${problem.code}: ${problem.message}`, finding)),
      [problem],
    );

  redactor.add(target?.secret);
  const { url, secret, driver = {} } = target ?? {};
  if (checks.length === 0)
    return end([], [{ code: "only_unknown", message: "No check, group or fact has such an id: see --list." }]);
  if (!/^https?:$/.test(URL.parse(String(url))?.protocol ?? ""))
    return stopped({ code: "driver_invalid", message: "The target has no http or https URL." });
  if (typeof secret !== "string" || secret === "")
    return stopped({ code: "driver_invalid", message: "The secret of the webhook is missing." });

  const fence = new Fence<ReceiverDriver>(driver, redactor, options.driverTimeoutMs ?? 10_000);
  const ackWithinMs = options.ackWithinMs ?? 2000;
  const signatureName = options.contract?.signature.header;
  const context = new ReceiverContext({ url, secret, ackWithinMs, signatureName }, fence, redactor, options.signal);
  const unreachable = await reach(url, options.requestTimeoutMs ?? Math.max(3000, 2 * ackWithinMs));
  if (unreachable) return stopped(unreachable);
  if (fence.has("reset")) await fence.call("reset").catch(() => {});

  const ends = new Map<Check<ReceiverContext>, () => CheckResult>();
  for (const group of RECEIVER_GROUPS) {
    for (const check of checks.filter((one) => one.group === group)) {
      const ended = options.signal?.aborted
        ? () => unobserved(check, "the run was interrupted", finding)
        : await verdictOf(check, context, finding);
      ends.set(check, ended);
      options.onProgress?.({ done: ends.size, total: checks.length, group, check: check.id, status: ended().status });
    }
  }
  const problems: Problem[] = options.signal?.aborted
    ? [{ code: "interrupted", message: "The run was interrupted." }]
    : [];
  return end(
    checks.flatMap((check) => ends.get(check)?.() ?? []),
    [...problems, ...fence.problems],
  );
}

/** Anything that answers in HTTP is a receiver; silence to an unsigned request may be one, too, that cuts forgeries off. */
async function reach(url: string, timeoutMs: number): Promise<Problem | undefined> {
  const request = { method: "POST", url, headers: { "Content-Type": "application/json" }, body: "{}" };
  const { failure } = await send(request, { timeoutMs });
  if (failure?.code === "no_http")
    return { code: "target_no_http", message: `What ${url} sends is no HTTP: is it the right port?` };
  if (failure && /CERT|TLS|EPROTO|_VERIFY_/.test(failure.message))
    return {
      code: "target_unreachable",
      message: `There is no TLS with ${url} (${failure.message}): name its certificate in NODE_EXTRA_CA_CERTS, or correct the URL.`,
    };
  if (failure?.code === "refused")
    return {
      code: "target_unreachable",
      message: `Nobody listens at ${url} (${failure.message}): start the receiver.`,
    };
  return undefined;
}
