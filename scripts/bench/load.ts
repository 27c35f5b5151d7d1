/** Deliveries over real connections, as the service would send them: each answer is remembered. */

import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Signed = { readonly headers: OutgoingHttpHeaders; readonly body: string | Uint8Array };

/** Makes an agent that keeps its connections open. */
export const createAgent = (connections = 50) => new Agent({ keepAlive: true, maxSockets: connections });

/** Sends one delivery. Gives the status, or 0 if the connection broke. */
export function send(port: number, { headers, body }: Signed, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, method: "POST", headers, agent, timeout: 10_000 }, (response) => {
      response.resume().once("close", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", () => resolve(0)).once("timeout", () => sent.destroy());
    sent.end(body);
  });
}

/** Delivers until it is stopped. Ids go on from `from`; those with a 2xx are in `acknowledged`, in that order. */
export class Load {
  readonly acknowledged = new Set<number>();
  sent = 0;
  #stopped = false;
  readonly #agent: Agent;
  readonly #senders: Promise<void>[];

  constructor(port: number, from: number, sign: (id: number) => Signed, connections = 50) {
    this.#agent = createAgent(connections);
    this.#senders = Array.from({ length: connections }, async () => {
      while (!this.#stopped) {
        const id = from + this.sent++;
        const status = await send(port, sign(id), this.#agent);
        if (status >= 200 && status < 300) this.acknowledged.add(id);
        // A process that is gone refuses at once.
        if (status === 0) await sleep(10);
      }
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#senders);
    this.#agent.destroy();
  }
}
