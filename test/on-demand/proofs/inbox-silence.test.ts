/**
 * The way to PostgreSQL goes silent under load, without a reset, as in a failover or behind a firewall that forgets.
 * The control is a receiver that answers before it stores. `npm run prove -- proofs/inbox` runs it at full length.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endProcess } from "../../../scripts/running.ts";
import { SKIP_POSTGRES } from "../../../scripts/servers/postgres.ts";
import { Load, startChild } from "../../inbox/crash.ts";
import { usePostgres } from "../../support/postgres.ts";
import { rounds } from "../../support/proof.ts";
import { type SilentProxy, startSilentProxy } from "../../support/silent-proxy.ts";
import { type Counted, count, tellFaults } from "./inbox-count.ts";

/** How soon deliveries must be stored again. */
const BACK_MS = 30_000;

describe.skipIf(SKIP_POSTGRES)(`a silent way to PostgreSQL under load${SKIP_POSTGRES}`, () => {
  const server = usePostgres();
  let proxy: SilentProxy;
  const tell = tellFaults();
  beforeEach(async () => {
    proxy = await startSilentProxy(server.port);
    const pool = server.pool();
    await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    await pool.end();
  });
  afterEach(() => proxy.stop());

  /** Silences the way `times` times under load. `slowestMs`: the longest time until a delivery was stored again. */
  async function silenced(times: number, mode: string): Promise<Counted & { slowestMs: number }> {
    const { port, process: child } = await startChild(["postgres", String(proxy.port), mode]);
    const load = new Load(port, 1);
    let slowestMs = 0;
    await load.isFlowing();
    for (let i = 0; i < times; i++) {
      await sleep(Math.random() * 500);
      proxy.silence();
      // Answers that are on their way are none that came after it.
      await sleep(200);
      const since = performance.now();
      const before = load.acknowledged.size;
      while (load.acknowledged.size === before && performance.now() - since < 2 * BACK_MS) await sleep(20);
      slowestMs = Math.max(slowestMs, performance.now() - since);
      await sleep(1_000);
    }
    await load.stop();
    await endProcess(child, "SIGKILL");
    return { ...(await count("postgres", String(server.port), load.acknowledged)), slowestMs };
  }

  it("loses and doubles nothing, and is left within half a minute", async () => {
    const times = rounds(1, 20);
    const counted = await silenced(times, "");
    tell(
      `PostgreSQL: the way goes silent under load; back after ${Math.round(counted.slowestMs / 100) / 10} s`,
      times,
      counted,
    );
    expect(counted).toMatchObject({ lost: 0, doubled: 0, undone: 0 });
    expect(counted.slowestMs).toBeLessThan(BACK_MS);
  });

  it("the control, which answers before it stores, is caught", async () => {
    const counted = await silenced(rounds(1, 3), "broken");
    tell("PostgreSQL: the way goes silent, the control", rounds(1, 3), counted);
    expect(counted.lost).toBeGreaterThan(0);
  });
});
