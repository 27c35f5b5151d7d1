/** The tables of an inbox in SQLite, and how older ones become these. */

import type { DatabaseSync } from "node:sqlite";
import { HISTORY_MAX } from "../store.ts";

/** "CCIB" in the header of the file: only an inbox has it. */
export const APPLICATION_ID = 0x43434942;

/**
 * One script for each version, which makes it of the one before; the first makes it of nothing. A script that was
 * released never changes.
 *
 * `inbox_state` leaves out done rows, because no query looks for them by state. `meter` counts what is stored, so
 * that caps and totals cost the same with ten rows and ten million.
 */
export const VERSIONS: readonly string[] = [
  `
  CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    event TEXT NOT NULL,
    verified INTEGER NOT NULL,
    payment TEXT,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL,
    fence INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    error TEXT,
    received INTEGER NOT NULL,
    finished INTEGER,
    conflict_of INTEGER,
    digest TEXT NOT NULL,
    size INTEGER NOT NULL,
    body BLOB
  ) STRICT;
  CREATE INDEX inbox_due ON inbox (due) WHERE state = 'pending';
  CREATE INDEX inbox_state ON inbox (state) WHERE state <> 'done';
  CREATE INDEX inbox_body ON inbox (finished) WHERE finished IS NOT NULL AND body IS NOT NULL;
  CREATE INDEX inbox_key ON inbox (finished) WHERE finished IS NOT NULL AND body IS NULL;

  CREATE TABLE meter (
    state TEXT NOT NULL, verified INTEGER NOT NULL, rows INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (state, verified)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO meter (state, verified)
    SELECT s.value, v.value
    FROM json_each('["pending","unhandled","done","dead","conflict","discarded"]') s, json_each('[0,1]') v;
  CREATE TRIGGER meter_insert AFTER INSERT ON inbox BEGIN
    UPDATE meter SET rows = rows + 1, bytes = bytes + new.size WHERE state = new.state AND verified = new.verified;
  END;
  CREATE TRIGGER meter_update AFTER UPDATE ON inbox
  WHEN old.state <> new.state OR (old.body IS NULL) <> (new.body IS NULL) BEGIN
    UPDATE meter SET rows = rows - 1, bytes = bytes - iif(old.body IS NULL, 0, old.size)
      WHERE state = old.state AND verified = old.verified;
    UPDATE meter SET rows = rows + 1, bytes = bytes + iif(new.body IS NULL, 0, new.size)
      WHERE state = new.state AND verified = new.verified;
  END;
  CREATE TRIGGER meter_delete AFTER DELETE ON inbox BEGIN
    UPDATE meter SET rows = rows - 1, bytes = bytes - iif(old.body IS NULL, 0, old.size)
      WHERE state = old.state AND verified = old.verified;
  END;
  `,
  "ALTER TABLE inbox ADD COLUMN label TEXT",
  // The column `owner` names who holds the lease; `payment_owner` names the customer. Only processes of older versions
  // leave `payment_owner` to its default: what they store again is refused, so that the sender tries another process.
  `
  ALTER TABLE inbox ADD COLUMN payment_owner TEXT DEFAULT '';
  ALTER TABLE inbox ADD COLUMN earlier_key TEXT;
  ALTER TABLE inbox ADD COLUMN retry_until INTEGER;
  ALTER TABLE inbox ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX inbox_earlier ON inbox (earlier_key) WHERE earlier_key IS NOT NULL;
  CREATE TRIGGER inbox_older BEFORE INSERT ON inbox
  WHEN new.payment_owner = '' AND EXISTS (SELECT 1 FROM inbox AS i WHERE i.earlier_key = new.key
    AND (new.label IS NULL OR new.label = i.label)) BEGIN
    SELECT RAISE(IGNORE);
  END;
  CREATE TABLE opening (
    holder TEXT PRIMARY KEY, program TEXT NOT NULL, works INTEGER NOT NULL, seen INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE about (name TEXT) STRICT;
  INSERT INTO about VALUES (NULL);
  `,
  // A row is put off while `put_off` is when it is due: processes of older versions set only `due`.
  `
  ALTER TABLE inbox ADD COLUMN lane TEXT;
  ALTER TABLE inbox ADD COLUMN put_off INTEGER;
  ALTER TABLE inbox ADD COLUMN history TEXT;
  CREATE INDEX inbox_lane ON inbox (lane, id) WHERE lane IS NOT NULL AND state IN ('pending', 'dead');
  CREATE UNIQUE INDEX inbox_lane_held ON inbox (lane)
    WHERE lane IS NOT NULL AND owner IS NOT NULL AND state = 'pending';
  ALTER TABLE about ADD COLUMN key_ids TEXT;
  `,
];

/** The version that this code reads and writes. */
export const SCHEMA_VERSION = VERSIONS.length;

/**
 * Makes the tables, or upgrades those of an older version, in one transaction. Two processes may do it at the same
 * time. `versions`: tests upgrade to more.
 */
export function migrate(db: DatabaseSync, versions: readonly string[] = VERSIONS): void {
  const versionNow = () => Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
  if (versionNow() === versions.length) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const script of versions.slice(versionNow())) db.exec(script);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${versions.length}; COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
  // So that the header of the file says whose it is.
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

/** The expression for the history with one more happening: `happening` is an expression for its JSON. */
export function historyWith(happening: string): string {
  const last = `iif(json_array_length(history) >= ${HISTORY_MAX}, json_remove(history, '$[0]'), history)`;
  return `json_insert(ifnull(${last}, '[]'), '$[#]', json(${happening}))`;
}
