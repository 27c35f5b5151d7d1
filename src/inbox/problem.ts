import { InboxError, type InboxProblemCode } from "../errors/inbox.ts";

/** Something that an operator should see. Nothing here holds a payload, unless an error of yours does. */
export type InboxProblem = {
  readonly code: InboxProblemCode;
  /** The row, the name of its event, and which attempt it was. */
  readonly id?: number;
  readonly event?: string;
  readonly attempt?: number;
  /** What a function of yours or the store threw. JSON makes `{}` of it: log it as a text. */
  readonly error?: unknown;
};

export type Report = (problem: InboxProblem) => void;

/**
 * Calls `onProblem`, whatever it throws; without one, prints. An error's message may hold a payload, so only its name
 * is printed, except for errors of the inbox, which say what to do, with the code of their cause.
 */
export function createReport(onProblem: Report | undefined): Report {
  const report = onProblem ?? print;
  return (problem) => {
    (async () => report(problem))().catch(console.error);
  };
}

function print({ code, id, attempt, error }: InboxProblem): void {
  const row = id === undefined ? "" : ` row ${id}`;
  const which = attempt === undefined ? "" : ` attempt ${attempt}`;
  // SQLite has one code for everything, and a fixed text for each reason.
  const { errstr, code: errorCode, name } = Object(error instanceof InboxError ? (error.cause ?? error) : error);
  const named = error === undefined ? "" : ` (${errstr ?? errorCode ?? name ?? typeof error})`;
  const advice = error instanceof InboxError ? `: ${error.message}` : "";
  console.error(`inbox: ${code}${row}${which}${named}${advice}`);
}

/** Reports at most once in this time what may happen to every connection of a pool. */
const SELDOM_MS = 60_000;

/** Returns `report`, which then leaves out what follows within a minute. */
export function seldom(report: (error: unknown) => void): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - toldAt < SELDOM_MS) return;
    toldAt = performance.now();
    report(error);
  };
}
