/**
 * An acknowledged payment is stored, is done in the end, and takes effect exactly once, whatever dies when. Each proof
 * has a control that is broken on purpose and must be caught. `npm run prove -- proofs/inbox` runs it at full length
 * and prints the table of docs/reliability.md.
 */

import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endProcess } from "../../../scripts/running.ts";
import { type PostgresServer, SKIP_POSTGRES, startPostgres } from "../../../scripts/servers/postgres.ts";
import { deliver, Load, startChild } from "../../inbox/crash.ts";
import { rounds } from "../../support/proof.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { copyAndCount, count, type Kind, killAndCount, tellFaults, terminateAndCount } from "./inbox-count.ts";

const KILLS = rounds(4, 100);
const folder = scratchFolder("proof-");
let server: PostgresServer | undefined;
beforeAll(async () => {
  if (!SKIP_POSTGRES) server = await startPostgres();
});
afterAll(() => server?.remove());
const tell = tellFaults();

describe.each<[string, Kind, string]>([
  ["SQLite", "sqlite", ""],
  ["PostgreSQL", "postgres", SKIP_POSTGRES],
])("%s", (name, kind, skip) => {
  const suite = it.skipIf(skip);
  let place: string;
  beforeEach(async () => {
    if (kind === "sqlite") place = join(folder, `${Math.random()}.db`);
    else {
      place = String(server?.port);
      const pool = (server as PostgresServer).pool();
      await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
      await pool.end();
    }
  });

  suite(`kill -9 between delivery, claim, effect and completion loses and doubles nothing${skip}`, async () => {
    const counted = await killAndCount(kind, place, KILLS, false);
    tell(`${name}: kill -9 under load`, KILLS, counted);
    expect(counted).toMatchObject({ lost: 0, doubled: 0, undone: 0 });
    expect(counted.acknowledged).toBeGreaterThan(KILLS * 10);
  });

  suite(`the control, which answers before it stores, is caught${skip}`, async () => {
    const times = Math.min(KILLS, 10);
    const counted = await killAndCount(kind, place, times, true);
    tell(`${name}: kill -9, the control`, times, counted);
    expect(counted.lost).toBeGreaterThan(0);
    expect(counted.doubled).toBeGreaterThan(0);
  });

  suite(`200 copies of one delivery to two processes at once are one row, all answered 2xx${skip}`, async () => {
    const times = rounds(3, 20);
    const counted = await copyAndCount(kind, place, times);
    tell(`${name}: 200 concurrent copies to two processes`, times, counted);
    expect(counted).toMatchObject({ lost: 0, doubled: 0, undone: 0 });
  });

  suite(`the control, which knows duplicates in each process alone, is caught${skip}`, async () => {
    const times = rounds(1, 20);
    const counted = await copyAndCount(kind, place, times, ["forgetful"]);
    tell(`${name}: 200 concurrent copies, the control`, times, counted);
    expect(counted.doubled).toBe(times);
  });

  suite(`SIGTERM during work drains, and leaves no lease waiting${skip}`, async () => {
    const times = rounds(2, 20);
    const counted = await terminateAndCount(kind, place, times);
    tell(`${name}: SIGTERM under load`, times, counted);
    expect(counted).toMatchObject({ lost: 0, doubled: 0, undone: 0, leases: 0 });
  });

  suite(`the control, which does not close its inbox, leaves leases waiting${skip}`, async () => {
    const times = rounds(1, 10);
    const { leases, ...counted } = await terminateAndCount(kind, place, times, ["abrupt"]);
    tell(`${name}: SIGTERM, the control: ${leases} leases left`, times, counted);
    expect(leases).toBeGreaterThan(0);
  });
});

describe.skipIf(SKIP_POSTGRES)(`PostgreSQL that stops and starts under load${SKIP_POSTGRES}`, () => {
  it.each(["fast", "immediate"] as const)(
    "%s: 503 meanwhile, nothing lost, no restart of the receiver",
    async (mode) => {
      const postgres = server as PostgresServer;
      const place = String(postgres.port);
      const { port, process: child } = await startChild(["postgres", place]);
      const load = new Load(port, 1_000_000 * (mode === "fast" ? 1 : 2));
      const times = rounds(1, 10);
      const agent = new Agent();
      for (let i = 0; i < times; i++) {
        await sleep(300);
        await postgres.stop(mode);
        // Answers to what was stored before the stop may still be on their way.
        expect(await deliver(port, 900_000 + i, agent)).toBe(503);
        const before = load.acknowledged.size;
        expect(await deliver(port, 900_000 + i, agent)).toBe(503);
        expect(load.acknowledged.size).toBe(before);
        await postgres.start();
        while (load.acknowledged.size < before + 50) await sleep(20);
      }
      await load.stop();
      await endProcess(child, "SIGTERM");
      const counted = await count("postgres", place, load.acknowledged);
      tell(`PostgreSQL: server stopped (${mode}) and started under load`, times, counted);
      expect(counted).toMatchObject({ lost: 0, doubled: 0, undone: 0 });
    },
  );

  it("the control, which answers before it stores, is caught", async () => {
    const postgres = server as PostgresServer;
    const place = String(postgres.port);
    const { port, process: child } = await startChild(["postgres", place, "broken"]);
    const load = new Load(port, 3_000_000);
    await load.isFlowing();
    await postgres.stop("immediate");
    await sleep(500);
    await postgres.start();
    await load.stop();
    await endProcess(child, "SIGTERM");
    const counted = await count("postgres", place, load.acknowledged);
    tell("PostgreSQL: server stopped under load, the control", 1, counted);
    expect(counted.lost).toBeGreaterThan(0);
  });
});
