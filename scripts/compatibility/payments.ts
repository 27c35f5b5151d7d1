/** Payments that went through the models of a generator, against what was sent. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { exactIntegers } from "../../src/receive/numbers.ts";
import type { Result } from "./results.ts";
import { root } from "./tools.ts";

/** These have to come back unchanged; the others have a column of their own. */
const NEEDED = ["complete", "amount-zero", "amount-negative", "unknown-event-name", "paid-to-another"];
const OTHERS = ["id-beyond-32-bits", "id-beyond-53-bits", "unknown-members"];
/** `complete` with the offset `+0100`. */
const NO_COLON = "no-colon";
const DECLARED = ["@event", "id", "amount", "paidTo", "confirmedAt", "createdAt", "updatedAt"];

const fixture = (name: string) => readFileSync(join(root, `test/fixtures/PaymentSnapshot/pass/${name}.json`), "utf8");
/** By name, the text that a program is given. */
export const PAYMENTS = new Map([
  ...[...NEEDED, ...OTHERS].map((name) => [name, fixture(name)] as const),
  [NO_COLON, fixture("complete").replaceAll('+01:00"', '+0100"')],
]);

/** What a program printed, or the error that ended it. */
export type Said = { text?: string; error?: string };

/** @param said by the name of each payment */
export function judgePayments(said: ReadonlyMap<string, Said>): Result {
  const fault = (name: string) => difference(PAYMENTS.get(name) ?? "", said.get(name));
  const wrong = NEEDED.filter(fault).map((name) => `${name}: ${fault(name)}`);
  const unknown = said.get("unknown-members")?.text;
  const kept = isKept(PAYMENTS.get("unknown-members") ?? "", unknown) ? "kept" : "dropped";
  return {
    payload: wrong.length === 0 ? "yes" : `no: ${wrong.join("; ").slice(0, 300)}`,
    integers: fault("id-beyond-32-bits") ? "32 bits" : fault("id-beyond-53-bits") ? "53 bits" : "64 bits",
    unknownMembers: fault("unknown-members") ? "refused" : kept,
    colon: fault("complete") ? "refused" : "taken",
    noColon: fault(NO_COLON) ? "refused" : "taken",
  };
}

/** Returns what is wrong with a payment that came back, or an empty text. */
function difference(sent: string, { text, error }: Said = {}): string {
  if (text === undefined) return error ?? "nothing came back";
  const [before, after] = [exact(sent), exact(text)];
  if (typeof after !== "object" || after === null) return "no object came back";
  const lost = DECLARED.filter((name) => !isSame(before[name], after[name]));
  if (!isSame(before["caseFile"]?.["id"], after["caseFile"]?.["id"])) lost.push("caseFile.id");
  return lost.length > 0 ? `other value of ${lost.join(", ")}` : "";
}

function isKept(sent: string, text = "null"): boolean {
  const after = exact(text);
  const undeclared = Object.entries(exact(sent)).filter(([name]) => !DECLARED.includes(name));
  return undeclared.every(([name, value]) => isDeepStrictEqual(value, after?.[name]));
}

/** Points in time are the same in any notation. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (typeof before !== "string" || typeof after !== "string") return false;
  return Date.parse(before.replace(/\+0100$/, "+01:00")) === Date.parse(after);
}

/** Integers that a number of JavaScript would round are BigInt, so that no loss is hidden. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of another program.
function exact(text: string): any {
  try {
    return JSON.parse(text, exactIntegers);
  } catch {
    return undefined;
  }
}
