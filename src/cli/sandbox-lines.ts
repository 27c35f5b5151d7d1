/** The lines that a running sandbox prints: one for each request and each delivery attempt. */

import { styleText } from "node:util";
import type { JournalEntry } from "../sandbox/index.ts";
import { safeJsonLine, safeText, safeValue } from "./safe-text.ts";

interface Requested {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
}

interface Attempted {
  readonly delivery: number;
  readonly system: string;
  readonly webhook: number;
  readonly payment: number | null;
  readonly number: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly fault: string | null;
  readonly state: string;
  /** Epoch milliseconds of the sandbox's clock, if a retry follows. */
  readonly due: number | null;
}

/** Returns the line for an entry, coloured on a terminal; undefined: the entry has none. `now`: the machine's time. */
export function lineOf({ type, data }: JournalEntry, now = new Date()): string | undefined {
  if (type === "request") return requestLine(data as Requested, now);
  if (type === "attempt") return attemptLine(data as Attempted, now);
  return undefined;
}

/** Returns the same as one line of JSON. `at`: the machine's time. */
export function jsonLineOf({ id, type, data }: JournalEntry, now = new Date()): string | undefined {
  if (type !== "request" && type !== "attempt") return undefined;
  return safeJsonLine(safeValue({ id, type, at: now.toISOString(), ...(data as object) }));
}

function requestLine({ method, path, status, durationMs }: Requested, now: Date): string {
  return [time(now), "<-", method.padEnd(4), safeText(path), answer(status, null), `${durationMs} ms`].join("  ");
}

function attemptLine(attempt: Attempted, now: Date): string {
  const { delivery, system, webhook, payment, number, status, error, durationMs, fault, state, due } = attempt;
  const parts = [
    time(now),
    "->",
    `delivery ${delivery}${number > 1 ? `, attempt ${number}` : ""}`,
    `${payment === null ? "" : `payment ${payment} to `}${system} webhook ${webhook}`,
    answer(status, error),
    `${durationMs} ms`,
  ];
  if (due !== null) parts.push(`retry at ${new Date(due).toISOString()}`);
  else if (state === "failed") parts.push(coloured("red", "gave up"));
  if (fault !== null) parts.push(coloured("yellow", `injected fault: ${fault}`));
  return parts.join("  ");
}

function answer(status: number | null, error: string | null): string {
  if (status === null) return coloured("red", `no answer (${safeText(error ?? "unknown")})`);
  return coloured(status < 300 ? "green" : status < 500 ? "yellow" : "red", String(status));
}

const time = (now: Date): string => now.toTimeString().slice(0, 8);
const coloured = (colour: "red" | "green" | "yellow", text: string): string =>
  styleText(colour, text, { stream: process.stdout });
