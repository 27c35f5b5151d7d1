/**
 * From the end of a check to its line in the report: verdict, evidence with every secret masked, and how to see it
 * again.
 */

import { textOf } from "./answers.ts";
import { Breach, type Check, NotObserved, Unexplained } from "./check.ts";
import type { Redactor } from "./report/redaction.ts";
import type { CheckResult, ReportRequest, ReportResponse, Status } from "./report/report.ts";
import { asCurl, asRun } from "./report/reproduce.ts";
import type { Exchange } from "./wire/http.ts";

const SHOWN_CHARACTERS = 2000;

export interface Finding {
  readonly verb: "api" | "receiver";
  readonly seed: number;
  readonly redactor: Redactor;
  /** What the run was given, so that a check can be run again: a driver, a deployment. */
  readonly given: readonly ("driver" | "deployment")[];
  /** For how long walks were drawn, where that was given: a walk is repeated by its seed and by as much time. */
  readonly walkMs?: number | undefined;
}

/** How a check ended. */
export interface Verdict {
  readonly status: Status;
  readonly ms: number;
  readonly evidence?: Breach["evidence"];
  /** Why there is no verdict. */
  readonly why?: string;
  /** Neither the driver nor a gap explains that there is no verdict. */
  readonly isUnexplained?: boolean;
}

/** Runs a check and says how it ended. A fault of the judge itself leaves it not observed. */
export async function verdictOf<C>(check: Check<C>, context: C): Promise<Verdict> {
  const started = performance.now();
  const took = (own?: unknown) => Math.round(typeof own === "number" ? own : performance.now() - started);
  try {
    const own = await check.run(context);
    return { status: "passed", ms: took(own) };
  } catch (error) {
    if (error instanceof Breach)
      return { status: "failed", ms: took(error.evidence.exchange?.ms || undefined), evidence: error.evidence };
    const isKnown = error instanceof NotObserved;
    const why = error instanceof Error ? error.message : "unknown";
    return {
      status: "not observed",
      ms: took(),
      why: isKnown ? why : `judge_error: ${why}`,
      isUnexplained: error instanceof Unexplained,
    };
  }
}

/**
 * The line of the report. Made at the end of a run: evidence that was kept may hold secrets that the judge met later.
 */
export function resultOf<C>(
  check: Check<C>,
  { status, ms, evidence, why }: Verdict,
  finding: Finding,
  isKnown: boolean,
): CheckResult {
  const { id, title, group, severity, rests, fix } = check;
  const { redactor } = finding;
  const exchange = evidence?.exchange;
  const mask = (text: string | undefined) => (text === undefined ? null : redactor.text(text));
  return {
    id,
    title,
    group,
    severity,
    rests,
    status,
    known: isKnown && status === "failed",
    durationMs: ms,
    reason: mask(why ?? evidence?.actual),
    expected: mask(evidence?.expected),
    actual: mask(evidence?.actual),
    request: exchange ? requestOf(exchange, redactor) : null,
    response: exchange ? responseOf(exchange, finding) : null,
    reproduce: evidence ? redactor.text(commandOf(id, evidence, finding)) : null,
    fix: evidence ? (fix ?? null) : null,
  };
}

function commandOf(id: string, { exchange, reproduce }: Breach["evidence"], finding: Finding): string {
  const { verb, seed, given, redactor } = finding;
  if (reproduce !== undefined) return reproduce;
  if (verb === "api" && exchange && isOwn(exchange)) return asCurl(exchange, (text) => redactor.text(text) !== text);
  const walk =
    finding.walkMs === undefined || !id.startsWith("walk.") ? "" : ` --walk ${Math.ceil(finding.walkMs / 1000)}`;
  return asRun(verb, id, seed, given) + walk;
}

/** A request of the judge has an outcome; a delivery that came to it has none. */
const isOwn = ({ response, failure }: Exchange) => response !== undefined || failure !== undefined;
const cut = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);

function requestOf(exchange: Exchange, redactor: Redactor): ReportRequest {
  const { method, url, headers, body } = exchange.request;
  const shown = isOwn(exchange) ? redactor.ownHeaders(headers) : redactor.foreignHeaders(headers);
  const text = body === undefined ? null : cut(redactor.text(typeof body === "string" ? body : (textOf(body) ?? "")));
  return { method, url: redactor.text(url), headers: shown, body: text };
}

/** Of a service only what the judge sent itself is shown; of a receiver, which was told no secret but its own, all. */
function responseOf({ response, failure }: Exchange, { verb, redactor }: Finding): ReportResponse | null {
  if (failure) return { status: null, headers: {}, body: redactor.text(`${failure.code}: ${failure.message}`) };
  if (!response) return null;
  const { status, headers, body } = response;
  const text =
    verb === "api"
      ? redactor.answer(response)
      : redactor.text(textOf(body) ?? `${body.length} bytes that are not text`);
  return { status, headers: redactor.foreignHeaders(headers), body: cut(text) };
}
