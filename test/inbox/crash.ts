/** A receiver in a process of its own, which is killed while payments are delivered to it. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { type Delivery, signed, snapshot } from "../support/receiver.ts";
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

/** The status of one delivery; 0 if there was no answer. */
export function post(port: number, { headers, body }: Delivery, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const req = request({ host: "127.0.0.1", port, method: "POST", headers, agent }, (res) => {
      res
        .resume()
        .once("end", () => resolve(res.statusCode ?? 0))
        .once("error", () => resolve(0));
    });
    req.once("error", () => resolve(0)).end(body as Uint8Array);
  });
}

/**
 * Delivers payments over `connections` until it is told to stop. Gives the ids that were acknowledged, in the order of
 * the answers.
 */
export function deliverAll(port: number, next: () => number, connections: number) {
  const acknowledged: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let stopped = false;
  const lane = async () => {
    while (!stopped) {
      const id = next();
      const status = await post(port, signed(snapshot({ id })), agent);
      if (status === 204) acknowledged.push(id);
      if (status === 0) return;
    }
  };
  const ended = Promise.all(Array.from({ length: connections }, lane)).finally(() => agent.destroy());
  return {
    acknowledged,
    stop: () => {
      stopped = true;
      return ended;
    },
  };
}

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
