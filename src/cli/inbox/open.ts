/** Opens the inbox that a command works on. */

import { accessSync, constants, type Stats, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { errorCode, errorMessage } from "../../errors/caught.ts";
import { InboxError } from "../../errors/inbox.ts";
import { FileRefused, refused } from "../../files/read-file.ts";
import { inboxError } from "../../inbox/errors.ts";
import { checkName } from "../../inbox/option-checks.ts";
import type { PostgresQueries } from "../../inbox/postgres/pool.ts";
import { ofInbox } from "../../inbox/postgres/tables.ts";
import { openSqlite } from "../../inbox/sqlite/index.ts";
import type { Store } from "../../inbox/store.ts";
import { CommandError, wrongUse } from "../command-error.ts";

/** Options that choose an inbox: an SQLite file, or the URL of a PostgreSQL database and a name in it. */
export type Where = { file?: string; postgres?: string | true; name?: string };

/** The environment variable with the URL. Other users of the machine can read a command line. */
export const POSTGRES_VARIABLE = "INBOX_POSTGRES_URL";

const CAPS = { maxRows: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER };
const CONNECT_MS = 10_000;

/**
 * Opens the store, passes it to `use` and closes it. Never creates a file. The URL is never printed: it may hold a
 * password.
 *
 * @throws CommandError `wrong_use`, `file_unreadable`
 */
export async function withStore<T>(where: Where, use: (store: Store<unknown>) => Promise<T>): Promise<T> {
  const { file, postgres, name } = where;
  const both = file !== undefined && postgres !== undefined;
  if (postgres !== undefined && !both) return withPostgres(postgres, name, use);
  if (file === undefined || both) throw wrongUse("Give --file, or --postgres, and not both.");
  if (name !== undefined) throw wrongUse("--name chooses an inbox of --postgres. A file has only one.");
  // Opening an empty file would make it an inbox.
  if (needFile(file).size === 0) throw new CommandError("file_unreadable", `${file} is empty: it is not an inbox.`);
  return useStore(openSqlite({ file, ...CAPS }), use);
}

/** Throws unless it is a file to read. A pipe would be waited for. @throws CommandError `file_unreadable` */
export function needFile(path: string): Stats {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new FileRefused(stats.isDirectory() ? "EISDIR" : "device");
    accessSync(path, constants.R_OK);
    return stats;
  } catch (error) {
    throw new CommandError("file_unreadable", `${path} cannot be read: ${refused(error).message}.`);
  }
}

async function withPostgres<T>(
  postgres: string | true,
  name: string | undefined,
  use: (store: Store<unknown>) => Promise<T>,
): Promise<T> {
  return withPool(postgres, async (pool) => {
    const { openPostgres } = await import("../../inbox/postgres/index.ts");
    if (!(await hasInbox(pool, requireName(name)))) throw wrongUse("The database of --postgres has no such inbox.");
    return useStore(await openPostgres(withoutConnect(pool), { ...CAPS, name }), use);
  });
}

/** Throws unless an inbox may have the name. @throws CommandError `wrong_use` */
export function requireName(name: string | undefined): string | undefined {
  try {
    if (name !== undefined) checkName(name);
    return name;
  } catch (error) {
    throw wrongUse(`--${errorMessage(error)}`);
  }
}

/** Opens a pool for `use`, and ends it. The URL is never printed. @throws CommandError `wrong_use` */
export async function withPool<T>(postgres: string | true, use: (pool: Pool) => Promise<T>): Promise<T> {
  const url = postgres === true ? process.env[POSTGRES_VARIABLE] : postgres;
  if (!url || !/^postgres(ql)?:\/\//.test(url))
    throw wrongUse(`--postgres takes a URL that begins with postgres://, or ${POSTGRES_VARIABLE} holds one.`);
  const pool = createPool(url);
  try {
    return await use(pool);
  } catch (error) {
    // What the driver says may name the user and the database; its code does not.
    throw error instanceof InboxError ? inboxError(error.code, shownCode(error.cause)) : error;
  } finally {
    await pool.end();
  }
}

/** Without connections of its own, no transaction is tried: PgBouncer may pool by statement. */
export function withoutConnect(pool: Pool): PostgresQueries {
  return { query: (text, values) => pool.query(text, values) };
}

/** A command never creates tables. @throws InboxError `inbox_unreachable` */
async function hasInbox(pool: Pool, name: string | undefined): Promise<boolean> {
  const sql = ofInbox("SELECT to_regclass('collections_inbox') IS NOT NULL AS found", name);
  const { rows } = await pool.query(sql).catch((cause) => {
    throw inboxError("inbox_unreachable", undefined, cause);
  });
  return rows[0]?.["found"] === true;
}

/** A code that can be shown as it is. */
function shownCode(error: unknown): string | undefined {
  const code = errorCode(error);
  return code !== undefined && /^\w+$/.test(code) ? code : undefined;
}

async function useStore<T>(store: Store<unknown>, use: (store: Store<unknown>) => Promise<T>): Promise<T> {
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

export type Pool = PostgresQueries & { end(): Promise<void>; on(event: "error", listener: () => void): unknown };

/** `pg` is not part of this package: loads it from the current folder, or from next to this package. */
function createPool(connectionString: string): Pool {
  for (const from of [join(process.cwd(), "package.json"), import.meta.url]) {
    try {
      const { Pool }: { Pool: new (options: object) => Pool } = createRequire(from)("pg");
      const pool = new Pool({ connectionString, max: 2, connectionTimeoutMillis: CONNECT_MS });
      // A connection that breaks while it is idle; the next query says so.
      pool.on("error", () => undefined);
      return pool;
    } catch (error) {
      if (errorCode(error) !== "MODULE_NOT_FOUND") throw wrongUse("The URL of --postgres is invalid.");
    }
  }
  throw wrongUse("--postgres needs the package pg. Install it here: npm install pg");
}
