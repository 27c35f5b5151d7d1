/** Signed payments over real connections, as the service would send them: each answer is remembered. */

import { type ChildProcess, fork } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
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
export function deliver(port: number, id: number, agent: Agent, members: object = {}): Promise<number> {
  const { headers, body } = signed(snapshot({ id, ...members }));
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, method: "POST", headers, agent, timeout: 10_000 }, (response) => {
      response.resume();
      response.once("close", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", () => resolve(0));
    sent.once("timeout", () => sent.destroy());
    sent.end(body);
  });
}

/**
 * Delivers payments on 50 connections until it is stopped. Ids go on from `from`; those with a 2xx are in
 * `acknowledged`.
 */
export class Load {
  readonly acknowledged = new Set<number>();
  sent = 0;
  #stopped = false;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50 });
  readonly #senders: Promise<void>[];

  constructor(port: number, from: number) {
    this.#senders = Array.from({ length: 50 }, async () => {
      while (!this.#stopped) {
        const id = from + this.sent++;
        const status = await deliver(port, id, this.#agent);
        if (status >= 200 && status < 300) this.acknowledged.add(id);
        // A process that is gone refuses at once.
        if (status === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
  }

  /** Resolves once payments are acknowledged: on a busy machine the first connection takes long. */
  async isFlowing(): Promise<void> {
    while (this.acknowledged.size < 11) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#senders);
    this.#agent.destroy();
  }
}
