/** The servers that the benchmarks of the inbox need, on this machine, and the CPU time that PostgreSQL takes. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Inbox, openInbox } from "../../src/inbox/index.ts";
import { poolOn, SKIP_POSTGRES, startPostgres } from "../servers/postgres.ts";
import { SKIP_REDIS, startRedis } from "../servers/redis.ts";
import { delivery } from "./delivery.ts";
import { engines } from "./engines.ts";

/** Opens the inbox of a kind, `inbox-sqlite` or `inbox-postgres`. */
export const openKind = (kind: string, folder: string, port: number | string, more: { maxRows?: number } = {}) =>
  kind === "inbox-sqlite"
    ? openInbox({ file: join(folder, "inbox.db"), ...more })
    : openInbox({ postgres: poolOn(Number(port)), ...more });

let nextId = 1;
/** Makes new deliveries and stores each, 64 at a time. */
export async function fill(count: number, store: (key: string, body: Buffer) => Promise<unknown>): Promise<void> {
  let left = count;
  const one = async () => {
    while (left-- > 0) {
      const id = nextId++;
      await store(`payment-${id}`, delivery(id).body);
    }
  };
  await Promise.all(Array.from({ length: 64 }, one));
}

/** Stores a delivery in an inbox, as a receiver does. */
export const accept = (inbox: Pick<Inbox, "accept">, key: string, body: Buffer) =>
  inbox.accept({
    event: "case_file.payment.confirmed",
    ...{ verified: true, payload: JSON.parse(body.toString()), key, body },
  });

const TICK_US = 10_000;

/** `skip`: why PostgreSQL, Redis or the engines are missing; empty if all are there. */
export async function startPlaces({ durableRedis = true } = {}) {
  const skip = SKIP_POSTGRES || SKIP_REDIS || engines.skip;
  const folder = mkdtempSync(join(tmpdir(), "bench-inbox-"));
  const [postgres, redis] = skip ? [] : await Promise.all([startPostgres(), startRedis({ durable: durableRedis })]);
  const pool = postgres?.pool({ max: 1 });
  const backend = await pool?.query("SELECT pg_backend_pid() AS pid");
  const postmaster = backend && readStat(Number(backend.rows[0]?.["pid"])).parent;
  return {
    skip,
    folder,
    args: [folder, String(postgres?.port ?? ""), String(redis?.port ?? "")],
    postgres,
    redis,
    /** CPU time of all processes of PostgreSQL, those that ended included, in microseconds. */
    postgresCpu: async () => (postmaster ? readCpu(postmaster) : 0),
    async remove() {
      await pool?.end();
      await Promise.all([postgres?.remove(), redis?.remove()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readCpu(postmaster: number): number {
  const { own, ended } = readStat(postmaster);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter(({ parent }) => parent === postmaster);
  return (own + ended + children.reduce((sum, child) => sum + child.own, 0)) * TICK_US;
}

/** From /proc, in ticks. A process that just ended has none. */
function readStat(pid: number): { parent: number; own: number; ended: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (i) => fields[i],
    );
    return { parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
}
