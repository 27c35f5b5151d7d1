/** A Redis server for one test file: on a free port of this machine, with a folder of its own. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { skipped } from "../on-demand.ts";

/** Why tests that need the server are skipped; empty if they can run. */
export const SKIP_REDIS =
  spawnSync("redis-server", ["--version"]).status === 0 ? "" : skipped("Redis", "its server is not installed");

export type RedisServer = {
  readonly port: number;
  /** `SIGKILL`: nothing is written any more; `SIGTERM`: it ends properly. */
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
};

/** Starts a server that syncs each write, as an engine with jobs needs it, or one at its defaults. */
export async function startRedis({ durable = true } = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const synced = ["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction", "--save", ""];
    const where = ["--dir", folder, "--bind", "127.0.0.1", "--port", String(port)];
    server = spawn("redis-server", [...where, ...(durable ? synced : [])], { stdio: "ignore" });
    for (let left = 100; !(await answers(port)); left--) {
      if (left === 0 || server.exitCode !== null) throw new Error(`Redis did not start (exit ${server.exitCode})`);
      await sleep(50);
    }
  }

  async function stop(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((resolve) => server?.once("exit", resolve));
    server.kill(signal);
    await gone;
  }

  await start();
  return {
    port,
    start,
    stop,
    async remove() {
      await stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString().startsWith("+PONG"));
    });
    socket.once("error", () => resolve(false));
  });
}
