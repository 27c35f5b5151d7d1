/** Opens the database of a sandbox for one process alone, and refuses every other file. */

import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createError } from "../../errors/raise.ts";
import { SandboxError } from "../../errors/sandbox.ts";
import { readHeader, resultCode, SQLITE } from "../../files/sqlite.ts";
import { isAtLeast, OLDEST_SQLITE } from "../../runtime/oldest.ts";

/** The version of the layout of the database. A higher one is refused. */
export const SCHEMA_VERSION = 1;
/** "CCSB" in the header of the file, which marks a database of the sandbox. */
const APPLICATION_ID = 0x43435342;

/**
 * Opens the file, creating it and its folder if they do not exist.
 *
 * @throws SandboxError `data_engine_old`, `data_unwritable`, `data_damaged`, `data_newer`, `data_locked`
 */
export function openDatabase(file: string): DatabaseSync {
  checkEngine(process.versions.sqlite);
  try {
    makeFolder(dirname(resolve(file)));
  } catch {
    throw createError(SandboxError, "data_unwritable", dirname(file));
  }
  checkHeader(file);
  const db = connect(file);
  try {
    // The operating system releases the lock when the process ends, however it ends.
    db.exec("PRAGMA locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE; COMMIT");
    const verdict = db.prepare("PRAGMA quick_check(1)").get();
    if (Object.values(verdict ?? {})[0] !== "ok") throw createError(SandboxError, "data_damaged", file);
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    db.exec(`BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS record (
        sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, UNIQUE (kind, id));
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${SCHEMA_VERSION};
      COMMIT`);
    // Writes the identity into the header.
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return db;
  } catch (error) {
    db.close();
    throw asSandboxError(error, file);
  }
}

/** Creates a folder and its parents. The option `recursive` never ends where none can be created, such as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** @throws SandboxError `data_engine_old` */
export function checkEngine(version: string | undefined): void {
  if (!isAtLeast(version ?? "0", OLDEST_SQLITE))
    throw createError(SandboxError, "data_engine_old", `SQLite ${version}`);
}

/** Refuses a file that is not a database of the sandbox, without letting SQLite touch it. */
function checkHeader(file: string): void {
  let header: ReturnType<typeof readHeader>;
  try {
    header = readHeader(file, APPLICATION_ID);
  } catch {
    throw createError(SandboxError, "data_unwritable", file);
  }
  if (header === "foreign") throw createError(SandboxError, "data_damaged", file);
  if (header !== "absent" && header.version > SCHEMA_VERSION) throw createError(SandboxError, "data_newer", file);
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch {
    throw createError(SandboxError, "data_unwritable", file);
  }
}

function asSandboxError(error: unknown, file: string): unknown {
  switch (resultCode(error)) {
    case 0:
      return error;
    case SQLITE.busy:
    case SQLITE.locked:
      return createError(SandboxError, "data_locked", file);
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return createError(SandboxError, "data_damaged", file);
    default:
      return createError(SandboxError, "data_unwritable", file);
  }
}
