/** The keys of handled deliveries in a table of PostgreSQL, for several processes and machines. */

import {
  type ConnectionPool,
  DURABLE,
  isPool,
  lockedCreation,
  quotedTable,
  withConnection,
} from "../network/postgres.ts";
import type { DuplicateStore, Reservation } from "../receive/duplicate-store.ts";
import { describeKind, isLimit } from "../receive/value-kinds.ts";
import { checkLifetimes, type Lifetimes, refuse } from "./lifetimes.ts";

/** Options of `postgresStore`. */
export type PostgresStoreOptions = Lifetimes & {
  /** A `Pool` of `pg`, which stays yours. Each call is one statement of its own, so poolers of transactions work. */
  postgres: ConnectionPool;
  /** The table of `postgresStoreTable`, with its schema if you like. Default `collections_duplicates`. */
  table?: string;
  /** Time to get a connection, and for each statement; then it is closed. Milliseconds, default 5,000. */
  timeoutMs?: number;
};

const TABLE = "collections_duplicates";

/** How often a process deletes expired keys, and how many at a time. */
const CLEANING_MS = 3_600_000;
const CLEANED_MAX = 1_000;

/**
 * Returns the SQL that creates the table of `postgresStore`, for your migrations; running it again does nothing. The
 * role of the app then needs SELECT, INSERT, UPDATE and DELETE on it.
 *
 * @throws MisuseError `receiver_option`
 */
export function postgresStoreTable(table: string = TABLE): string {
  const name = checkTable(table);
  const index = `${table.split(".").at(-1)?.slice(0, 56)}_expiry`;
  return lockedCreation(`CREATE TABLE IF NOT EXISTS ${name} (
  key text PRIMARY KEY,
  holder text,
  is_done boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS ${checkTable(index)} ON ${name} (expires_at);`);
}

/**
 * Keeps the keys of handled deliveries in the table that `postgresStoreTable` creates, which all processes share. The
 * clock is that of the server. Expired keys are deleted at most once an hour, after a delivery.
 *
 * Its functions reject with the error of the pool, or with a time-out.
 *
 * @throws MisuseError `receiver_option`
 */
export function postgresStore(options: PostgresStoreOptions): DuplicateStore {
  const { postgres, table = TABLE, timeoutMs = 5_000 }: PostgresStoreOptions = Object(options);
  if (!isPool(postgres)) refuse("postgres must be a Pool of pg");
  if (!isLimit(timeoutMs))
    refuse(`timeoutMs must be a whole number from 1 to 2147483647, not ${describeKind(timeoutMs)}`);
  const { reservationMs, keepKeysMs } = checkLifetimes(Object(options), { postgres, table, timeoutMs });
  const { reserve, done, release, clean } = statements(checkTable(table));
  const ask = <R extends object>(statement: string, values: unknown[]) =>
    withConnection(postgres, timeoutMs, (connection) => connection.query<R>(statement, values, timeoutMs));
  let cleanAfter = 0;

  async function cleanUp(): Promise<void> {
    if (Date.now() < cleanAfter) return;
    cleanAfter = Date.now() + CLEANING_MS;
    const rows = await ask(clean, []);
    if (rows.length === CLEANED_MAX) cleanAfter = 0;
  }

  return {
    async reserve(key, holder) {
      const [found] = await ask<{ state: Reservation }>(reserve, [key, holder ?? null, reservationMs]);
      // No row: another process has reserved it in this moment.
      return found?.state ?? "busy";
    },
    async done(key) {
      await ask(done, [key, keepKeysMs]);
      // Expired keys do no harm, so the next hour may succeed.
      void cleanUp().catch(() => undefined);
    },
    async release(key, holder) {
      await ask(release, [key, holder ?? null]);
    },
  };
}

function statements(table: string) {
  const after = (ms: string) => `clock_timestamp() + ${ms}::bigint * interval '1 millisecond'`;
  return {
    reserve: `WITH mine AS (
      INSERT INTO ${table} AS held (key, holder, expires_at) VALUES ($1, $2, ${after("$3")})
      ON CONFLICT (key) DO UPDATE
        SET holder = EXCLUDED.holder, is_done = false, expires_at = EXCLUDED.expires_at
        WHERE held.expires_at <= clock_timestamp()
      RETURNING 'new' AS state
    )
    SELECT state FROM mine
    UNION ALL
    SELECT CASE WHEN is_done THEN 'done' ELSE 'busy' END FROM ${table}
      WHERE key = $1 AND expires_at > clock_timestamp() AND NOT EXISTS (SELECT FROM mine)`,
    done: `INSERT INTO ${table} (key, is_done, expires_at) SELECT $1, true, ${after("$2")} WHERE ${DURABLE}
    ON CONFLICT (key) DO UPDATE SET holder = NULL, is_done = true, expires_at = EXCLUDED.expires_at`,
    release: `DELETE FROM ${table}
    WHERE key = $1 AND NOT is_done AND ($2::text IS NULL OR holder IS NULL OR holder = $2)`,
    clean: `DELETE FROM ${table} WHERE key IN (
      SELECT key FROM ${table} WHERE expires_at <= clock_timestamp() LIMIT ${CLEANED_MAX} FOR UPDATE SKIP LOCKED
    ) RETURNING key`,
  };
}

/** @throws MisuseError `receiver_option` */
function checkTable(table: string): string {
  return quotedTable(table) ?? refuse("table must be a name, or a schema and a name");
}
