/** Turns the end of a check into its line in the report, with every secret masked. */

import { textOf } from "./answers.ts";
import { Breach, type Check, NotObserved, Unexplained } from "./check.ts";
import { doubtOf } from "./report/doubts.ts";
import type { Redactor } from "./report/redaction.ts";
import type { CheckResult, ReportRequest, ReportResponse, Status } from "./report/report.ts";
import { asCurl, asRun } from "./report/reproduce.ts";
import type { Exchange } from "./wire/http.ts";

const SHOWN_CHARACTERS = 2000;

export interface Finding {
  readonly verb: "api" | "receiver";
  readonly seed: number;
  readonly redactor: Redactor;
  /** The inputs of the run, so that a check can be repeated: a driver, a deployment. */
  readonly given: readonly ("driver" | "deployment")[];
  /** How long random walks ran, if given: repeating a walk needs its seed and the same time. */
  readonly walkMs?: number | undefined;
}

/** How a check ended. */
export interface Verdict {
  readonly status: Status;
  readonly ms: number;
  readonly evidence?: Breach["evidence"];
  /** Why there is no verdict. */
  readonly why?: string;
  /** Neither the driver nor a gap explains the missing verdict. */
  readonly isUnexplained?: boolean;
}

/** Runs a check and returns how it ended. If the judge itself has a fault, the check is not observed. */
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

/** The line of the report, made at the end of a run: the judge may learn secrets of evidence only later. */
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
    expected: mask(evidence && (evidence.expected ?? `${title}.`)),
    actual: mask(evidence?.actual),
    request: exchange ? requestOf(exchange, redactor) : null,
    response: exchange ? responseOf(exchange, finding) : null,
    sequence: evidence?.sequence?.map(({ ms, what }) => ({ ms, what: redactor.text(what) })) ?? null,
    doubt: evidence && finding.verb === "api" ? doubtOf(id, evidence.actual) : null,
    reproduce: evidence ? redactor.text(commandOf(check, evidence, finding)) : null,
    fix: evidence ? (fix ?? null) : null,
  };
}

/** Groups whose checks wait for deliveries: one request alone shows nothing of what they find. */
export const WAITING = /deliver|retr|history|walk|later events/;

function commandOf(
  { id, group }: Pick<Check<never>, "id" | "group">,
  { exchange, reproduce }: Breach["evidence"],
  finding: Finding,
): string {
  const { verb, seed, given, redactor } = finding;
  if (reproduce !== undefined) return reproduce;
  if (verb === "api" && exchange && isOwn(exchange) && !WAITING.test(group))
    return asCurl(exchange, (text) => redactor.text(text) !== text);
  const walk =
    finding.walkMs === undefined || !id.startsWith("walk.") ? "" : ` --walk ${Math.ceil(finding.walkMs / 1000)}`;
  return asRun(verb, id, seed, given) + walk;
}

/** A request of the judge has an outcome; a delivery that it received has none. */
const isOwn = ({ response, failure }: Exchange) => response !== undefined || failure !== undefined;
/** Masks a part that is longer than what is shown: what begins in it may end behind it. */
const masked = (redactor: Redactor, text: string) => cut(redactor.text(text.slice(0, 4 * SHOWN_CHARACTERS)));
const cut = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);

function requestOf(exchange: Exchange, redactor: Redactor): ReportRequest {
  const { method, url, headers, body } = exchange.request;
  const shown = isOwn(exchange) ? redactor.ownHeaders(headers) : redactor.foreignHeaders(headers);
  const text = body === undefined ? null : masked(redactor, typeof body === "string" ? body : (textOf(body) ?? ""));
  return { method, url: redactor.text(url), headers: shown, body: text };
}

/** Of a service's answer only what the judge sent is shown; a receiver's is whole: it knows no secret but its own. */
function responseOf({ response, failure }: Exchange, { verb, redactor }: Finding): ReportResponse | null {
  if (failure) return { status: null, headers: {}, body: redactor.text(`${failure.code}: ${failure.message}`) };
  if (!response) return null;
  const { status, headers, body } = response;
  const text =
    verb === "api"
      ? redactor.answer(response)
      : masked(redactor, textOf(body) ?? `${body.length} bytes that are not text`);
  return { status, headers: redactor.foreignHeaders(headers), body: cut(text) };
}
