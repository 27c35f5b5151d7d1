/** A Redis server for one test file: on a free port of this machine, with a folder of its own. */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { announceSkip } from "../on-demand.ts";
import { program } from "./program.ts";

/** Why tests that need the server are skipped; empty if they can run. */
export const SKIP_REDIS =
  spawnSync("redis-server", ["--version"]).status === 0 ? "" : announceSkip("Redis", "its server is not installed");

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

/** Starts a server that syncs each write, as an engine with jobs needs it, or one at its defaults. */
export async function startRedis({ durable = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const port = await freePort();
  const synced = ["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction", "--save", ""];
  const args = ["--dir", folder, "--bind", "127.0.0.1", "--port", String(port), ...(durable ? synced : [])];
  const server = program(
    "Redis",
    folder,
    () => spawn("redis-server", args, { stdio: "ignore" }),
    () => answers(port),
  );
  await server.start();
  return { ...server, port, remove: () => server.remove("SIGKILL") };
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
