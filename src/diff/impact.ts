/** Which way a change of a value breaks whom: it depends on who writes the value and who reads it. */

import type { Affected, Effects, Finding, Verdict } from "./change.ts";

/**
 * `request`: callers write it. `response`: callers read it. `delivery`: the service writes it and receivers read it, the other way round
 * than a request. `answer`: receivers write it, as their answer to a delivery.
 */
export type Role = "request" | "response" | "delivery" | "answer";

/** `narrower`: fewer values are legal than before. `wider`: more are. `other`: both, or values that have nothing in common. */
export type Move = "narrower" | "wider" | "other" | "unknown";

/** The side that our readers are on. */
export const sideOf = (role: Role): Affected => (role === "request" || role === "response" ? "senders" : "receivers");

/** Do the readers of the contract write the value, or read it? */
export const isWritten = (role: Role): boolean => role === "request" || role === "answer";

const CONTEXT: Record<Role, string> = {
  request: "in requests",
  response: "in answers of the API",
  delivery: "in deliveries",
  answer: "in answers to deliveries",
};
export const contextOf = (role: Role): string => CONTEXT[role];

const BROKEN: Record<Role, string> = {
  request: "What they send today may be refused.",
  response: "They may read what their code does not expect.",
  delivery: "They may receive what their code does not expect.",
  answer: "What they answer today may count as a failure, and be retried.",
};
const FINE: Record<Role, string> = {
  request: "What they send today is still accepted.",
  response: "What they read today still holds.",
  delivery: "What they receive still fits their code.",
  answer: "What they answer today still counts.",
};
const LOOK = "No machine can tell: look at what they do with it.";

/** Verdict and sentences for a value that changed so; `own` replaces sentences by better ones. */
export function impactOf(
  role: Role,
  move: Move,
  own: Partial<Effects> = {},
): Pick<Finding, "verdict" | "breaks" | "effects"> {
  const side = sideOf(role);
  if (move === "unknown") {
    const verdict: Verdict = "unclassified";
    return { verdict, effects: { [side]: LOOK, generatedClients: "Regenerate, and look at the difference.", ...own } };
  }
  const isBreaking = move === "other" || (move === "narrower") === isWritten(role);
  const generatedClients = isBreaking
    ? "Old code follows the old rule until it is generated again."
    : "Old code works on; generated again, it knows the new rule.";
  return {
    verdict: isBreaking ? "breaking" : "not breaking",
    breaks: isBreaking ? [side, "generatedClients"] : [],
    effects: { [side]: isBreaking ? BROKEN[role] : FINE[role], generatedClients, ...own },
  };
}

/** Nothing on the wire changes; only names that generators turn into code. */
export function renamed(kind: string, where: string, what: string): Finding {
  const generatedClients = "Names in the generated code change: code that uses them has to be adapted.";
  return { kind, where, what, breaks: ["generatedClients"], effects: { generatedClients } };
}

/** Only what people read. */
export function documentation(where: string, what: string): Finding {
  return {
    kind: "documentation",
    where,
    what,
    documentationOnly: true,
    effects: { generatedClients: "Comments in the generated code change." },
  };
}
