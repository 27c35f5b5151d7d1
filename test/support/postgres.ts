/** A PostgreSQL server for the tests of one group, and places in it for the suites of the inbox. */

import { afterAll, beforeAll } from "vitest";
import { type Pool, type PoolOptions, type PostgresServer, startPostgres } from "../../scripts/servers/postgres.ts";
import type { PostgresEffect } from "../../src/inbox/index.ts";
import { openPostgres } from "../../src/inbox/postgres/index.ts";
import type { Store } from "../../src/inbox/store.ts";
import type { Place } from "../inbox/store-suite.ts";
import { present } from "./wrong-type.ts";

/** SQL that keeps what `synchronous_commit` is at each commit of rows of a table, in the table `mode`. */
export const noteModes = (table: string) => `DROP TABLE IF EXISTS mode;
  CREATE TABLE mode (value text);
  CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO mode VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
  DROP TRIGGER IF EXISTS late ON ${table};
  CREATE CONSTRAINT TRIGGER late AFTER INSERT OR UPDATE ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note()`;

/**
 * Returns what `synchronous_commit` was when `change` committed rows of a table, for a role that has switched it off.
 * The pool that `change` gets, and the table, belong to a database of their own.
 */
export async function commitModes(
  server: ReturnType<typeof usePostgres>,
  table: string,
  change: (pool: Pool) => Promise<unknown>,
  creation = "",
): Promise<unknown[]> {
  const { name, pool, remove } = await server.database();
  const own = server.pool({ database: name, max: 1 });
  try {
    await pool.query(`${creation}; ALTER ROLE inbox IN DATABASE ${name} SET synchronous_commit = off`);
    await change(own);
    await pool.query(noteModes(table));
    await change(own);
    return (await pool.query("SELECT DISTINCT value FROM mode")).rows.map(({ value }) => value);
  } finally {
    await own.end();
    await remove();
  }
}

/** Starts a server before the tests of the group, and removes it behind them. `prepare` is called in between. */
export function usePostgres(prepare?: () => Promise<unknown>) {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
    await prepare?.();
  });
  afterAll(() => server?.remove());
  const pool = (options?: PoolOptions) => present(server).pool(options);
  return {
    get port() {
      return present(server).port;
    },
    stop: (mode?: "fast" | "immediate") => present(server).stop(mode),
    start: () => present(server).start(),
    pool,
    /** A database of its own, so that tests do not see each other's rows. `creation`: what follows its name in SQL. */
    async database(creation = "") {
      const name = `test_${Math.random().toString(36).slice(2)}`;
      const admin = pool({ max: 1 });
      await admin.query(`CREATE DATABASE ${name} ${creation}`);
      const own = pool({ database: name });
      const remove = async () => {
        await own.end();
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await admin.end();
      };
      return { name, pool: own, remove };
    },
  };
}

/** An inbox in a database, for the suites that every store passes. `remove`: removes the database. */
export async function postgresPlace(pool: Pool, remove: () => Promise<void>): Promise<Place<PostgresEffect>> {
  const open: Store<PostgresEffect>[] = [];
  await pool.query("CREATE TABLE counter (n integer)");
  return {
    async open(caps) {
      const store = await openPostgres(pool, { maxRows: 1000, maxBytes: 1_000_000, ...caps });
      open.push(store);
      return store;
    },
    async age(ms) {
      const columns = ["due", "received", "finished", "retry_until", "put_off"].map((name) => `${name} = ${name} - $1`);
      await pool.query(`UPDATE collections_inbox SET ${columns.join(", ")}`, [ms]);
    },
    effect: (kind) => async (tx) => {
      if (kind !== "throw") await tx.query("INSERT INTO counter VALUES (1)");
      if (kind !== "add") throw new Error("effect");
    },
    counted: async () => Number((await pool.query("SELECT count(*) AS n FROM counter")).rows[0]?.["n"]),
    async remove() {
      for (const store of open) await store.close();
      await remove();
    },
  };
}
