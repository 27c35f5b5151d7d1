/** Turns the end of a check into its line in the report, with every secret masked. */

import { shownText } from "./answers.ts";
import { Breach, type Check, NotObserved, Unexplained } from "./check.ts";
import type { Redactor } from "./report/redaction.ts";
import type { CheckResult, ReportRequest, ReportResponse, Status } from "./report/report.ts";
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
  const [, call] = SIGNS.find(([sign]) => sign.test(`${id} ${evidence?.actual}`)) ?? [];
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
    doubt: evidence && finding.verb === "api" && call ? CALLS[call] : null,
    reproduce: evidence ? redactor.text(commandOf(check, exchange, finding)) : null,
    fix: evidence ? (fix ?? null) : null,
  };
}

/** What the driver may have done otherwise, beyond what the judge sees, and how to tell. */
const CALLS = {
  agency: "confirmPayment() may not pass paidTo on. To tell, look in the service to whom the payment went.",
  recorded: "recordPayment() may confirm the payment. To tell, look at its state in the service.",
  client:
    "confirmPayment() may not pass client on, or the token may be of one client alone. To tell, look in the service " +
    "to which clients the payment and the webhooks belong.",
  app: "dispatchAppEvent() may not pass its App on. To tell, log what the service dispatches, and to which App.",
  event: "dispatchAppEvent() may not pass its event on. To tell, log the name that the service dispatches.",
  switched:
    "setClientWebhookActive() may find the webhook by a URL or a name that others have, too, or return before it is " +
    "switched. To tell, look which webhooks are active in the service when it returns; find them by the id in it.",
} as const;

/** What a finding shows that rests on a call of the driver: its id, or a step of its history; the first that fits. */
const SIGNS: readonly (readonly [sign: RegExp, call: keyof typeof CALLS])[] = [
  [/^(?:deliver\.agency|deliver\.unheard-later|app-deliver\.no-payment) /, "agency"],
  [/^deliver\.recorded /, "recorded"],
  [/^deliver\.(?:(?:to-)?other-client|shared-url-clients) /, "client"],
  [/^app-deliver\.(?:to-)?other-app /, "app"],
  [/^app-deliver\.other-event /, "event"],
  [
    /^(?:deliver\.(?:inactive(?:-again)?|reactivated|others-stay-active|dormant)|\S*beside-inactive-client) /,
    "switched",
  ],
  [/paid to the agency/, "agency"],
  [/\) record /, "recorded"],
  [/\) switch \S+ off/, "switched"],
  [/of the other client|of each of the two clients/, "client"],
  [/to the other App/, "app"],
];

/** Groups whose checks wait for deliveries: one request alone shows nothing of what they find. */
export const WAITING = /deliver|retr|history|walk|later events/;

/** A command that a person can paste: it repeats the request, or else the check. */
function commandOf<C>({ id, group }: Check<C>, exchange: Exchange | undefined, finding: Finding): string {
  const { verb, redactor, seed, given, walkMs } = finding;
  if (verb === "api" && exchange && isOwn(exchange) && !WAITING.test(group))
    return asCurl(exchange, (text) => redactor.text(text) !== text);
  const subject = verb === "api" ? "test api" : 'test receiver --url "$RECEIVER_URL"';
  const files = given.map((name) => ` --${name} "$${name.toUpperCase()}"`).join("");
  const walk = walkMs === undefined || !id.startsWith("walk.") ? "" : ` --walk ${Math.ceil(walkMs / 1000)}`;
  return `collections-contract ${subject} --only ${id} --seed ${seed}${files}${walk}`;
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const FORM_FROM_ENVIRONMENT: Record<string, string> = {
  code: "AUTHORIZATION_CODE",
  client_id: "CLIENT_ID",
  client_secret: "CLIENT_SECRET",
};

/** The request as a curl command, which reads secrets from the environment. */
function asCurl({ request }: Exchange, isSecret: (text: string) => boolean): string {
  const { method, url, headers, body } = request;
  const parts = [`curl -sS -i -X ${method} ${quote(url)}`];
  for (const [name, value] of Object.entries(headers)) {
    if (/^authorization$/i.test(name)) parts.push(`-H "${name}: ${value.split(" ")[0]} $ACCESS_TOKEN"`);
    else if (isSecret(value)) parts.push(`-H "${name}: $ACCESS_TOKEN"`);
    else parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (body === undefined) return parts.join(" ");
  const isForm = Object.values(headers).some((value) => value.startsWith("application/x-www-form-urlencoded"));
  if (!isForm) return [...parts, `--data-binary ${quote(String(body))}`].join(" ");
  for (const [name, value] of new URLSearchParams(String(body))) {
    const variable = FORM_FROM_ENVIRONMENT[name];
    parts.push(`--data-urlencode ${variable ? `"${name}=$${variable}"` : quote(`${name}=${value}`)}`);
  }
  return parts.join(" ");
}

/** A request of the judge has an outcome; a delivery that it received has none. */
const isOwn = ({ response, failure }: Exchange) => response !== undefined || failure !== undefined;
/** Masks a part that is longer than what is shown: what begins in it may end behind it. */
const masked = (redactor: Redactor, text: string) => cut(redactor.text(text.slice(0, 4 * SHOWN_CHARACTERS)));
const cut = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);

function requestOf(exchange: Exchange, redactor: Redactor): ReportRequest {
  const { method, url, headers, body } = exchange.request;
  const shown = isOwn(exchange) ? redactor.ownHeaders(headers) : redactor.foreignHeaders(headers);
  const text = body === undefined ? null : masked(redactor, typeof body === "string" ? body : shownText(body));
  return { method, url: redactor.text(url), headers: shown, body: text };
}

/** Shows a service's answer as far as the judge sent it, and a receiver's as a whole: it knows only its own secrets. */
function responseOf({ response, failure }: Exchange, { verb, redactor }: Finding): ReportResponse | null {
  if (failure) return { status: null, headers: {}, body: redactor.text(`${failure.code}: ${failure.message}`) };
  if (!response) return null;
  const { status, headers, body } = response;
  const text = verb === "api" ? redactor.answer(response) : masked(redactor, shownText(body));
  return { status, headers: redactor.foreignHeaders(headers), body: cut(text) };
}
