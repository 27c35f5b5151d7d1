/** Compares what a probe printed with what the fixtures and the service say. No I/O. */

import { isDeepStrictEqual } from "node:util";
import { type Answers, type Heard, OPERATION_IDS, OPERATIONS } from "./answers.ts";
import { type Outcome, type Result, withoutPorts } from "./result.ts";

/** Payments of test/fixtures/PaymentSnapshot/pass, each by its name. */
const FIXTURES = [
  "complete",
  "amount-zero",
  "amount-negative",
  "id-beyond-32-bits",
  "id-beyond-53-bits",
  "unknown-event-name",
  "paid-to-another",
  "unknown-members",
] as const;
/** `complete` with the offset `+0100`: a probe is given it after the others. */
export const NO_COLON = "no-colon";
export type Payment = (typeof FIXTURES)[number] | typeof NO_COLON;
export const PAYMENTS: readonly Payment[] = [...FIXTURES, NO_COLON];

/** Said by a probe, one line each: `call NAME ok|error TEXT` and `fixture NUMBER ok|error TEXT`, tabs between. */
export type Said = { calls: Map<string, Saying[]>; payments: Map<string, Saying> };
type Saying = { ok: boolean; text: string };

const DECLARED = ["@event", "id", "amount", "paidTo", "confirmedAt", "createdAt", "updatedAt"];
/** The others have a column of their own. */
const NEEDED: Payment[] = ["complete", "amount-zero", "amount-negative", "unknown-event-name", "paid-to-another"];

export function readSaid(output: string): Said {
  const said: Said = { calls: new Map(), payments: new Map() };
  for (const line of output.split(/\r?\n/)) {
    const [kind, name, verdict, ...text] = line.split("\t");
    if (!name || (verdict !== "ok" && verdict !== "error")) continue;
    const saying = { ok: verdict === "ok", text: text.join(" ") };
    if (kind === "call") said.calls.set(name, [...(said.calls.get(name) ?? []), saying]);
    if (kind === "fixture") said.payments.set(PAYMENTS[Number(name)] ?? name, saying);
  }
  return said;
}

/**
 * The last attempt of each operation counts: a probe tries the token exchange with nothing set first, then with the URL
 * given.
 */
export function judgeCalls(said: Said, { heard }: Pick<Answers, "heard">): Outcome {
  const wrong = OPERATION_IDS.flatMap((id) => {
    const saying = said.calls.get(id)?.at(-1);
    const request = heard.get(id)?.at(-1);
    if (request?.wrong) return [`${id}: ${request.wrong}`];
    if (!saying?.ok) return [`${id}: ${withoutPorts(saying?.text || "not called")}`];
    if (!request) return [`${id}: the request did not arrive`];
    return saying.text.includes(OPERATIONS[id].found) ? [] : [`${id}: the answer was lost`];
  });
  return wrong.length === 0 ? "yes" : `no: ${wrong.join("; ").slice(0, 300)}`;
}

/** Whether the first attempt of the token exchange, with nothing set, asked the right host. */
export function judgeTokenHost(said: Said, { heard }: Pick<Answers, "heard">): Outcome {
  const requests: Heard[] = heard.get("exchangeAuthorizationCode") ?? [];
  const first = said.calls.get("exchangeAuthorizationCode")?.[0];
  if (requests.some(({ origin }) => origin === "api")) return "no: asks the host of the API";
  if (first?.ok && requests[0]?.origin === "auth") return "yes";
  return `no: ${withoutPorts(first?.text || "not called").slice(0, 200)}`;
}

type Payloads = Pick<Result, "payload" | "integers" | "unknownMembers" | "colon" | "noColon">;

/** @param texts the payments, as they were given to the probe */
export function judgePayloads(said: Said, texts: Record<Payment, string>): Payloads {
  const verdict = (name: Payment) => difference(texts[name], said.payments.get(name));
  const wrong = NEEDED.flatMap((name) => (verdict(name) ? [`${name}: ${verdict(name)}`] : []));
  const unknown = said.payments.get("unknown-members");
  return {
    payload: wrong.length === 0 ? "yes" : `no: ${wrong.join("; ").slice(0, 300)}`,
    integers: verdict("id-beyond-32-bits") ? "32 bits" : verdict("id-beyond-53-bits") ? "53 bits" : "64 bits",
    unknownMembers: verdict("unknown-members")
      ? "refused"
      : kept(texts["unknown-members"], unknown)
        ? "kept"
        : "dropped",
    colon: verdict("complete") ? "refused" : "taken",
    noColon: verdict(NO_COLON) ? "refused" : "taken",
  };
}

/** @returns what is wrong with a payment that came back, or an empty text */
function difference(sent: string, saying: Saying | undefined): string {
  if (!saying?.ok) return saying?.text || "nothing came back";
  const [before, after] = [exact(sent), exact(saying.text)];
  if (typeof after !== "object" || after === null) return "no object came back";
  const lost = DECLARED.filter((name) => !same(before[name], after[name]));
  if (!same(before["caseFile"]?.["id"], after["caseFile"]?.["id"])) lost.push("caseFile.id");
  return lost.length > 0 ? `other value of ${lost.join(", ")}` : "";
}

function kept(sent: string, saying: Saying | undefined): boolean {
  const after = exact(saying?.text ?? "null");
  return Object.entries(exact(sent)).every(
    ([name, value]) => DECLARED.includes(name) || isDeepStrictEqual(value, after[name]),
  );
}

/** Points in time are the same in any notation. */
function same(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (typeof before !== "string" || typeof after !== "string") return false;
  return Date.parse(before.replace(/\+0100$/, "+01:00")) === Date.parse(after);
}

/** Integers as BigInt: a number of JavaScript would hide a loss. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign program.
function exact(text: string): any {
  try {
    const reviver = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
      typeof value === "number" && source && /^-?\d+$/.test(source) ? BigInt(source) : value;
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
  } catch {
    return undefined;
  }
}
