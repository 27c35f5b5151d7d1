import { within, wrongOption } from "./option-checks.ts";
import { YEAR_MS } from "./options.ts";

/** As much of an error or a reason as a row keeps, in characters. */
const NOTE_MAX = 500;

/** Returns what a row keeps of a text: its first 500 characters. */
export function shortenNote(text: string): string {
  return text.slice(0, NOTE_MAX);
}

/** @throws MisuseError `inbox_option` if the reason is neither a text nor undefined */
export function checkReason(reason: unknown): void {
  if (reason !== undefined && typeof reason !== "string") throw wrongOption("reason is a text.");
}

/**
 * Throw it in a handler, or in a hook of `dispatch`, if the row cannot be handled now: a bank that is closed, a limit
 * of requests. The row is due again after `forMs`. The attempt is not counted, and the time in which the row is
 * retried moves by as much. Nothing is reported.
 */
export class PutOff extends Error {
  override readonly name = "PutOff";
  /** Milliseconds. */
  readonly forMs: number;
  /** Kept with the row and in its history; undefined if none was given. */
  readonly reason: string | undefined;

  /**
   * `forMs`: milliseconds, 1 to 31,536,000,000 (365 days). `reason`: at most 500 characters are kept. Throws a
   * MisuseError with `inbox_option` for anything else.
   */
  constructor(forMs: number, reason?: string) {
    within("forMs", forMs, 1, YEAR_MS);
    checkReason(reason);
    super(reason ?? `Put off for ${forMs} ms.`);
    this.forMs = forMs;
    this.reason = reason;
  }
}

/** Whether a handler asks to put its row off. A bundle may hold a class of its own, so its name decides. */
export function isPutOff(error: unknown): error is PutOff {
  return error instanceof Error && error.name === "PutOff" && "forMs" in error && Number.isInteger(error.forMs);
}
