/** PgBouncer in front of a PostgreSQL server, for one test file. */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { announceSkip } from "../on-demand.ts";
import { answersQueries, type PoolOptions, poolOn } from "./postgres.ts";
import { program } from "./program.ts";

/** Debian installs it where only root looks for programs. */
const PROGRAM = ["pgbouncer", "/usr/sbin/pgbouncer"].find((name) => spawnSync(name, ["--version"]).status === 0);

/** Why tests that need it are skipped; empty if they can run. */
export const SKIP_PGBOUNCER = PROGRAM ? "" : announceSkip("PgBouncer", "it is not installed");

export type Pooling = "session" | "transaction" | "statement";
export type Pgbouncer = Awaited<ReturnType<typeof startPgbouncer>>;

/** Starts it in front of the server on the port `behind`, for all its databases. */
export async function startPgbouncer(behind: number, pooling: Pooling) {
  if (!PROGRAM) throw new Error(SKIP_PGBOUNCER);
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const settings = { listen_addr: "127.0.0.1", listen_port: port, unix_socket_dir: "", auth_type: "any" };
  const lines = Object.entries({ ...settings, pool_mode: pooling }).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(file, `[databases]\n* = host=127.0.0.1 port=${behind} user=inbox\n[pgbouncer]\n${lines.join("")}`);
  // It refuses to run as root, and has read its settings before it becomes another user.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const spawnServer = () => spawn(PROGRAM, ["-q", ...user, file], { stdio: "ignore" });
  const server = program("PgBouncer", folder, spawnServer, () => answersQueries(port));
  await server.start();
  return { port, pool: (options?: PoolOptions) => poolOn(port, options), stop: () => server.remove("SIGTERM") };
}
