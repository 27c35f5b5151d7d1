/** What the last runs of the hosts, or of the frameworks of other languages, saw: their pages show it. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonLines } from "../json-lines.ts";

export type Room = "hosts" | "frameworks";
/** The result of a host: for each case "yes", a remark, or what was wrong. */
export interface Run {
  readonly version: string;
  readonly cells: Readonly<Record<string, string>>;
}
/** `date` as in ISO 8601. */
export interface Results {
  readonly date: string;
  readonly node: string;
  readonly runs: Readonly<Record<string, Run>>;
}

const resultsFile = (root: string, room: Room) => join(root, "scripts", room, "results.json");

/** Returns the results of the last full run. */
export const readResults = (root: string, room: Room): Results =>
  JSON.parse(readFileSync(resultsFile(root, room), "utf8"));

/** Writes what was seen, in the order of `ids`, and keeps what was seen before of those that did not run. */
export function writeResults(root: string, room: Room, ids: readonly string[], seen: Record<string, Run>): void {
  const all: Record<string, Run> = { ...readResults(root, room).runs, ...seen };
  const runs = ids.flatMap((id) => (all[id] ? [[id, { version: all[id].version, cells: all[id].cells }]] : []));
  const date = new Date().toISOString().slice(0, 10);
  const results: Results = { date, node: process.versions.node, runs: Object.fromEntries(runs) };
  writeFileSync(resultsFile(root, room), jsonLines(results, 2));
}
