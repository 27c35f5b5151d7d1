/** From the end of a check to a finding: verdict, evidence with every secret masked, and how to see it again. */

import { textOf } from "./answers.ts";
import { Breach, type Check, NotObserved } from "./check.ts";
import type { Exchange } from "./http.ts";
import type { Redactor } from "./redaction.ts";
import type { CheckResult, ReportRequest, ReportResponse } from "./report.ts";
import { asCurl, asRun } from "./reproduce.ts";

const SHOWN_CHARACTERS = 2000;

export interface Finding {
  readonly verb: "api" | "receiver";
  readonly seed: number;
  readonly redactor: Redactor;
  /** What the run was given, so that a check can be run again: a driver, the contract of a deployment. */
  readonly given: readonly ("driver" | "contract")[];
}

/** Runs a check and says how it ended; a fault of the judge itself is never held against anyone. */
export async function verdictOf<C>(check: Check<C>, context: C, finding: Finding): Promise<() => CheckResult> {
  try {
    await check.run(context);
    return () => result(check, "passed", {}, finding);
  } catch (error) {
    if (error instanceof Breach) return () => result(check, "failed", error.evidence, finding);
    const why =
      error instanceof NotObserved
        ? error.message
        : `judge_error: ${error instanceof Error ? error.message : "unknown"}`;
    return () => unobserved(check, why, finding);
  }
}

export function unobserved<C>(check: Check<C>, why: string, finding: Finding): CheckResult {
  return result(check, "not observed", {}, finding, why);
}

/** Masked only at the end of a run: secrets that are met later may be in evidence that was kept before. */
function result<C>(
  check: Check<C>,
  status: CheckResult["status"],
  evidence: Partial<Breach["evidence"]>,
  { verb, seed, redactor, given }: Finding,
  why?: string,
): CheckResult {
  const { id, title, group, severity, rests, fix } = check;
  const { expected, actual, exchange } = evidence;
  const isOfApi = exchange !== undefined && (exchange.response !== undefined || exchange.failure !== undefined);
  const command =
    evidence.reproduce ??
    (isOfApi && verb === "api"
      ? asCurl(exchange, (text) => redactor.text(text) !== text)
      : asRun(verb, id, seed, given));
  return {
    id,
    title,
    group,
    severity,
    rests,
    status,
    reason: mask(redactor, why ?? actual),
    expected: mask(redactor, expected),
    actual: mask(redactor, actual),
    request: requestOf(exchange, redactor),
    response: responseOf(exchange, redactor),
    reproduce: status === "failed" ? redactor.text(command) : null,
    fix: status === "failed" ? (fix ?? null) : null,
  };
}

const mask = (redactor: Redactor, text: string | undefined) => (text === undefined ? null : redactor.text(text));
const cut = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);

function requestOf(exchange: Exchange | undefined, redactor: Redactor): ReportRequest | null {
  if (!exchange) return null;
  const { method, url, headers, body } = exchange.request;
  const text = body === undefined ? null : cut(redactor.text(typeof body === "string" ? body : (textOf(body) ?? "")));
  return { method, url: redactor.text(url), headers: redactor.headers(headers), body: text };
}

function responseOf(exchange: Exchange | undefined, redactor: Redactor): ReportResponse | null {
  if (!exchange || (!exchange.response && !exchange.failure)) return null;
  const { response, failure } = exchange;
  if (!response)
    return { status: null, headers: {}, body: failure ? redactor.text(`${failure.code}: ${failure.message}`) : null };
  const text = textOf(response.body) ?? `${response.body.length} bytes that are no text`;
  return { status: response.status, headers: redactor.headers(response.headers), body: cut(redactor.text(text)) };
}
