/** A receiver in a process of its own, to which payments are delivered over real connections, and which is killed. */

import { type ChildProcess, spawn } from "node:child_process";
import type { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Load as Deliveries, send } from "../../scripts/bench/load.ts";
import { endProcess } from "../../scripts/running.ts";
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

type Kills = { kills?: number; connections?: number; flowing?: number; pauseMs?: number };

/**
 * Starts a receiver again and again, and kills it while payments arrive: once `flowing` of them are acknowledged, and
 * up to `pauseMs` later. Returns all that were acknowledged.
 */
export async function killUnderLoad(
  args: readonly string[],
  { kills = 1, connections, flowing, pauseMs = 0 }: Kills,
): Promise<number[]> {
  const acknowledged: number[] = [];
  for (let kill = 0, next = 1; kill < kills; kill++) {
    const { process: child, port } = await startChild(args);
    const load = new Load(port, next, connections);
    await load.isFlowing(flowing);
    await sleep(Math.random() * pauseMs);
    await endProcess(child, "SIGKILL");
    await load.stop();
    next += load.sent;
    acknowledged.push(...load.acknowledged);
  }
  return acknowledged;
}

/** The payments that took effect, in their order. */
export const paidIn = (file: string): number[] =>
  rowsIn(file, "SELECT payment FROM effect ORDER BY rowid").map(({ payment }) => Number(payment));

/** The payments in the file of an inbox. */
export const storedIn = (file: string): Set<number> =>
  new Set(rowsIn(file, "SELECT payment FROM inbox").map(({ payment }) => Number(payment)));
