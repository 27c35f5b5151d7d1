/** The tables of an inbox in PostgreSQL, in the first schema of the search path, and how older ones become these. */

import { InboxError } from "../../errors/inbox.ts";
import { MisuseError } from "../../errors/receiving.ts";
import { inboxError } from "../errors.ts";
import { wrongOption } from "../options.ts";
import type { PostgresQueries } from "./pool.ts";

/** Epoch milliseconds by the clock of the database, which all machines share. */
export const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** Told of every new pending row. */
export const CHANNEL = "collections_inbox";

/**
 * One script for each version, which makes it of the one before; the first makes it of nothing. A released script never
 * changes.
 *
 * `collections_inbox_meter` is a log of differences: writers only add to it, so they never wait for each other, and
 * its sums are exact.
 */
const VERSIONS = [
  `
  CREATE TABLE collections_inbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text NOT NULL UNIQUE,
    event text NOT NULL,
    verified boolean NOT NULL,
    payment text,
    state text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    due bigint NOT NULL,
    fence bigint NOT NULL DEFAULT 0,
    owner text,
    error text,
    received bigint NOT NULL,
    finished bigint,
    conflict_of bigint,
    digest text NOT NULL,
    size integer NOT NULL,
    body bytea
  ) WITH (fillfactor = 80);
  CREATE INDEX collections_inbox_due ON collections_inbox (due, id) WHERE state = 'pending';
  CREATE INDEX collections_inbox_state ON collections_inbox (state, id) WHERE state <> 'done';
  CREATE INDEX collections_inbox_payment ON collections_inbox (payment) WHERE payment IS NOT NULL;
  CREATE INDEX collections_inbox_finished ON collections_inbox (finished, (body IS NULL)) WHERE finished IS NOT NULL;

  CREATE TABLE collections_inbox_meter (
    state text NOT NULL, verified boolean NOT NULL, rows bigint NOT NULL, bytes bigint NOT NULL
  );
  CREATE FUNCTION collections_inbox_count() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO collections_inbox_meter
        SELECT state, verified, count(*), sum(size) FROM fresh GROUP BY state, verified;
      IF EXISTS (SELECT FROM fresh WHERE state = 'pending') THEN NOTIFY ${CHANNEL}; END IF;
    ELSIF TG_OP = 'DELETE' THEN
      INSERT INTO collections_inbox_meter
        SELECT state, verified, -count(*), -coalesce(sum(size) FILTER (WHERE body IS NOT NULL), 0)
        FROM gone GROUP BY state, verified;
    ELSE
      INSERT INTO collections_inbox_meter
        SELECT state, verified, sum(n), sum(b) FROM (
          SELECT state, verified, -1 AS n, CASE WHEN body IS NULL THEN 0 ELSE -size END AS b FROM gone
          UNION ALL
          SELECT state, verified, 1, CASE WHEN body IS NULL THEN 0 ELSE size END FROM fresh
        ) AS changed GROUP BY state, verified HAVING sum(n) <> 0 OR sum(b) <> 0;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER collections_inbox_inserted AFTER INSERT ON collections_inbox
    REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION collections_inbox_count();
  CREATE TRIGGER collections_inbox_updated AFTER UPDATE ON collections_inbox
    REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION collections_inbox_count();
  CREATE TRIGGER collections_inbox_deleted AFTER DELETE ON collections_inbox
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION collections_inbox_count();
  `,
  "ALTER TABLE collections_inbox ADD COLUMN label text",
];

/** The version that this code reads and writes. */
const SCHEMA_VERSION = VERSIONS.length;

/** One statement, and so one transaction, which needs no connection of its own. */
const MIGRATE = `DO $migrate$
DECLARE
  known integer;
BEGIN
  -- Before any look at the tables, so that the first of many processes creates them and the others find them, also
  -- those whose role may not create any.
  PERFORM pg_advisory_xact_lock(hashtext('collections_inbox'));
  IF NOT EXISTS (SELECT FROM pg_class WHERE relname = 'collections_inbox_version' AND pg_table_is_visible(oid)) THEN
    CREATE TABLE collections_inbox_version (version integer NOT NULL);
  END IF;
  SELECT coalesce(max(version), 0) INTO known FROM collections_inbox_version;
${VERSIONS.map((script, i) => `  IF known <= ${i} THEN EXECUTE $script$${script}$script$; END IF;`).join("\n")}
  IF known < ${SCHEMA_VERSION} THEN
    DELETE FROM collections_inbox_version;
    INSERT INTO collections_inbox_version VALUES (${SCHEMA_VERSION});
  END IF;
END $migrate$`;

/** What is there. It takes no right to create anything. */
const LOOK = `SELECT to_regclass('collections_inbox_version') IS NOT NULL AS found,
  current_setting('server_encoding') AS encoding, current_setting('default_transaction_isolation') AS isolation`;

/**
 * Creates the tables, or upgrades those of an older version, in one transaction. Many processes may do it at the same
 * time.
 *
 * @throws InboxError `inbox_newer`, `inbox_unreachable`
 * @throws MisuseError `inbox_option` if the database cannot hold every delivery
 */
export async function migrate(pool: PostgresQueries): Promise<void> {
  try {
    const { rows } = await pool.query(LOOK);
    checkSettings(rows[0] ?? {});
    let version = rows[0]?.["found"] === true ? await versionIn(pool) : 0;
    if (version < SCHEMA_VERSION) {
      await pool.query(MIGRATE);
      version = await versionIn(pool);
    }
    if (version > SCHEMA_VERSION) throw inboxError("inbox_newer", "collections_inbox");
  } catch (error) {
    if (error instanceof InboxError || error instanceof MisuseError) throw error;
    throw inboxError("inbox_unreachable", undefined, error);
  }
}

async function versionIn(pool: PostgresQueries): Promise<number> {
  const { rows } = await pool.query("SELECT version FROM collections_inbox_version");
  return Number(rows[0]?.["version"] ?? 0);
}

/** Each would refuse some deliveries for ever, or most of those that come at the same time. */
function checkSettings({ encoding, isolation }: Readonly<Record<string, unknown>>): void {
  if (encoding !== undefined && encoding !== "UTF8")
    throw wrongOption(`postgres is a database in UTF8, not in ${encoding}.`);
  if (isolation !== undefined && isolation !== "read committed")
    throw wrongOption(
      `postgres has transactions that are "read committed", not "${isolation}": give the inbox a pool of its own with options: "-c default_transaction_isolation=read\\\\ committed".`,
    );
}
