/** Creates the tables of an inbox in PostgreSQL, or upgrades older ones, and refuses what cannot work. */

import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../../errors/caught.ts";
import { InboxError } from "../../errors/inbox.ts";
import { MisuseError } from "../../errors/receiving.ts";
import { inboxError } from "../errors.ts";
import { wrongOption } from "../option-checks.ts";
import { HISTORY_MAX } from "../store.ts";
import type { Connections } from "./connections.ts";
import type { PostgresResult } from "./pool.ts";
import { ofInbox, qualifier } from "./tables.ts";
import { migration, SCHEMA_VERSION } from "./versions.ts";

/** Epoch milliseconds by the clock of the database, which all machines share. */
export const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** How long an upgrade is tried while others keep the tables locked, and how long one may take. */
const LOCKED_MS = 60_000;
const UPGRADE_MS = 120_000;
const AGAIN_MS = 1_000;
/** SQLSTATEs: a lock was not available within `lock_timeout`; the role lacks a right. */
const NO_LOCK = "55P03";
const NO_RIGHT = "42501";

/** Reads where the tables are, if they exist, and what the database supports. Needs no right to create anything. */
const LOOK = `SELECT coalesce((SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass('collections_inbox_version')), current_schema())::text AS schema,
  to_regclass('collections_inbox_version') IS NOT NULL AS found,
  current_setting('server_encoding') AS encoding, current_setting('default_transaction_isolation') AS isolation,
  1::float8 AS float8, 1::int4 AS int4, true AS bool, '[1]'::jsonb AS jsonb, decode('00ff', 'hex') AS bytea`;
const VERSION = "SELECT max(version) AS version FROM collections_inbox_version";

/**
 * Creates the tables of the inbox `name`, or upgrades those of an older version, in one transaction. Many processes may
 * do it at the same time. Returns what makes statements name these tables.
 *
 * @throws InboxError `inbox_newer`, `inbox_unreachable`, `inbox_busy`, `inbox_not_migrated`
 * @throws MisuseError `inbox_option` if the database cannot hold every delivery
 */
export async function migrate(connections: Connections, name: string | undefined): Promise<(sql: string) => string> {
  try {
    let { version, own } = await look(connections, name);
    if (version < SCHEMA_VERSION) {
      await upgrade(connections, name);
      ({ version, own } = await look(connections, name));
    }
    if (version > SCHEMA_VERSION) throw inboxError("inbox_newer", ofInbox("collections_inbox", name));
    return own;
  } catch (error) {
    if ((error instanceof InboxError && error.code !== "inbox_silent") || error instanceof MisuseError) throw error;
    throw inboxError("inbox_unreachable", undefined, error);
  }
}

async function look(
  connections: Connections,
  name: string | undefined,
): Promise<{ version: number; own: (sql: string) => string }> {
  const { rows: looks }: Partial<PostgresResult> = await connections.ask(ofInbox(LOOK, name), []);
  if (!looks) throw wrongOption("postgres has a query() that returns { rows }, as that of the package pg does.");
  const [found = {}] = looks;
  checkSettings(found);
  const own = qualifier(String(found["schema"]), name);
  if (found["found"] !== true) return { version: 0, own };
  const { rows } = await connections.ask(own(VERSION), []);
  return { version: Number(rows[0]?.["version"] ?? 0), own };
}

/** Waits for locks a little at a time, with pauses: what waits for a lock makes others wait behind it. */
async function upgrade(connections: Connections, name: string | undefined): Promise<void> {
  for (const deadline = performance.now() + LOCKED_MS; ; ) {
    try {
      await connections.ask(migration(name), [], UPGRADE_MS);
      return;
    } catch (error) {
      const code = errorCode(error);
      if (code === NO_RIGHT) throw inboxError("inbox_not_migrated", undefined, error);
      if (code !== NO_LOCK) throw error;
      if (performance.now() > deadline) throw inboxError("inbox_busy", undefined, error);
      await sleep(AGAIN_MS);
    }
  }
}

/** Each would refuse some deliveries for ever, or most of those that come at the same time. */
function checkSettings({ encoding, isolation, ...read }: Readonly<Record<string, unknown>>): void {
  const isBytes = read["bytea"] instanceof Uint8Array && read["bytea"].length === 2;
  const isPlain = read["float8"] === 1 && read["int4"] === 1 && read["bool"] === true;
  if (!isBytes || !isPlain || !Array.isArray(read["jsonb"]))
    throw wrongOption(
      "postgres reads float8, int4, bool, jsonb and bytea as pg does by itself, without parsers of your program: " +
        "give the inbox a pool with `types` of its own.",
    );
  if (encoding !== undefined && encoding !== "UTF8")
    throw wrongOption(`postgres is a database in UTF8, not in ${encoding}.`);
  if (isolation !== undefined && isolation !== "read committed")
    throw wrongOption(
      `postgres has transactions that are "read committed", not "${isolation}": give the inbox a pool of its own ` +
        'with options: "-c default_transaction_isolation=read\\\\ committed".',
    );
}

/** The expression for the history of `i` with one more happening. Both arguments are expressions. */
export function historyWith(what: string, note = "NULL", history = "history"): string {
  return `CASE WHEN jsonb_array_length(${history}) >= ${HISTORY_MAX} THEN ${history} - 0
    ELSE coalesce(${history}, '[]') END
    || jsonb_build_object('at', ${NOW}, 'what', ${what}, 'note', ${note})`;
}
