/** A receiver in a process of its own, to which payments are delivered over real connections, and which is killed. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Load as Deliveries, send } from "../../scripts/bench/load.ts";
import { signed, snapshot } from "../support/receiver.ts";
import { rowsIn } from "../support/sqlite.ts";

/** Starts the receiver with the arguments of crash-child.ts. `limit`: a command of the shell that it begins with. */
export async function startChild(
  args: readonly string[],
  { env = {}, limit = "" }: { env?: Record<string, string>; limit?: string } = {},
): Promise<{ port: number; process: ChildProcess }> {
  const program = [process.execPath, join(import.meta.dirname, "crash-child.ts"), ...args];
  const child = spawn("bash", ["-c", `${limit} exec "$@"`, "bash", ...program], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(message as number));
    child.once("exit", (code) => reject(new Error(`the receiver ended with ${code}`)));
  });
  return { port, process: child };
}

/** Ends the process, unless it has ended. Returns its exit code. */
export async function waitForEnd(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill(signal);
  return (await ended)[0];
}

/** Delivers one payment. Returns the status, or 0 if the connection broke. */
export const deliver = (port: number, id: number, agent: Agent, members: object = {}): Promise<number> =>
  send(port, signed(snapshot({ id, ...members })), agent);

/** Delivers payments until it is stopped. */
export class Load extends Deliveries {
  constructor(port: number, from: number, connections?: number) {
    super(port, from, (id) => signed(snapshot({ id })), connections);
  }

  /** Resolves once so many payments are acknowledged: on a busy machine the first connection takes long. */
  async isFlowing(count = 11): Promise<void> {
    while (this.acknowledged.size < count) await sleep(5);
  }
}

/** The payments that took effect, in their order. */
export const paidIn = (file: string): number[] =>
  rowsIn(file, "SELECT payment FROM effect ORDER BY rowid").map(({ payment }) => Number(payment));

/** The payments in the file of an inbox. */
export const storedIn = (file: string): Set<number> =>
  new Set(rowsIn(file, "SELECT payment FROM inbox").map(({ payment }) => Number(payment)));
