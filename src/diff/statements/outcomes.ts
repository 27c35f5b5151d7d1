/** Who writes a value and who reads it, and what a change of it does to them. */

import type { Affected, Effects, Finding } from "../change.ts";

/**
 * `request`: callers write it. `response`: callers read it. `delivery`: the service writes it and receivers read it,
 * the other way round than a request. `answer`: receivers write it, as their answer to a delivery. `either`: nothing
 * says where it is used, so the worse of both directions counts. `unused`: the operations do not lead to it, so that
 * only generated code has it.
 */
export type Role = "request" | "response" | "delivery" | "answer" | "either" | "unused";

/**
 * `breaks`: the side and generated code. `side`: the side alone. `names`: generated code alone. `review`: no rule can
 * decide it. `text`: only what people read has changed.
 */
export type Outcome = "breaks" | "side" | "names" | "review" | "fine" | "text";

/** What a change comes to where the readers of the contract send the value, and where they receive it. */
export type Cell = readonly [sent: Outcome, received: Outcome];

export const OTHER: Cell = ["breaks", "breaks"];
/** Fewer values are valid than before. */
export const NARROWER: Cell = ["breaks", "fine"];
/** More values are valid than before. */
export const WIDER: Cell = ["fine", "breaks"];
export const FINE: Cell = ["fine", "fine"];
export const REVIEW: Cell = ["review", "review"];
export const NAMES: Cell = ["names", "names"];
export const SIDE: Cell = ["side", "side"];
export const TEXT: Cell = ["text", "text"];

const WORST_FIRST: readonly Outcome[] = ["breaks", "side", "names", "review", "fine", "text"];

/** Whether the readers of the contract write the value; they read it otherwise. */
export const isSent = (role: Role): boolean => role === "request" || role === "answer";

/** Whether the role says who writes the value. */
export const hasDirection = (role: Role): boolean => role !== "either" && role !== "unused";

/** The outcome of a cell for a role: the worse of both where no direction is known. */
export function chooseOutcome([sent, received]: Cell, role: Role): Outcome {
  if (hasDirection(role)) return isSent(role) ? sent : received;
  return WORST_FIRST.find((one) => one === sent || one === received) ?? "review";
}

const SENTENCES: Readonly<Record<Role, readonly [context: string, broken: string, fine: string]>> = {
  request: ["in requests", "What they send today may be refused.", "What they send today is still accepted."],
  response: [
    "in answers of the API",
    "They may read what their code does not expect.",
    "What they read today is still valid.",
  ],
  delivery: [
    "in deliveries",
    "They may receive what their code does not expect.",
    "What they receive still fits their code.",
  ],
  answer: [
    "in answers to deliveries",
    "What they answer today may count as a failure, and be retried.",
    "What they answer today still counts.",
  ],
  either: [
    "wherever it is used",
    "What they send may be refused, or what they read unexpected.",
    "What they do today still works.",
  ],
  unused: ["in a schema that nothing uses", "", ""],
};

/** Returns words for the place of a value with this role, for the end of a sentence. */
export const describeRole = (role: Role): string => SENTENCES[role][0];

const GENERATED: Readonly<Record<Outcome, string>> = {
  breaks: "Old code follows the old rule until it is regenerated.",
  side: "The generated code stays as it is.",
  names: "Names in the generated code change: adapt the code that uses them.",
  review: "Regenerate, and review the difference.",
  fine: "Old code keeps working; once regenerated, it knows the new rule.",
  text: "Comments in the generated code change.",
};

/** Sentences of a row that say more than those for any change. */
export interface Says {
  /** What it means to senders or receivers that it breaks. */
  readonly broken?: string;
  /** What it means to senders or receivers that it does not break. */
  readonly fine?: string;
  readonly generated?: string;
}

/** Returns the verdict, whom it breaks, and a sentence for each who is concerned. */
export function toFinding(
  outcome: Outcome,
  role: Role,
  sides: readonly Affected[],
  says: Says,
): Pick<Finding, "verdict" | "breaks" | "effects" | "documentationOnly"> {
  const [, broken, fine] = SENTENCES[role];
  const isBroken = outcome === "breaks" || outcome === "side";
  const own = isBroken ? (says.broken ?? broken) : outcome === "fine" ? (says.fine ?? fine) : REVIEWED;
  const concerned = outcome === "text" || outcome === "names" ? [] : sides;
  const effects: Partial<Effects> = {
    ...Object.fromEntries(concerned.map((side) => [side, own])),
    generatedClients: says.generated ?? GENERATED[outcome],
  };
  const coded: Affected[] = outcome === "side" ? [] : ["generatedClients"];
  const breaks = isBroken ? [...sides, ...coded] : outcome === "names" ? coded : [];
  const verdict = outcome === "review" ? "unclassified" : breaks.length > 0 ? "breaking" : "not breaking";
  return { verdict, breaks, effects, documentationOnly: outcome === "text" };
}

const REVIEWED = "No rule can decide this: check what they do with it.";
