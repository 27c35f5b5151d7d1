/** Results of each row, as data: pages are made from it, and tests compare with it. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonLines } from "../json-lines.ts";

/**
 * By column: `yes`, or `no` and `skipped` with the reason after a colon, or `-` where the question does not arise. Some
 * columns have words of their own.
 */
export type Result = Record<string, string>;
export type Results = Record<string, Result>;

/** The tool or what it needs cannot be had on this machine. */
export class Skipped extends Error {}

export const RESULTS = join(import.meta.dirname, "results.json");

/** Reads the recorded results, by id of the row; none before the first run. */
export const readResults = (): Results => (existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {});

/** Returns the text of the file of results: one line a row, in the order of `ids`, and no other row. */
export function resultsText(results: Results, ids: readonly string[]): string {
  return jsonLines(Object.fromEntries(ids.flatMap((id) => (results[id] ? [[id, results[id]]] : []))), 1);
}

const isSkipped = (result: Result) => Object.values(result).some((text) => text.startsWith("skipped"));

/** What a machine could not run leaves what another one found. */
export const mergeResult = (known: Result | undefined, now: Result): Result => (known && isSkipped(now) ? known : now);

/**
 * Returns what differs, a line each, up to the first column that was skipped on either machine. The words after a
 * colon are not compared: they hold versions, counts and places.
 */
export function differences(known: Result, now: Result): string[] {
  const columns = Object.keys(now);
  const skipped = columns.findIndex((one) => [known[one], now[one]].some((text) => text?.startsWith("skipped")));
  const verdict = (text = "") => text.replace(/^(yes|no|skipped): .*/s, "$1");
  return columns
    .slice(0, skipped < 0 ? undefined : skipped)
    .filter((one) => verdict(known[one]) !== verdict(now[one]))
    .map((one) => `${one}: was ${JSON.stringify(known[one])}, is ${JSON.stringify(now[one])}`);
}

/** Returns the columns that say no. */
export const failures = (result: Result): string[] =>
  Object.keys(result).filter((one) => one !== "tokenHost" && one !== "encodedAgain" && result[one]?.startsWith("no"));

/** Returns the outcome for an error: the first line that says something, without a path or a port of this machine. */
export function readOutcome(error: unknown, folders: readonly string[]): string {
  if (!(error instanceof Skipped)) return `no: ${reason(error, folders)}`;
  return `skipped: ${error.message}${error.cause ? `: ${reason(error.cause, folders)}` : ""}`;
}

function reason(error: unknown, folders: readonly string[]): string {
  const { stderr = "", stdout = "", message = String(error), killed } = error as Record<string, string | undefined>;
  if (killed) return "timed out";
  const lines = `${stderr}\n${stdout}\n${message}`
    .split("\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal start with one.
    .map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, "").trim())
    .filter((line) => line && !/^(Command failed|# |go: (downloading|finding))|warning\b/i.test(line));
  const found =
    lines.find((line) => /^error\b/i.test(line)) ??
    // A panic of Rust names a place of this machine first, and then says what.
    lines[lines.findIndex((line) => /\bpanicked at .*:$/.test(line)) + 1 || lines.length] ??
    lines.find((line) => /\b(panicked|fatal|unhandled|\w*(Error|Exception)\b:)/.test(line)) ??
    lines.find((line) => /\berror\b/i.test(line)) ??
    lines[0] ??
    "no word";
  const bare = folders.reduce((text, folder) => text.replaceAll(folder, "."), found);
  return bare
    .replaceAll(/\|/g, "/")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1")
    .slice(0, 200);
}
