/** The way to PostgreSQL goes silent: no reset, no answer, as in a failover or behind a firewall that forgets. */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Pool,
  type PostgresServer,
  poolOn,
  SKIP_POSTGRES,
  startPostgres,
} from "../../../scripts/servers/postgres.ts";
import { type Inbox, openInbox, type PostgresEffect } from "../../../src/inbox/index.ts";
import { sender } from "../../inbox/support.ts";
import { type SilentProxy, startSilentProxy } from "../../support/silent-proxy.ts";

/** A connection and a statement have 5 s each; the whole is back well within the 30 s that are promised. */
const BACK_MS = 20_000;

describe.skipIf(SKIP_POSTGRES)(`a silent way to PostgreSQL${SKIP_POSTGRES}`, { timeout: 90_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());

  type Way = { proxy: SilentProxy; pool: Pool; direct: Pool; told: string[] };
  type Open = Way & { inbox: Inbox<PostgresEffect> };

  async function onWay(use: (way: Way) => Promise<void>, max?: number): Promise<void> {
    const name = `silent_${Math.random().toString(36).slice(2)}`;
    const admin = server.pool({ max: 1 });
    await admin.query(`CREATE DATABASE ${name}`);
    const proxy = await startSilentProxy(server.port);
    const pool = poolOn(proxy.port, { database: name, ...(max && { max }) });
    const direct = server.pool({ database: name, max: 2 });
    try {
      await use({ proxy, pool, direct, told: [] });
    } finally {
      await proxy.stop();
      await direct.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    }
  }

  const onInbox = (use: (open: Open) => Promise<void>) =>
    onWay(async (way) => {
      const onProblem = ({ code, error }: { code: string; error?: unknown }) =>
        void way.told.push(`${code} ${(error as { code?: string } | undefined)?.code}`);
      const inbox = await openInbox({ postgres: way.pool, onProblem });
      try {
        await use({ ...way, inbox });
      } finally {
        await inbox.close({ drainMs: 0 });
      }
    });

  /** Milliseconds until a delivery was stored and until one was handled. Each id is delivered until it has a 2xx. */
  async function back(deliver: (id: number) => Promise<number>, handled: ReadonlySet<number>, id: number) {
    const since = performance.now();
    while ((await deliver(id)) !== 204) await sleep(100);
    const storedMs = performance.now() - since;
    while (!handled.has(id)) await sleep(20);
    return { storedMs, handledMs: performance.now() - since };
  }

  it("is told, makes the inbox not ready, and is left for new connections, with nothing lost or doubled", () =>
    onInbox(async ({ inbox, proxy, direct, told }) => {
      await direct.query("CREATE TABLE paid (id integer)");
      const handled = new Set<number>();
      await inbox.work(
        {
          "case_file.payment.confirmed": async ({ payload }, { complete }) => {
            await complete(async (tx) => {
              await tx.query("INSERT INTO paid VALUES ($1)", [payload.id]);
              await tx.query("SELECT pg_sleep(0.05)");
            });
            handled.add(payload.id as number);
          },
        },
        { backoffMinMs: 10, backoffMaxMs: 100, deadlineMs: 10_000 },
      );
      const deliver = sender(inbox);
      const stored = new Set<number>();
      const flood = async (from: number) => {
        for (let id = from; !stopped; id++) if ((await deliver(id)) === 204) stored.add(id);
      };
      let stopped = false;
      const floods = [1_000, 2_000, 3_000, 4_000].map(flood);
      while (handled.size < 50) await sleep(5);
      expect(proxy.silence()).toBeGreaterThan(2);
      const seen = { unready: false };
      const looking = (async () => {
        for (; !seen.unready; await sleep(100)) seen.unready = !(await inbox.health()).ready;
      })();
      const { storedMs, handledMs } = await back(deliver, handled, 1);
      expect([storedMs < BACK_MS, handledMs < BACK_MS]).toEqual([true, true]);
      await looking;
      expect(told).toContain("inbox_failed inbox_silent");
      while (!(await inbox.health()).ready) await sleep(50);
      stopped = true;
      await Promise.all(floods);
      // The server ends the transactions that nobody ended; until then their rows wait.
      const rest = async () => Number((await direct.query(WAITING)).rows[0]?.["n"]);
      while ((await rest()) > 0) await sleep(100);
      const paid = (await direct.query("SELECT id FROM paid ORDER BY id")).rows.map(({ id }) => Number(id));
      expect(new Set(paid).size).toBe(paid.length);
      expect([...stored].filter((id) => !paid.includes(id))).toEqual([]);
    }));
  const WAITING = "SELECT count(*) AS n FROM collections_inbox WHERE state <> 'done'";
});
