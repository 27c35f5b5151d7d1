/** The inbox on a real PostgreSQL server: the same suite as every store, and what only it can do. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Pool, pgFolder, poolOn, SKIP_POSTGRES } from "../../../scripts/servers/postgres.ts";
import { openInbox, type PostgresEffect, type PostgresQueries } from "../../../src/inbox/index.ts";
import { openPostgres } from "../../../src/inbox/postgres/index.ts";
import type { Claimed, Store } from "../../../src/inbox/store.ts";
import { describeQueue } from "../../inbox/queue-suite.ts";
import { delivery, describeStore, EVENT } from "../../inbox/store-suite.ts";
import { LEASE } from "../../inbox/support.ts";
import { commitModes, postgresPlace, usePostgres } from "../../support/postgres.ts";
import { stopping } from "../../support/stopping.ts";
import { startStoppingProxy } from "../../support/stopping-proxy.ts";
import { asWrongType, present } from "../../support/wrong-type.ts";

const { Query } = pgFolder ? createRequire(join(pgFolder, "package.json"))("pg") : {};
const ignore = () => {};
const failing = (): string => asWrongType(new Query("SELECT 1 / 0"));
const CAPS = { maxRows: 1000, maxBytes: 1_000_000 };

describe.skipIf(SKIP_POSTGRES)(`PostgreSQL${SKIP_POSTGRES}`, () => {
  const server = usePostgres();

  const makePlace = async () => {
    const { pool, remove } = await server.database();
    return postgresPlace(pool, remove);
  };
  describeStore("an inbox in PostgreSQL", makePlace);
  describeQueue("the queue of an inbox in PostgreSQL", makePlace);

  async function inDatabase(
    use: (pool: Pool, store: Store<PostgresEffect>, name: string) => Promise<void>,
  ): Promise<void> {
    const { name, pool, remove } = await server.database();
    const store = await openPostgres(pool, CAPS);
    try {
      await use(pool, store, name);
    } finally {
      await store.close();
      await remove();
    }
  }

  async function claimOne(store: Store<PostgresEffect>): Promise<Claimed> {
    await store.insert(delivery(1));
    return present((await store.claim(LEASE)).rows[0]);
  }

  it("stores nothing that a server with asynchronous commits could lose", async () => {
    let id = 0;
    const insert = async (pool: Pool) => {
      await using store = stopping(await openPostgres(pool, CAPS));
      await store.insert(delivery(++id));
    };
    expect(await commitModes(server, "collections_inbox", insert)).toEqual(["on"]);
  });

  it("stores a batch without the one row that the database refuses", () =>
    inDatabase(async (pool, store) => {
      await pool.query("ALTER TABLE collections_inbox ADD CHECK (payment <> '13')");
      const outcomes = await Promise.allSettled([12, 13, 14].map((id) => store.insert(delivery(id))));
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(outcomes[1]).toMatchObject({ reason: { code: "inbox_failed" } });
    }));

  it.each([
    ["an event whose name holds a NUL", delivery(1, { event: "a\0b", verified: false })],
    ["a key with half a surrogate pair", { ...delivery(1), key: "verified \ud800" }],
  ])("takes %s, which PostgreSQL has no place for", (_, strange) =>
    inDatabase(async (_, store) => {
      const outcomes = await Promise.all([store.insert(strange), store.insert(delivery(2)), store.insert(strange)]);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(["new", "new", "duplicate"]);
      expect(await store.insert(strange)).toMatchObject({ outcome: "duplicate" });
    }),
  );

  it("fails, and does not try for ever, where it may not read a row", () =>
    inDatabase(async (pool, store, name) => {
      await store.insert(delivery(1));
      await pool.query(`CREATE ROLE ${name} LOGIN`);
      await pool.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`);
      await pool.query("ALTER TABLE collections_inbox ENABLE ROW LEVEL SECURITY");
      await pool.query("CREATE POLICY mine ON collections_inbox USING (id > 1) WITH CHECK (true)");
      const own = poolOn(server.port, { database: name, user: name });
      // A role that may not create tables needs none once they are there.
      const blind = await openPostgres(own, CAPS);
      await expect(blind.insert(delivery(1))).rejects.toMatchObject({ code: "inbox_failed" });
      expect(await blind.insert(delivery(2))).toMatchObject({ outcome: "new" });
      await blind.close();
      await own.end();
      await pool.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
    }));

  it.each([
    ["LATIN1", "ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'", ""],
    ["serializable", "", "SET default_transaction_isolation = 'serializable'"],
  ])("refuses a database that would refuse deliveries: %s", async (what, creation, setting) => {
    const { name, pool, remove } = await server.database(creation);
    const admin = server.pool({ max: 1 });
    if (setting) await admin.query(`ALTER DATABASE ${name} ${setting}`);
    await admin.end();
    await expect(openPostgres(pool, CAPS)).rejects.toMatchObject({ name: "MisuseError", code: "inbox_option" });
    await expect(openPostgres(pool, CAPS)).rejects.toThrow(what);
    await remove();
  });

  it.each([
    ["bool", 16],
    ["bytea", 17],
    ["int4", 23],
    ["float8", 701],
    ["jsonb", 3802],
  ])("refuses a pool for which the program parses %s in its own way", async (what, type) => {
    await using parsing = stopping(server.pool({ max: 1, textTypes: [type] }));
    await expect(openPostgres(parsing, CAPS)).rejects.toMatchObject({ name: "MisuseError", code: "inbox_option" });
    await expect(openPostgres(parsing, CAPS)).rejects.toThrow(what);
  });

  it("works with the only connection of a pool", () =>
    inDatabase(async (_, _store, name) => {
      await using single = stopping(server.pool({ database: name, max: 1 }));
      await using inbox = stopping(await openInbox({ postgres: single, onProblem: () => undefined }));
      const payload = { "@event": EVENT, id: 1 };
      const body = Buffer.from(JSON.stringify(payload));
      expect(await inbox.accept({ event: EVENT, verified: true, payload, key: "verified 1", body })).toBe("stored");
      await inbox.work({ [EVENT]: (_, { complete }) => complete((tx) => tx.query("SELECT 1")) });
      while ((await inbox.stats()).rows.done === 0) await sleep(20);
      expect(await inbox.health()).toMatchObject({ ready: true });
    }));

  it("keeps nothing for long that waits for a database that does not answer", () =>
    inDatabase(async (pool, store) => {
      const locking = await pool.connect();
      await locking.query("BEGIN; LOCK TABLE collections_inbox IN ACCESS EXCLUSIVE MODE");
      const outcome = (id: number) =>
        store.insert(delivery(id)).then(
          (inserted) => inserted.outcome,
          (error) => error.code,
        );
      const waiting = [outcome(1)];
      await sleep(100);
      waiting.push(outcome(2), outcome(3));
      expect(await Promise.all(waiting)).toEqual(["inbox_silent", "inbox_silent", "inbox_silent"]);
      await locking.query("ROLLBACK");
      locking.release();
      // The server may have gone on; the key decides.
      for (const id of [1, 2, 3]) expect(await outcome(id)).toMatch(/^(new|duplicate)$/);
      expect((await store.totals()).rows.pending).toBe(3);
    }));

  it("wakes the workers of other processes", () =>
    inDatabase(async (pool, store) => {
      await using other = stopping(await openPostgres(pool, CAPS));
      let woken = 0;
      other.watch?.(() => woken++);
      // Once because it listens now.
      while (woken === 0) await sleep(5);
      const before = woken;
      await store.insert(delivery(1));
      while (woken === before) await sleep(5);
    }));

  it("is upgraded or created once by many processes, and refuses a newer one", () =>
    inDatabase(async (pool, store) => {
      await store.insert(delivery(1));
      const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres(pool, CAPS)));
      for (const one of opened) {
        expect((await one.totals()).rows.pending).toBe(1);
        await one.close();
      }
      await pool.query("UPDATE collections_inbox_version SET version = 99");
      await expect(openPostgres(pool, CAPS)).rejects.toMatchObject({ code: "inbox_newer" });
    }));

  it("opens for a role that may not create tables, where another role is just creating them", async () => {
    const { name: role, pool, remove } = await server.database();
    await pool.query(`CREATE ROLE ${role} LOGIN`);
    await pool.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO ${role}`);
    const holding = await pool.connect();
    await holding.query("BEGIN; SELECT pg_advisory_xact_lock(hashtext('collections_inbox'))");
    const waiting = async (n: number) => {
      const sql = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      while ((await pool.query(sql)).rows.length < n) await sleep(20);
    };
    const creating = openPostgres(pool, CAPS);
    await waiting(1);
    const own = poolOn(server.port, { database: role, user: role });
    const using = openPostgres(own, CAPS);
    await waiting(2);
    await holding.query("COMMIT");
    holding.release();
    const stores = await Promise.all([creating, using]);
    expect((await stores[1].insert(delivery(1))).outcome).toBe("new");
    for (const store of stores) await store.close();
    await own.end();
    await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await remove();
  });

  it("tries a statement again that waited in a circle with another", () =>
    inDatabase(async (pool, store) => {
      for (const id of [1, 2]) await store.insert(delivery(id));
      const other = await pool.connect();
      // Only the statement of the store looks for circles in time.
      await other.query("SET deadlock_timeout = '60s'; BEGIN; UPDATE collections_inbox SET error = 'e' WHERE id = 2");
      const discarding = store.discard([1, 2]);
      const sql = "SELECT FROM pg_locks WHERE NOT granted";
      while ((await pool.query(sql)).rows.length === 0) await sleep(5);
      await other.query("UPDATE collections_inbox SET error = 'e' WHERE id = 1");
      await other.query("COMMIT");
      other.release(true);
      expect(await discarding).toEqual([1, 2]);
    }));

  it("works over any client with the same query, without complete", () =>
    inDatabase(async (pool) => {
      const query: PostgresQueries["query"] = async (text, values) => ({ rows: (await pool.query(text, values)).rows });
      await using inbox = stopping(await openInbox({ postgres: { query }, onProblem: () => undefined }));
      const body = Buffer.from(JSON.stringify({ "@event": EVENT, id: 1 }));
      const payload = { "@event": EVENT, id: 1 };
      expect(await inbox.accept({ event: EVENT, verified: true, payload, key: "verified 1", body })).toBe("stored");
      const seen: string[] = [];
      await inbox.work({ [EVENT]: (_, context) => void seen.push(...Object.keys(context).sort()) });
      while ((await inbox.stats()).rows.done === 0) await sleep(20);
      expect(seen).toEqual(["attempt", "signal"]);
    }));

  it.each(["COMMIT", "ROLLBACK"])("rolls back an effect that ends the transaction by %s", (end) =>
    inDatabase(async (_, store) => {
      const row = await claimOne(store);
      const ending = (tx: PostgresQueries) => tx.query(end).catch(() => {});
      await expect(store.complete?.(row, ending)).rejects.toMatchObject({ code: "effect_transaction" });
      expect(await store.complete?.(row, async () => {})).toBe(true);
    }),
  );

  it.each([
    ["a statement that did not run", () => ({ execute() {}, compile() {} })],
    ["a generator", async function* () {}],
    ["a failed statement without await", (tx: PostgresQueries) => void tx.query("SELECT 1 / 0")],
    ["a callback in place of await", (tx: PostgresQueries) => void tx.query("SELECT 1", asWrongType(ignore))],
    ["an object that tells of events", (tx: PostgresQueries) => void tx.query(failing())],
    ["one whose refusal it caught", (tx: PostgresQueries) => Promise.resolve(failing()).then(tx.query).catch(ignore)],
    ["a failed statement whose error it caught", (tx: PostgresQueries) => tx.query("SELECT 1 / 0").catch(() => {})],
  ])("does not end the row of an effect with %s", (_, effect) =>
    inDatabase(async (_, store) => {
      const row = await claimOne(store);
      const error: unknown = await store.complete?.(row, effect as PostgresEffect).catch((error) => error);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toHaveProperty("code", "inbox_failed");
      expect(await store.complete?.(row, async () => {})).toBe(true);
    }),
  );

  it("says why the server ended the connection of an effect", () =>
    inDatabase(async (_, store) => {
      const row = await claimOne(store);
      const idle = async (tx: PostgresQueries) => {
        await tx.query("SET LOCAL idle_in_transaction_session_timeout = 50");
        await sleep(300);
        await tx.query("SELECT 1");
      };
      await expect(store.complete?.(row, idle)).rejects.toThrow("idle-in-transaction timeout");
    }));

  it("waits for statements that an effect did not await, and for those that follow them", () =>
    inDatabase(async (pool, store) => {
      const row = await claimOne(store);
      const effect = async (tx: PostgresQueries) => {
        void tx.query("CREATE TABLE paid (id INTEGER)").then(async () => {
          for (const id of [1, 2]) await tx.query("INSERT INTO paid VALUES ($1)", [id]);
        });
      };
      expect(await store.complete?.(row, effect)).toBe(true);
      expect((await pool.query("SELECT id FROM paid")).rows).toEqual([{ id: 1 }, { id: 2 }]);
    }));

  it("takes back what an effect sets for its session", () =>
    inDatabase(async (_, _store, name) => {
      await using pool = stopping(poolOn(server.port, { database: name, max: 1 }));
      await using store = stopping(await openPostgres(pool, CAPS));
      const row = await claimOne(store);
      const settings = `SELECT name, setting, current_user FROM pg_settings
        WHERE name ~ 'search_path|statement_timeout|Time|Date|read_only'`;
      const before = (await pool.query(settings)).rows;
      const setting = async (tx: PostgresQueries) => {
        await tx.query("SET search_path = elsewhere; SET ROLE pg_monitor; SET LOCAL statement_timeout = 4711");
        await tx.query("SET TimeZone = 'Asia/Tokyo'; SET DateStyle = 'SQL'; SET default_transaction_read_only = on");
      };
      expect(await store.complete?.(row, setting)).toBe(true);
      expect((await pool.query(settings)).rows).toEqual(before);
    }));

  it("survives a server that ends a connection with the answer that it is ready", () =>
    inDatabase(async (_, _store, name) => {
      await using proxy = stopping(await startStoppingProxy(server.port));
      await using pool = stopping(poolOn(proxy.port, { database: name, max: 1 }));
      // An error without a listener would end the process and fail the run.
      proxy.endsNew = true;
      await expect(openPostgres(pool, CAPS)).rejects.toMatchObject({ code: "inbox_unreachable" });
      proxy.endsNew = false;
      await using store = stopping(await openPostgres(pool, CAPS));
      const claim = () => store.claim({ ...LEASE, limit: 1 });
      expect((await claim()).rows).toEqual([]);
      await proxy.breakAll();
      proxy.endsNew = true;
      await expect(claim()).rejects.toMatchObject({ code: "inbox_failed" });
      proxy.endsNew = false;
      expect((await claim()).rows).toEqual([]);
    }));

  it("ends an effect that hangs at the deadline of its attempt, and closes", () =>
    inDatabase(async (_, store) => {
      const problems: string[] = [];
      const inbox = await openInbox({ store, onProblem: ({ code }) => void problems.push(code) });
      for (const id of [1, 2]) await store.insert(delivery(id));
      let hung = 0;
      await inbox.work(
        {
          [EVENT]: ({ payload }, { complete, attempt }) => {
            if (payload.id === 2) return sleep(1_500);
            return complete(async (tx) => {
              await tx.query("SELECT 1");
              if (attempt > 1) return;
              hung++;
              await new Promise(() => undefined);
            });
          },
        },
        { leaseMs: 1_000, deadlineMs: 2_000, backoffMinMs: 1, backoffMaxMs: 5 },
      );
      while ((await store.totals()).rows.done < 2) await sleep(20);
      // The other lease was renewed while the first row was locked by its effect.
      expect([hung, problems]).toEqual([1, ["attempt_failed"]]);
      await store.insert(delivery(3));
      await inbox.close({ drainMs: 0 });
    }));

  it("sums up its log of differences without changing the sums", () =>
    inDatabase(async (pool, store) => {
      for (let id = 0; id < 300; id++) await store.insert(delivery(id));
      const claimed = [];
      for (let i = 0; i < 5; i++) claimed.push(...(await store.claim({ ...LEASE, limit: 60 })).rows);
      for (const row of claimed) await store.settle(row, { to: "done" });
      const entries = async () =>
        Number((await pool.query("SELECT count(*) AS n FROM collections_inbox_meter")).rows[0]?.["n"]);
      const before = await entries();
      // Marks of writers that another process has not summed up: enough of them for one insert to do it.
      await pool.query(
        "INSERT INTO collections_inbox_meter SELECT 'dead', true, (-1) ^ g, 0 FROM generate_series(1, 2000) AS g",
      );
      const totals = await store.totals();
      await sleep(1_100);
      await store.insert(delivery(1000));
      expect(await entries()).toBeLessThan(before);
      expect((await store.totals()).rows).toEqual({ ...totals.rows, pending: 1 });
      expect(totals.rows.done).toBe(300);
    }));
});
