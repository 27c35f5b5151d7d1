/** The way to PostgreSQL goes silent: no reset, no answer, as in a failover or behind a firewall that forgets. */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Pool, poolOn, SKIP_POSTGRES } from "../../../scripts/servers/postgres.ts";
import { type Inbox, openInbox, type PostgresEffect } from "../../../src/inbox/index.ts";
import { sender, until } from "../../inbox/support.ts";
import { usePostgres } from "../../support/postgres.ts";
import { type SilentProxy, startSilentProxy } from "../../support/silent-proxy.ts";
import { stopping } from "../../support/stopping.ts";

/** What is promised. A connection and a statement have 5 s each. */
const BACK_MS = 30_000;

describe.skipIf(SKIP_POSTGRES)(`a silent way to PostgreSQL${SKIP_POSTGRES}`, { concurrent: true }, () => {
  const server = usePostgres();

  type Way = { proxy: SilentProxy; pool: Pool; direct: Pool; told: string[] };
  type Open = Way & { inbox: Inbox<PostgresEffect> };

  async function onWay(use: (way: Way) => Promise<void>, max?: number): Promise<void> {
    const { name, pool: direct, remove } = await server.database();
    const proxy = await startSilentProxy(server.port);
    const pool = poolOn(proxy.port, { database: name, ...(max && { max }) });
    try {
      await use({ proxy, pool, direct, told: [] });
    } finally {
      await proxy.stop();
      await pool.end().catch(() => undefined);
      await remove();
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
      while (Number((await direct.query(WAITING)).rows[0]?.["n"]) > 0) await sleep(100);
      const paid = (await direct.query("SELECT id FROM paid ORDER BY id")).rows.map(({ id }) => Number(id));
      expect(new Set(paid).size).toBe(paid.length);
      expect([...stored].filter((id) => !paid.includes(id))).toEqual([]);
    }));
  const WAITING = "SELECT count(*) AS n FROM collections_inbox WHERE state <> 'done'";

  /** Whether `asked` settles within `ms`, and how. */
  async function readOutcome(asked: Promise<unknown>, ms: number): Promise<unknown> {
    const ended = asked.then(
      () => "resolved",
      (error) => error.code,
    );
    return Promise.race([ended, sleep(ms, "still waiting", { ref: false })]);
  }

  it("ends the opening of an inbox, where no new connection is answered", () =>
    onWay(async ({ proxy, pool }) => {
      proxy.isNewSilent = true;
      expect(await readOutcome(openInbox({ postgres: pool }), BACK_MS)).toBe("inbox_unreachable");
      proxy.isNewSilent = false;
      await (await openInbox({ postgres: pool })).close();
    }));

  it("ends whatever is asked of a pool that says nothing of its connections, and of one that only queries", () =>
    onWay(async ({ proxy, pool, direct }) => {
      // As other packages have it: no options, no events, no numbers.
      const plain = { query: pool.query.bind(pool), connect: pool.connect.bind(pool) };
      const inboxes = await Promise.all([
        openInbox({ postgres: plain, onProblem: () => undefined }),
        openInbox({ postgres: { query: plain.query }, onProblem: () => undefined }),
      ]);
      const held = await pool.connect();
      await Promise.all([1, 2, 3, 4].map((id) => sender(inboxes[0])(id)));
      held.release();
      proxy.silence();
      for (const inbox of inboxes) {
        const deliver = sender(inbox);
        const asked = [deliver(10), inbox.list(), inbox.stats(), inbox.retry([1]), inbox.erase("1")];
        const ended = await Promise.all(asked.map((one) => readOutcome(one, 40_000)));
        expect(ended).not.toContain("still waiting");
      }
      const deliver = sender(inboxes[0]);
      await until(async () => (await deliver(11)) === 204);
      expect(await readOutcome(Promise.all(inboxes.map((inbox) => inbox.close())), 20_000)).toBe("resolved");
      expect((await direct.query("SELECT FROM collections_inbox WHERE payment = '11'")).rows).toHaveLength(1);
    }));

  it("leaves no place of the pool to new connections that are never answered", () =>
    onWay(async ({ proxy, pool }) => {
      // What `new Pool()` has, without the limit that the tests set.
      Object.assign((pool as unknown as { options: object }).options, { connectionTimeoutMillis: 0 });
      await using inbox = stopping(await openInbox({ postgres: pool, onProblem: () => undefined }));
      const deliver = sender(inbox);
      expect(await deliver(1)).toBe(204);
      proxy.silence();
      proxy.isNewSilent = true;
      for (let id = 2; id < 6; id++) expect(await deliver(id)).toBe(503);
      proxy.isNewSilent = false;
      const since = performance.now();
      await until(async () => (await deliver(6)) === 204);
      expect(performance.now() - since).toBeLessThan(BACK_MS);
    }, 3));

  it("is noticed on the connection that listens", () =>
    onInbox(async ({ inbox, proxy, pool, direct }) => {
      const listening = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()";
      await until(async () => (await direct.query(listening)).rows.length === 1);
      const [before] = (await direct.query(listening)).rows;
      proxy.silence();
      // No worker and no delivery: only the listener itself can notice.
      await until(async () => (await direct.query(listening)).rows.some(({ pid }) => pid !== before?.["pid"]));
      expect((await pool.query("SELECT 1")).rows).toHaveLength(1);
      expect(await inbox.health()).toMatchObject({ ready: true });
    }));

  it.each(["INSERT INTO", "COMMIT"])("of the answer to %s has neither the row nor its effect twice", (asked) =>
    onInbox(async ({ inbox, proxy, direct }) => {
      await direct.query("CREATE TABLE paid (id integer)");
      await inbox.work(
        {
          "case_file.payment.confirmed": ({ payload }, { complete }) =>
            complete(async (tx) => void (await tx.query("INSERT INTO paid VALUES ($1)", [payload.id]))),
        },
        { backoffMinMs: 10, backoffMaxMs: 100, deadlineMs: 10_000 },
      );
      const deliver = sender(inbox);
      proxy.deafAt = asked;
      expect(await deliver(1)).toBe(asked === "COMMIT" ? 204 : 503);
      // What the sender does that had no answer.
      await until(async () => (await deliver(1)) === 204);
      await until(async () => (await inbox.stats()).rows.done === 1);
      await until(async () => proxy.deafAt === undefined);
      expect((await direct.query("SELECT id FROM paid")).rows).toEqual([{ id: 1 }]);
      expect((await inbox.stats()).rows).toMatchObject({ pending: 0, done: 1, conflict: 0 });
    }),
  );

  it("is not what a pool that was ended before the inbox is: that is named, and both end", () =>
    onWay(async ({ pool, told }) => {
      const onProblem = ({ error }: { error?: unknown }) => void told.push(String((error as { code?: string }).code));
      const inbox = await openInbox({ postgres: pool, onProblem });
      await inbox.work({});
      await until(async () => (await inbox.health()).ready);
      await sleep(200);
      expect(await readOutcome((pool as unknown as { end(): Promise<void> }).end(), 15_000)).toBe("resolved");
      expect(await sender(inbox)(1)).toBe(503);
      await until(() => told.includes("inbox_pool_ended"));
      expect(await readOutcome(inbox.close(), 15_000)).toBe("resolved");
    }));

  it.each([
    [3, 8, ["inbox_pool_small"]],
    [9, 8, ["inbox_pool_small"]],
    [10, 8, []],
    [3, 1, []],
  ])("is not what a pool of %d connections for %d handlers is: that is told", (max, concurrency, codes) =>
    onWay(async ({ pool, told }) => {
      await using inbox = stopping(await openInbox({ postgres: pool, onProblem: ({ code }) => void told.push(code) }));
      await inbox.work({}, { concurrency });
      expect(told).toEqual(codes);
    }, max),
  );
});
