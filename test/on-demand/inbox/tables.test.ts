/** The tables of an inbox in PostgreSQL: their versions, their names, and who may change them. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Pool, poolOn, postgresProgram, SKIP_POSTGRES } from "../../../scripts/servers/postgres.ts";
import { openInbox, type PostgresEffect } from "../../../src/inbox/index.ts";
import { openPostgres } from "../../../src/inbox/postgres/index.ts";
import { VERSIONS } from "../../../src/inbox/postgres/versions.ts";
import type { Store } from "../../../src/inbox/store.ts";
import { cli } from "../../cli/run.ts";
import { delivery, EVENT, ownedDelivery } from "../../inbox/store-suite.ts";
import { LEASE, sender, until } from "../../inbox/support.ts";
import { usePostgres } from "../../support/postgres.ts";
import { root } from "../../support/repository.ts";
import { present } from "../../support/wrong-type.ts";

const run = promisify(execFile);
const CAPS = { maxRows: 1000, maxBytes: 1_000_000 };

/** What a process of version 2 asks to store a delivery and to handle one. */
const INSERT_2 = `INSERT INTO collections_inbox
    (key, event, verified, payment, label, state, due, received, digest, size, body)
  VALUES ($1, $2, true, $3, $4, 'pending', 0, 0, $5, 2, $6) ON CONFLICT (key) DO NOTHING RETURNING id::float8 AS id`;
const CLAIM_2 = `UPDATE collections_inbox SET due = 9e15, attempts = attempts + 1, fence = fence + 1, owner = 'old'
  WHERE id = (SELECT id FROM collections_inbox WHERE state = 'pending' AND owner IS NULL ORDER BY id LIMIT 1)
  RETURNING id::float8 AS id, fence::float8 AS fence`;
const SETTLE_2 = `UPDATE collections_inbox SET state = 'done', owner = NULL, finished = 1
  WHERE id = $1 AND fence = $2 AND state = 'pending' AND owner IS NOT NULL RETURNING id`;
/** Rows in each state in which an upgrade may find them. */
const ROWS = `INSERT INTO collections_inbox
    (key, event, verified, payment, state, attempts, due, owner, error, received, finished, digest, size, body)
  SELECT 'verified ' || id || ' ${EVENT}', '${EVENT}', true, id, state, attempts, due, owner, error, 0, finished,
    'd', 2, convert_to('{"@event":"${EVENT}","id":' || id || '}', 'UTF8')
  FROM (VALUES ('1', 'pending', 0, 0, NULL, NULL, NULL::bigint), ('2', 'pending', 3, 1, 'host 1 a', NULL, NULL),
    ('3', 'done', 1, 0, NULL, NULL, 1), ('4', 'dead', 12, 0, NULL, 'e', NULL))
    AS sample (id, state, attempts, due, owner, error, finished)`;

describe.skipIf(SKIP_POSTGRES)(`the tables in PostgreSQL${SKIP_POSTGRES}`, () => {
  const server = usePostgres();

  /** A database that is removed after the test, and its name. All its tables are published, as for a replica. */
  async function database() {
    const { remove, ...made } = await server.database();
    onTestFinished(remove);
    await made.pool.query("CREATE PUBLICATION everything FOR ALL TABLES");
    return made;
  }

  async function createTables(pool: Pool, version: number): Promise<void> {
    await pool.query("CREATE TABLE collections_inbox_version (version integer NOT NULL)");
    for (const script of VERSIONS.slice(0, version)) await pool.query(script);
    await pool.query(`INSERT INTO collections_inbox_version VALUES (${version})`);
    await pool.query(ROWS);
  }

  async function openStore(pool: Pool, name?: string): Promise<Store<PostgresEffect>> {
    const store = await openPostgres(pool, { ...CAPS, name });
    onTestFinished(() => store.close());
    return store;
  }

  async function isUpgraded(store: Store<PostgresEffect>): Promise<void> {
    const rows = await store.list({ limit: 10 });
    expect(rows.map(({ state, owner, retryUntil }) => [state, owner, retryUntil])).toEqual(
      ["pending", "pending", "done", "dead"].map((state) => [state, null, null]),
    );
    expect((await store.totals()).rows).toMatchObject({ pending: 2, done: 1, dead: 1 });
    expect((await store.claim(LEASE)).rows).toMatchObject([{ key: `verified 1 ${EVENT}`, attempts: 1, crashes: 0 }]);
    expect(await store.claim(LEASE)).toMatchObject({ rows: [{ attempts: 4, crashes: 1 }], crashed: true });
    expect((await store.insert({ ...delivery(3), digest: "d" })).outcome).toBe("duplicate");
    expect(await store.retry([rows[3]?.id ?? 0])).toHaveLength(1);
  }

  it.each([1, 2, 3, 4])("of version %d are upgraded with their rows, by one of many", async (version) => {
    const { pool } = await database();
    await createTables(pool, version);
    const [store] = await Promise.all([openStore(pool), openStore(pool), openStore(pool)]);
    await isUpgraded(store);
  });

  it("are whole after an upgrade that was killed half-way", async () => {
    const { pool } = await database();
    await createTables(pool, 2);
    const holding = await pool.connect();
    // The last steps of the upgrade wait for it.
    await holding.query("BEGIN; LOCK TABLE collections_inbox_meter IN ROW EXCLUSIVE MODE");
    const killed = expect(openPostgres(pool, CAPS)).rejects.toMatchObject({ code: "inbox_unreachable" });
    const waiting = `SELECT pid FROM pg_locks
        WHERE NOT granted AND relation = 'collections_inbox_meter'::regclass AND pg_terminate_backend(pid)`;
    await until(async () => (await pool.query(waiting)).rows.length > 0);
    await killed;
    expect((await pool.query("SELECT version FROM collections_inbox_version")).rows).toEqual([{ version: 2 }]);
    expect((await pool.query("SELECT * FROM collections_inbox LIMIT 1")).rows[0]).not.toHaveProperty("earlier_key");
    await holding.query("ROLLBACK");
    holding.release();
    await isUpgraded(await openStore(pool));
  });

  it("let a lock of another program pass, and do not keep others waiting behind them", async () => {
    const { pool } = await database();
    await createTables(pool, 2);
    const holding = await pool.connect();
    await holding.query("BEGIN; LOCK TABLE collections_inbox IN ACCESS SHARE MODE");
    const opening = openPostgres(pool, CAPS);
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'collections_inbox'::regclass";
    for (const waits of [true, false]) await until(async () => (await pool.query(waiting)).rows.length > 0 === waits);
    await holding.query("ROLLBACK");
    holding.release();
    const store = await opening;
    onTestFinished(() => store.close());
    expect((await store.totals()).rows.pending).toBe(2);
  });

  it("serve a process of version 2 beside one of this version", async () => {
    const { pool } = await database();
    await createTables(pool, 2);
    const store = await openStore(pool);
    const old = async (id: number, label: string | null) => {
      const { key, event, payment, digest, body } = delivery(id);
      return (await pool.query(INSERT_2, [key, event, payment, label, digest, body])).rows.length;
    };
    // What it stores is handled by either, and is not stored again under its owner.
    expect(await old(10, "acme")).toBe(1);
    expect((await store.insert(ownedDelivery(10, "acme"))).outcome).toBe("duplicate");
    expect((await store.insert(ownedDelivery(10, "zeta"))).outcome).toBe("new");
    // A payment that is stored under its owner is not stored by it again, and another customer's is.
    expect((await store.insert(ownedDelivery(11, "acme"))).outcome).toBe("new");
    expect([await old(11, "acme"), await old(11, "zeta")]).toEqual([0, 1]);
    const [claimed] = (await pool.query(CLAIM_2)).rows;
    expect((await pool.query(SETTLE_2, [claimed?.["id"], claimed?.["fence"]])).rows).toHaveLength(1);
    await store.claim(LEASE);
    const rest = (await store.claim(LEASE)).rows.length + (await store.claim(LEASE)).rows.length;
    expect(rest).toBeGreaterThan(0);
    const rows = await store.list({ limit: 20 });
    expect(rows.map(({ owner }) => owner)).not.toContain("");
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it("keep two services of one database apart, by their names", async () => {
    const { pool } = await database();
    const handled: Record<string, unknown[]> = {};
    const onProblem = () => undefined;
    for (const name of ["bookkeeping", "dunning", undefined]) {
      const inbox = await openInbox({ postgres: pool, onProblem, ...(name && { name }) });
      onTestFinished(() => inbox.close());
      const seen: unknown[] = [];
      handled[String(name)] = seen;
      await inbox.work({ [EVENT]: ({ payload }) => void seen.push(payload.id) });
      const deliver = sender(inbox);
      for (let id = 1; id <= 5; id++) expect(await deliver(id)).toBe(204);
    }
    await until(() => Object.values(handled).every((seen) => seen.length === 5));
    for (const seen of Object.values(handled)) expect(seen.sort()).toEqual([1, 2, 3, 4, 5]);
    const names = "SELECT count(*)::int AS n FROM pg_class WHERE relname = 'dunning_collections_inbox_meter'";
    expect((await pool.query(names)).rows).toEqual([{ n: 1 }]);
  });

  it("without a name go on with the rows they had", async () => {
    const { pool } = await database();
    await createTables(pool, 2);
    const inbox = await openInbox({ postgres: pool, onProblem: () => undefined });
    onTestFinished(() => inbox.close());
    const handled: unknown[] = [];
    await inbox.work({ [EVENT]: ({ payload }) => void handled.push(payload.id) });
    await until(() => handled.length === 2);
    expect(handled.sort()).toEqual([1, 2]);
  });

  it("without a name tell two programs, and one that handles them twice, once each", async () => {
    const { pool } = await database();
    const told: string[] = [];
    const onProblem = ({ code, error }: { code: string; error?: unknown }) =>
      void told.push(`${code} ${(error as { detail?: string }).detail}`);
    const script = process.argv[1];
    onTestFinished(() => {
      process.argv[1] = script as string;
    });
    for (const name of ["/srv/shop/receiver.js", "/srv/office/receiver.js"]) {
      process.argv[1] = name;
      const inbox = await openInbox({ postgres: pool, onProblem });
      onTestFinished(() => inbox.close());
      await inbox.work({});
      if (name.includes("shop")) await until(async () => (await pool.query(OPEN)).rows[0]?.["n"] === 1);
    }
    await until(() => told.length > 0);
    expect(told).toEqual(["inbox_shared /srv/office/receiver.js and /srv/shop/receiver.js"]);
  });
  const OPEN = "SELECT count(*)::int AS n FROM collections_inbox_version, jsonb_each(openings)";

  it("take an administrator's statement with an empty search path", async () => {
    const { pool } = await database();
    const store = await openStore(pool);
    await store.insert(ownedDelivery(1, "acme"));
    const client = await pool.connect();
    await client.query("SELECT pg_catalog.set_config('search_path', '', false)");
    const insert = INSERT_2.replace("collections_inbox", "public.collections_inbox");
    await client.query("UPDATE public.collections_inbox SET state = 'dead', error = 'by hand'");
    const { key, event, payment, digest, body } = delivery(1);
    expect((await client.query(insert, [key, event, payment, "acme", digest, body])).rows).toEqual([]);
    await client.query("DELETE FROM public.collections_inbox");
    client.release(true);
    expect((await store.totals()).rows).toMatchObject({ pending: 0, dead: 0 });
  });

  it("are made anew after somebody dropped them", async () => {
    const { pool } = await database();
    await (await openStore(pool)).insert(delivery(1));
    await pool.query("DROP TABLE collections_inbox, collections_inbox_meter, collections_inbox_version");
    const store = await openStore(pool);
    expect((await store.insert(delivery(1))).outcome).toBe("new");
    expect((await store.totals()).rows).toMatchObject({ pending: 1 });
  });

  it("take a restore of their data alone, and count it once", async () => {
    const from = await database();
    const store = await openStore(from.pool, "dunning");
    for (const id of [1, 2, 3]) await store.insert(ownedDelivery(id, "acme"));
    const [row] = (await store.claim({ ...LEASE, limit: 1 })).rows;
    await store.settle(present(row), { to: "done" });
    const into = await database();
    const restored = await openStore(into.pool, "dunning");
    const args = ["-h", "127.0.0.1", "-p", String(server.port), "-U", "inbox"];
    const { stdout } = await run(postgresProgram("pg_dump"), [...args, "--data-only", "--table=dunning*", from.name]);
    const psql = spawn(postgresProgram("psql"), [...args, "-qv", "ON_ERROR_STOP=1", "-o", "/dev/null", into.name], {
      stdio: ["pipe", "ignore", "inherit"],
    });
    psql.stdin.end(stdout);
    expect(await once(psql, "exit")).toEqual([0, null]);
    expect(await restored.totals()).toMatchObject({ ...(await store.totals()), rows: { pending: 2, done: 1 } });
    expect((await restored.insert(ownedDelivery(1, "acme"))).outcome).toBe("duplicate");
    expect((await restored.insert(ownedDelivery(4, "acme"))).outcome).toBe("new");
  });

  it("are made by their owner for a role that may not, with the command or its SQL", async () => {
    const { pool, name } = await database();
    await pool.query(`CREATE ROLE ${name} LOGIN`);
    onTestFinished(async () => void (await pool.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`)));
    await pool.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO ${name}`);
    const own = poolOn(server.port, { database: name, user: name });
    onTestFinished(() => own.end());
    await expect(openPostgres(own, CAPS)).rejects.toMatchObject({ code: "inbox_not_migrated" });
    await createTables(pool, 2);
    await expect(openPostgres(own, CAPS)).rejects.toThrow("inbox migrate");
    const command = (args: string[], user: string) =>
      cli(["inbox", "migrate", ...args], {
        cwd: join(root, ".cache/pg"),
        env: { INBOX_POSTGRES_URL: `postgres://${user}@127.0.0.1:${server.port}/${name}` },
      });
    expect(await command(["--postgres"], name)).toMatchObject({ code: 2, stderr: expect.stringContaining("--sql") });
    expect(await command(["--postgres"], "inbox")).toMatchObject({ code: 0, stderr: "" });
    await isUpgraded(await openStore(own));
    const { stdout } = await command(["--sql", "--name", "dunning"], "inbox");
    for (let i = 0; i < 2; i++) await pool.query(stdout);
    expect((await (await openStore(own, "dunning")).insert(delivery(1))).outcome).toBe("new");
    expect(await command(["--name", "Dunning!"], "inbox")).toMatchObject({ code: 2, stdout: "" });
  });
});
