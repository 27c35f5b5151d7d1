/** The tables of an inbox in SQLite, and how older ones become these. */

import type { DatabaseSync } from "node:sqlite";

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
