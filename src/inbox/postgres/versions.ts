/** The tables of an inbox in PostgreSQL, version by version. */

import { ofInbox } from "./tables.ts";

/** Told of every new pending row. */
export const CHANNEL = "collections_inbox";

/**
 * One script for each version, which makes it of the one before; the first makes it of nothing. A released script never
 * changes.
 *
 * `collections_inbox_meter` is a log of differences: writers only add to it, so they never wait for each other, and
 * its sums are exact.
 */
export const VERSIONS: readonly string[] = [
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
  CREATE OR REPLACE FUNCTION collections_inbox_count() RETURNS trigger LANGUAGE plpgsql AS $$
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
  // The column `owner` names who holds the lease; `payment_owner` names the customer. Only processes of older versions
  // leave `payment_owner` to its default: what they store again is refused, so that the sender tries another process.
  // A restore of data alone counts its rows once more, so it must not restore the counts (its search path is empty).
  `
  ALTER TABLE collections_inbox ADD COLUMN payment_owner text, ADD COLUMN earlier_key text,
    ADD COLUMN retry_until bigint, ADD COLUMN crashes integer NOT NULL DEFAULT 0;
  ALTER TABLE collections_inbox ALTER COLUMN payment_owner SET DEFAULT '';
  CREATE INDEX collections_inbox_earlier ON collections_inbox (earlier_key) WHERE earlier_key IS NOT NULL;
  ALTER TABLE collections_inbox_version ADD COLUMN openings jsonb NOT NULL DEFAULT '{}';
  CREATE OR REPLACE FUNCTION collections_inbox_older() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM collections_inbox AS i WHERE i.earlier_key = NEW.key
      AND (NEW.label IS NULL OR NEW.label = i.label)) THEN RETURN NULL; END IF;
    NEW.payment_owner := NULL;
    RETURN NEW;
  END $$;
  CREATE TRIGGER collections_inbox_older BEFORE INSERT ON collections_inbox FOR EACH ROW
    WHEN (NEW.payment_owner = '') EXECUTE FUNCTION collections_inbox_older();
  CREATE OR REPLACE FUNCTION collections_inbox_restored() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER collections_inbox_restored BEFORE INSERT ON collections_inbox_meter FOR EACH ROW
    WHEN (pg_trigger_depth() = 0 AND current_setting('search_path') IN ('', '""'))
    EXECUTE FUNCTION collections_inbox_restored();
  `,
  // A row is put off while `put_off` is when it is due: processes of older versions set only `due`.
  `
  ALTER TABLE collections_inbox ADD COLUMN lane text, ADD COLUMN put_off bigint, ADD COLUMN history jsonb;
  CREATE INDEX collections_inbox_lane ON collections_inbox (lane, id)
    WHERE lane IS NOT NULL AND state IN ('pending', 'dead');
  CREATE UNIQUE INDEX collections_inbox_lane_held ON collections_inbox (lane)
    WHERE lane IS NOT NULL AND owner IS NOT NULL AND state = 'pending';
  ALTER TABLE collections_inbox_version ADD COLUMN key_ids jsonb;
  `,
  // A publication of all tables refuses changes of a table that has neither this nor a primary key.
  `
  ALTER TABLE collections_inbox_meter REPLICA IDENTITY FULL;
  ALTER TABLE collections_inbox_version REPLICA IDENTITY FULL;
  `,
];

/** Functions that find the tables by their names. */
const FUNCTIONS = ["collections_inbox_count", "collections_inbox_older", "collections_inbox_restored"];
const OWN_PATH = "search_path = pg_catalog, %I, pg_temp";

/** The version that this code reads and writes. */
export const SCHEMA_VERSION = VERSIONS.length;

/** Upgrades the tables in one statement: that is a transaction without a connection of its own. */
const MIGRATE = `DO $migrate$
DECLARE
  known integer;
  home text;
BEGIN
  PERFORM set_config('lock_timeout', '2s', true);
  -- Before any look at the tables, so that the first of many processes creates them and the others find them, also
  -- those whose role may not create any.
  PERFORM pg_advisory_xact_lock(hashtext('collections_inbox'));
  SELECT n.nspname INTO home FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = 'collections_inbox_version' AND pg_table_is_visible(c.oid);
  IF home IS NULL THEN
    home := current_schema();
    CREATE TABLE collections_inbox_version (version integer NOT NULL);
  END IF;
  PERFORM set_config('search_path', quote_ident(home), true);
  SELECT coalesce(max(version), 0) INTO known FROM collections_inbox_version;
${VERSIONS.map((script, i) => `  IF known <= ${i} THEN EXECUTE $script$${script}$script$; END IF;`).join("\n")}
  IF known < ${SCHEMA_VERSION} THEN
    -- So that the functions find the tables, whatever the search path of who fires them.
${FUNCTIONS.map((name) => `    EXECUTE format('ALTER FUNCTION ${name}() SET ${OWN_PATH}', home);`).join("\n")}
    UPDATE collections_inbox_version SET version = ${SCHEMA_VERSION};
    IF NOT FOUND THEN INSERT INTO collections_inbox_version VALUES (${SCHEMA_VERSION}); END IF;
  END IF;
END $migrate$`;

/** The statement that creates the tables of the inbox `name`, or upgrades older ones. Needs their owner's role. */
export function migration(name: string | undefined): string {
  return ofInbox(MIGRATE, name);
}
