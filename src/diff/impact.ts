/** Whom a change of a value breaks, which depends on who writes the value and who reads it. */

import type { Affected, Effects, Finding, Verdict } from "./change.ts";

/**
 * `request`: callers write it. `response`: callers read it. `delivery`: the service writes it and receivers read it,
 * the other way round than a request. `answer`: receivers write it, as their answer to a delivery. `written` and
 * `read`: nothing says where it is used, so both are asked, and the worse counts.
 */
export type Role = "request" | "response" | "delivery" | "answer" | "written" | "read";

/**
 * `narrower`: fewer values are valid than before. `wider`: more are. `other`: both, or values that have nothing in
 * common.
 */
export type Move = "narrower" | "wider" | "other" | "unknown";

/** The side that the readers of the contract are on. */
export const sideOf = (role: Role): Affected => (role === "delivery" || role === "answer" ? "receivers" : "senders");

/** Whether the readers of the contract write the value; they read it otherwise. */
export const isWritten = (role: Role): boolean => role === "request" || role === "answer" || role === "written";

/** Whether the document does not say where the value is used. */
export const isUnknown = (role: Role): boolean => role === "written" || role === "read";

const CONTEXT: Record<Role, string> = {
  request: "in requests",
  response: "in answers of the API",
  delivery: "in deliveries",
  answer: "in answers to deliveries",
  written: "wherever it is used",
  read: "wherever it is used",
};
export const contextOf = (role: Role): string => CONTEXT[role];

const BROKEN: Record<Role, string> = {
  request: "What they send today may be refused.",
  response: "They may read what their code does not expect.",
  delivery: "They may receive what their code does not expect.",
  answer: "What they answer today may count as a failure, and be retried.",
  written: "What they send today may be refused.",
  read: "They may read what their code does not expect.",
};
const FINE: Record<Role, string> = {
  request: "What they send today is still accepted.",
  response: "What they read today is still valid.",
  delivery: "What they receive still fits their code.",
  answer: "What they answer today still counts.",
  written: "What they send today is still accepted.",
  read: "What they read today is still valid.",
};
const REVIEW = "No rule can decide this: check what they do with it.";

/** Returns verdict and sentences for such a change of a value; `own` replaces sentences with better ones. */
export function impactOf(
  role: Role,
  move: Move,
  own: Partial<Effects> = {},
): Pick<Finding, "verdict" | "breaks" | "effects"> {
  const side = sideOf(role);
  if (move === "unknown") {
    const verdict: Verdict = "unclassified";
    return { verdict, effects: { [side]: REVIEW, generatedClients: "Regenerate, and review the difference.", ...own } };
  }
  const isBreaking = move === "other" || (move === "narrower") === isWritten(role);
  const generatedClients = isBreaking
    ? "Old code follows the old rule until it is regenerated."
    : "Old code keeps working; once regenerated, it knows the new rule.";
  return {
    verdict: isBreaking ? "breaking" : "not breaking",
    breaks: isBreaking ? [side, "generatedClients"] : [],
    effects: { [side]: isBreaking ? BROKEN[role] : FINE[role], generatedClients, ...own },
  };
}

/** A change of names that generators turn into code; nothing on the wire changes. */
export function renamed(kind: string, where: string, what: string): Finding {
  const generatedClients = "Names in the generated code change: adapt the code that uses them.";
  return { kind, where, what, breaks: ["generatedClients"], effects: { generatedClients } };
}

/** A change of what only people read. */
export function documentation(where: string, what: string): Finding {
  return {
    kind: "documentation",
    where,
    what,
    documentationOnly: true,
    effects: { generatedClients: "Comments in the generated code change." },
  };
}

/** The sentence for code that is generated again and then knows what is new. */
export const KNOWN_AGAIN = "Once regenerated, the code knows it.";
