/** Compares what a probe printed with what the fixtures and the service say. No I/O. */

import { isDeepStrictEqual } from "node:util";
import { type Answers, OPERATION_IDS, OPERATIONS } from "./answers.ts";
import type { Outcome, Result } from "./result.ts";

/** Payments of test/fixtures/PaymentSnapshot/pass, each by its name. */
export const FIXTURES = [
  "complete",
  "amount-zero",
  "amount-negative",
  "id-beyond-32-bits",
  "id-beyond-53-bits",
  "unknown-event-name",
  "paid-to-another",
  "unknown-members",
  "timestamps-of-all-kinds",
] as const;
type Fixture = (typeof FIXTURES)[number];

/** Said by a probe, one line each: `call NAME ok|error TEXT` and `fixture NUMBER ok|error TEXT`, tabs between. */
export type Said = { calls: Map<string, Saying>; fixtures: Map<string, Saying> };
type Saying = { ok: boolean; text: string };

const DECLARED = ["@event", "id", "amount", "paidTo", "confirmedAt", "createdAt", "updatedAt"];
/** The others have a column of their own. */
const NEEDED: Fixture[] = ["complete", "amount-zero", "amount-negative", "unknown-event-name", "paid-to-another"];

export function readSaid(output: string): Said {
  const said: Said = { calls: new Map(), fixtures: new Map() };
  for (const line of output.split(/\r?\n/)) {
    const [kind, name, verdict, ...text] = line.split("\t");
    if (!name || (verdict !== "ok" && verdict !== "error")) continue;
    const saying = { ok: verdict === "ok", text: text.join(" ") };
    if (kind === "call") said.calls.set(name, saying);
    if (kind === "fixture") said.fixtures.set(FIXTURES[Number(name)] ?? name, saying);
  }
  return said;
}

export function judgeCalls(said: Said, { heard }: Pick<Answers, "heard">): Outcome {
  const wrong = OPERATION_IDS.flatMap((id) => {
    const saying = said.calls.get(id);
    const fault = heard.get(id);
    if (fault) return [`${id}: ${fault}`];
    if (!saying?.ok) return [`${id}: ${saying?.text || "not called"}`];
    if (!heard.has(id)) return [`${id}: the request did not arrive`];
    return saying.text.includes(OPERATIONS[id].found) ? [] : [`${id}: the answer was lost`];
  });
  return wrong.length === 0 ? "yes" : `no: ${wrong.join("; ").slice(0, 300)}`;
}

/** @param texts the fixtures, as they were given to the probe */
export function judgePayloads(
  said: Said,
  texts: Record<Fixture, string>,
): Pick<Result, "payload" | "integers" | "unknownMembers" | "otherTimestamps"> {
  const verdict = (name: Fixture) => difference(texts[name], said.fixtures.get(name));
  const wrong = NEEDED.flatMap((name) => (verdict(name) ? [`${name}: ${verdict(name)}`] : []));
  const unknown = said.fixtures.get("unknown-members");
  return {
    payload: wrong.length === 0 ? "yes" : `no: ${wrong.join("; ").slice(0, 300)}`,
    integers: verdict("id-beyond-32-bits") ? "32 bits" : verdict("id-beyond-53-bits") ? "53 bits" : "64 bits",
    unknownMembers: verdict("unknown-members")
      ? "refused"
      : kept(texts["unknown-members"], unknown)
        ? "kept"
        : "dropped",
    otherTimestamps: verdict("timestamps-of-all-kinds") ? "refused" : "taken",
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
  return Date.parse(SAME_INSTANT[before] ?? before) === Date.parse(after);
}

/** The notations of the fixture that JavaScript does not read. */
const SAME_INSTANT: Record<string, string> = {
  "20260227T164012+0100": "2026-02-27T16:40:12+01:00",
  "2026-W10-1T09:15+01": "2026-03-02T09:15:00+01:00",
};

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
