/** A database that hangs, rather than going away: each delivery is answered, and no payment is lost or doubled. */

import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Pool, PostgresServer } from "../../../../scripts/servers/postgres.ts";
import { noteModes } from "../../../support/postgres.ts";
import { startSilentProxy } from "../../../support/silent-proxy.ts";
import type { Probe } from "./probes.ts";

/**
 * Handlers have a second here, and a payment of one that hangs is free again after twelve. What hangs, hangs for ten
 * minutes: far less, and far more than a busy machine needs.
 */
const PATIENCE_MS = 60_000;

/** What PostgreSQL does by itself after ten minutes: the way keeps its connection, and forwards nothing. */
const CLOSE_IDLE =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity " +
  "WHERE state = 'idle in transaction' AND pid <> pg_backend_pid()";

/** Delivers over a way that goes silent, to tables that others have locked. The program takes the port of the way. */
export async function survivesHangs(server: PostgresServer, start: (port: number) => Probe): Promise<void> {
  const proxy = await startSilentProxy(server.port);
  const pool = server.pool();
  const probe = start(proxy.port);
  const deliver = async (id: number) => {
    const begun = performance.now();
    const answer = await probe.deliver({ id, handler: "book" });
    expect(performance.now() - begun, `${id}: ${answer}`).toBeLessThan(PATIENCE_MS);
    return answer;
  };
  const taken = async (id: number) => {
    const until = performance.now() + PATIENCE_MS;
    let answer = await deliver(id);
    for (; !answer.startsWith("204") && performance.now() < until; await sleep(100)) answer = await deliver(id);
    expect(answer, `payment ${id}`).toMatch(/^204/);
  };
  try {
    expect(await deliver(1)).toMatch(/^204/);
    for (const [id, table] of [
      [2, "payment"],
      [3, "handled_delivery"],
    ] as const) {
      const other = await pool.connect();
      await other.query(`BEGIN; LOCK TABLE ${table}`);
      expect(await deliver(id), `${table} is locked`).toMatch(/^50[03]/);
      await other.query("ROLLBACK");
      other.release();
      await taken(id);
    }
    proxy.silence();
    await taken(4);
    proxy.silence();
    proxy.isNewSilent = true;
    expect(await deliver(5), "all is silent").toMatch(/^503/);
    proxy.isNewSilent = false;
    await taken(5);
    // The key is locked.
    proxy.deafAt = "6 case_file.payment.confirmed";
    expect(await deliver(6), "no statement is answered").toMatch(/^503/);
    await pool.query(CLOSE_IDLE);
    await taken(6);
    expect((await pool.query("SELECT id FROM payment ORDER BY id")).rows.map(({ id }) => Number(id))).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    await setsLimits(pool, probe);
  } finally {
    await probe.kill();
    await proxy.stop();
    await pool.end();
  }
}

/**
 * The handler stores what PostgreSQL waits for: locks and clients, in seconds, but for a count and milliseconds. Its
 * commit waits for the disk, although the server is set to not wait.
 */
export async function setsLimits(pool: Pool, probe: Probe): Promise<void> {
  await pool.query("DELETE FROM payment");
  await pool.query(noteModes("payment"));
  await pool.query("ALTER SYSTEM SET synchronous_commit = off");
  await pool.query("SELECT pg_reload_conf()");
  while ((await pool.query("SHOW synchronous_commit")).rows[0]?.["synchronous_commit"] !== "off") await sleep(20);
  try {
    expect(await probe.deliver({ id: 70, handler: "limits" })).toMatch(/^204/);
    const { rows } = await pool.query("SELECT id FROM payment ORDER BY id");
    expect(rows.map(({ id }) => Number(id))).toEqual([2, 3, 5, 10, 600, 25_000]);
    expect((await pool.query("SELECT DISTINCT value FROM mode")).rows).toEqual([{ value: "on" }]);
  } finally {
    await pool.query("ALTER SYSTEM RESET synchronous_commit");
    await pool.query("SELECT pg_reload_conf()");
  }
}
