/** A receiver in a process of its own, which is killed while payments are delivered to it. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Load } from "../../scripts/bench/load.ts";
import { signed, snapshot } from "../support/receiver.ts";
import { rowsIn } from "../support/sqlite.ts";

const CHILD = new URL("./crash-child.ts", import.meta.url).pathname;

/** Starts the receiver, under a limit of the shell where one is given. */
export async function start(
  file: string,
  { mode = "receive", limit = "", key = "" } = {},
): Promise<{ child: ChildProcess; port: number }> {
  const command = `${limit} exec "${process.execPath}" "${CHILD}" "${file}" "${mode}" ${key}`;
  const child = spawn("bash", ["-c", command], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return { child, port: Number(port) };
}

/** Ends the process, and gives its exit code. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = await ended;
  return code;
}

/** Delivers payments whose ids go on from `from`, over so many connections. */
export const deliverAll = (port: number, from: number, connections: number) =>
  new Load(port, from, (id) => signed(snapshot({ id })), connections);

/** The payments that took effect, in their order. */
export function paidIn(file: string): number[] {
  const rows = rowsIn(file, "SELECT id FROM paid ORDER BY rowid");
  return rows.map(({ id }) => Number(id));
}

/** The payments in the file of an inbox. */
export const storedIn = (file: string): Set<number> => {
  const rows = rowsIn(file, "SELECT payment FROM inbox");
  return new Set(rows.map(({ payment }) => Number(payment)));
};
