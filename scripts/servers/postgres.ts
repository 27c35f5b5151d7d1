/**
 * A PostgreSQL server for one test file: on a free port of this machine, with a folder of its own, under a user without
 * rights.
 */

import { execFile, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PostgresPool } from "../../src/inbox/index.ts";
import { freePort } from "../free-port.ts";
import { announceSkip, onDemand } from "../on-demand.ts";
import { program } from "./program.ts";

const run = promisify(execFile);

/** A `Pool` of `pg`, as far as tests use it. */
export type Pool = PostgresPool & { end(): Promise<void>; on(event: "error", listener: () => void): unknown };
export type PoolOptions = { max?: number; database?: string; user?: string; textTypes?: readonly number[] };
export type PostgresServer = {
  readonly port: number;
  pool(options?: PoolOptions): Pool;
  /** `immediate`: as if it lost its power; `fast`: connections are closed. */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
};

/** Debian has a folder for each version. */
const VERSIONS = "/usr/lib/postgresql";
const bin = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(VERSIONS, version, "bin"))
      .find((folder) => existsSync(join(folder, "postgres")))
  : undefined;
const pg = bin ? await onDemand("pg", { pg: "8.16.3" }) : undefined;

/** The folder in which `pg` is installed; undefined if the tests are skipped. */
export const pgFolder = pg?.folder;

/** Why tests that need the server are skipped; empty if they can run. */
export const SKIP_POSTGRES = pg ? pg.skip : announceSkip("PostgreSQL", "its server is not installed");

/** The path of a program that comes with the server, such as `pg_dump`. */
export function postgresProgram(name: string): string {
  if (!bin) throw new Error(SKIP_POSTGRES);
  return join(bin, name);
}

/** A pool of connections to the server on a port. Values of `textTypes` (OIDs) stay the text that they come as. */
export function poolOn(
  port: number,
  { max = 10, database = "postgres", user = "inbox", textTypes = [] }: PoolOptions = {},
): Pool {
  if (!pg?.folder) throw new Error(SKIP_POSTGRES);
  const { Pool, types: usual } = createRequire(join(pg.folder, "package.json"))("pg") as {
    Pool: new (options: object) => Pool;
    types: { getTypeParser(oid: number, format: string): unknown };
  };
  const getTypeParser = (oid: number, format: string) =>
    textTypes.includes(oid) ? String : usual.getTypeParser(oid, format);
  const connection = { host: "127.0.0.1", port, user, database, connectionTimeoutMillis: 5_000 };
  const pool = new Pool({ ...connection, max, types: { getTypeParser } });
  // A connection that breaks while it is idle.
  pool.on("error", () => undefined);
  return pool;
}

/** Whether what listens on a port answers to statements. */
export async function answersQueries(port: number): Promise<boolean> {
  const pool = poolOn(port, { max: 1 });
  try {
    await pool.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}

/** Starts a server. Tests that share one use a database each, or a schema. */
export async function startPostgres(): Promise<PostgresServer> {
  if (!bin) throw new Error(SKIP_POSTGRES);
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  const identity = await unprivilegedUser();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, "data");
  const options = { cwd: folder, env: { ...process.env, LC_ALL: "C", TZ: "UTC" }, ...identity };
  await run(join(bin, "initdb"), ["-D", data, "-U", "inbox", "-A", "trust", "-E", "UTF8", "--no-sync"], options);
  const port = await freePort();
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${folder}`];
  const args = ["-D", data, "-p", String(port), ...settings];
  const server = program(
    "PostgreSQL",
    folder,
    () => spawn(postgresProgram("postgres"), args, { ...options, stdio: "ignore" }),
    () => answersQueries(port),
  );
  await server.start();
  return {
    ...server,
    port,
    stop: (mode = "fast") => server.stop(mode === "fast" ? "SIGINT" : "SIGQUIT"),
    pool: (options) => poolOn(port, options),
    remove: () => server.remove("SIGQUIT"),
  };
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ["postgres", "nobody"]) {
    const ids = await Promise.all(["-u", "-g"].map((which) => run("id", [which, user]))).catch(() => undefined);
    const [uid, gid] = ids?.map(({ stdout }) => Number(stdout)) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  return undefined;
}

/** Runs SQL that creates tables as often as the pool has connections, as processes do that start at once. */
export async function createAtOnce(pool: Pool, sql: string): Promise<void> {
  for (const statement of ["SELECT pg_sleep(0.05)", sql])
    await Promise.all(Array.from({ length: 10 }, () => pool.query(statement)));
}
