import type { InboxProblemCode } from "../errors/inbox.ts";

/** Something that an operator should see. Nothing here holds a payload, unless an error of yours does. */
export type InboxProblem = {
  readonly code: InboxProblemCode;
  /** The row, the name of its event, and which attempt it was. */
  readonly id?: number;
  readonly event?: string;
  readonly attempt?: number;
  /** What a function of yours or the store threw. */
  readonly error?: unknown;
};

export type Report = (problem: InboxProblem) => void;

/**
 * Calls `onProblem`, whatever it throws; without one, prints. An error's message may hold a payload, so only its name
 * is printed.
 */
export function reporting(onProblem: Report | undefined): Report {
  const report = onProblem ?? print;
  return (problem) => {
    (async () => report(problem))().catch(console.error);
  };
}

function print({ code, id, attempt, error }: InboxProblem): void {
  const row = id === undefined ? "" : ` row ${id}`;
  const which = attempt === undefined ? "" : ` attempt ${attempt}`;
  const known = error as { name?: unknown; code?: unknown } | undefined;
  const named = known === undefined ? "" : ` (${known?.code ?? known?.name ?? typeof error})`;
  console.error(`inbox: ${code}${row}${which}${named}`);
}
