/** The lines that a running sandbox prints: one for each request and each delivery attempt. */

import { styleText } from "node:util";
import { acceptsForgery, FAULTS, shortAnswer } from "../sandbox/console/words.js";
import type { JournalEntry } from "../sandbox/index.ts";
import { safeJsonLine, safeText, safeValue } from "./safe-text.ts";
import { narrow, terminalColumns } from "./terminal-width.ts";

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
  /** Epoch milliseconds of the sandbox's clock: when the attempt ended, and when a retry follows, if one does. */
  readonly now: number;
  readonly due: number | null;
}

type Entry<T> = JournalEntry & { readonly data: T };
const isRequest = (entry: JournalEntry): entry is Entry<Requested> => entry.type === "request";
const isAttempt = (entry: JournalEntry): entry is Entry<Attempted> => entry.type === "attempt";

/** The column in which the cells begin, after the time and the direction. */
const INDENT = 12;
/** Widths that usual cells have, so that they stand below each other where there is room. */
const WIDTHS = { delivery: 21, payment: 18, webhook: 16 };
/** Narrower terminals show no columns. */
const COLUMNS_MIN = 100;
const PATH_MAX = 80;
/** Longer parts of a path that the sandbox does not know may be a token that went astray. */
const UNKNOWN_PART_MAX = 20;
/** Width of a method and the space behind it. */
const METHOD = 6;

/**
 * Returns the line for an entry, coloured on a terminal; undefined: the entry has none. `now`: the machine's time.
 * `columns`: the width that it has to fit; default: that of the terminal.
 */
export function formatLine(entry: JournalEntry, now = new Date(), columns = terminalColumns()): string | undefined {
  if (isRequest(entry)) return fitCells(time(now), "<-", requestCells(entry.data, columns), columns);
  if (isAttempt(entry)) return fitCells(time(now), "->", attemptCells(entry.data), columns);
  return undefined;
}

/** Returns the same as one line of JSON. `at`: the machine's time. */
export function formatJsonLine(entry: JournalEntry, now = new Date()): string | undefined {
  if (!isRequest(entry) && !isAttempt(entry)) return undefined;
  const { id, type, data } = entry;
  const path = isRequest(entry) && { path: describePath(entry.data) };
  return safeJsonLine(safeValue({ id, type, at: now.toISOString(), ...data, ...path }));
}

type Cell = readonly [text: string, width?: number];

/** Cells stand in columns where there is room for them. A line that is too wide goes on below its first cell. */
function fitCells(at: string, direction: string, cells: readonly Cell[], columns = Number.POSITIVE_INFINITY): string {
  const shown =
    columns < COLUMNS_MIN
      ? cells.map(([text]) => text).filter((text) => text !== "")
      : cells.map(([text, width = 0]) => text.padEnd(width));
  const [first = "", ...others] = shown;
  return narrow([`${at} ${direction} ${first}`, ...others], { between: "  ", indent: INDENT, columns }).trimEnd();
}

function describePath({ path, status }: Requested): string {
  if (status !== 404) return path;
  return path
    .split("/")
    .map((part) => (part.length > UNKNOWN_PART_MAX ? "…" : part))
    .join("/");
}

function requestCells(request: Requested, columns = PATH_MAX * 2): Cell[] {
  const { method, status, durationMs } = request;
  const path = describePath(request);
  const most = Math.max(20, Math.min(PATH_MAX, columns - INDENT - METHOD));
  const shown = safeText(path.length > most ? `${path.slice(0, most - 1)}…` : path);
  return [
    [`${method.padEnd(METHOD - 2)}  ${shown}`],
    [paint(statusColor(status), String(status))],
    [latency(durationMs)],
  ];
}

function attemptCells(attempt: Attempted): Cell[] {
  const { delivery, system, webhook, payment, number, durationMs } = attempt;
  return [
    [`delivery ${delivery}${number > 1 ? `, attempt ${number}` : ""}`, WIDTHS.delivery],
    [payment === null ? "" : `payment ${payment}`, WIDTHS.payment],
    [`${system} webhook ${webhook}`, WIDTHS.webhook],
    [answer(attempt)],
    [latency(durationMs)],
    ...outcomeCells(attempt),
  ];
}

function answer(attempt: Attempted): string {
  const { status } = attempt;
  if (acceptsForgery(attempt)) return paint("red", `${status}, although the signature does not hold`);
  return paint(status === null ? "red" : statusColor(status), safeText(shortAnswer(attempt)));
}

/** What follows, and what the sandbox did to the delivery on purpose. */
function outcomeCells({ state, due, now, fault, error }: Attempted): Cell[] {
  const cells: Cell[] = [];
  if (due !== null) cells.push([`retry in ${span(due - now)}`]);
  else if (state === "failed") cells.push([paint("red", "gave up")]);
  // The answer says so itself.
  if (fault !== null && error !== "answer_dropped")
    cells.push([paint("yellow", `injected fault: ${FAULTS[fault] ?? fault}`)]);
  return cells;
}

const statusColor = (status: number) => (status < 300 ? "green" : status < 500 ? "yellow" : "red");
const time = (now: Date): string => now.toTimeString().slice(0, 8);
const latency = (ms: number): string => (ms < 1 ? "<1 ms" : `${Math.round(ms)} ms`);
const paint = (colour: "red" | "green" | "yellow", text: string): string =>
  styleText(colour, text, { stream: process.stdout });

/** A time to wait, in its largest unit. */
function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const [size, unit] = seconds < 3600 ? [60, "min"] : seconds < 86_400 ? [3600, "h"] : [86_400, "d"];
  return `${Math.round((seconds / size) * 10) / 10} ${unit}`;
}
