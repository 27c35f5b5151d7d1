/** Signed payments over real connections, as the service would send them: each answer is remembered. */

import { type ChildProcess, fork } from "node:child_process";
import type { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Load as Deliveries, send } from "../../../scripts/bench/load.ts";
import { signed, snapshot } from "../../support/receiver.ts";

/** Starts a receiver in a process of its own. */
export async function startChild(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ port: number; process: ChildProcess }> {
  const child = fork(join(import.meta.dirname, "inbox-child.ts"), args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(message as number));
    child.once("exit", (code) => reject(new Error(`the receiver ended with ${code}`)));
  });
  return { port, process: child };
}

/** Delivers one payment. Gives the status, or 0 if the connection broke. */
export const deliver = (port: number, id: number, agent: Agent, members: object = {}): Promise<number> =>
  send(port, signed(snapshot({ id, ...members })), agent);

/** Delivers payments until it is stopped. */
export class Load extends Deliveries {
  constructor(port: number, from: number) {
    super(port, from, (id) => signed(snapshot({ id })));
  }

  /** Resolves once payments are acknowledged: on a busy machine the first connection takes long. */
  async isFlowing(): Promise<void> {
    while (this.acknowledged.size < 11) await sleep(5);
  }
}
