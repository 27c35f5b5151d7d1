/** The file of an inbox: how it is made, judged and opened, and what its errors mean. */

import { accessSync, chmodSync, closeSync, constants, openSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { isMainThread } from "node:worker_threads";
import { errorCode } from "../../errors/caught.ts";
import type { InboxCode } from "../../errors/inbox.ts";
import { type Header, readHeader, resultCode, SQLITE } from "../../files/sqlite.ts";
import { inboxError } from "../errors.ts";
import { APPLICATION_ID, migrate, SCHEMA_VERSION } from "./schema.ts";

/** How long another process may keep the file locked before what is asked here is refused. */
export const BUSY_MS = 5_000;

/** Size to which the log shrinks once its pages are in the file, in bytes. */
export const LOG_MAX = 16 * 2 ** 20;

/**
 * `name`: that of the inbox, null if it has none; undefined opens any.
 *
 * @throws InboxError `inbox_unwritable`, `inbox_damaged`, `inbox_newer`, `inbox_busy`, `inbox_foreign`
 */
export function openDatabase(file: string, name?: string | null): DatabaseSync {
  const isNew = checkHeader(file) === "absent";
  let db: DatabaseSync | undefined;
  try {
    if (isNew) make(file);
    accessSync(file, constants.W_OK);
    db = new DatabaseSync(file, { timeout: BUSY_MS });
    checkContent(db, file);
    turnToLog(db);
    db.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON");
    db.exec(`PRAGMA journal_size_limit = ${LOG_MAX}`);
    migrate(db);
    if (name !== undefined) takeName(db, name, file);
    db.exec("PRAGMA busy_timeout = 0");
    return db;
  } catch (error) {
    db?.close();
    throw asInboxError(error, file);
  }
}

/** Gives the file its name, unless it has one. @throws InboxError `inbox_foreign` if it has another */
function takeName(db: DatabaseSync, name: string | null, file: string): void {
  const known = () => db.prepare("SELECT name FROM about").get()?.["name"];
  if (name !== null && known() === null) db.prepare("UPDATE about SET name = ? WHERE name IS NULL").run(name);
  const is = known();
  if (is !== name) throw inboxError("inbox_foreign", `${file} has the name ${is}`);
}

/** SQLite itself does not wait where another process is just turning the same new file. */
function turnToLog(db: DatabaseSync): void {
  for (const deadline = performance.now() + BUSY_MS; ; Atomics.wait(PAUSE, 0, 0, 5)) {
    try {
      db.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (resultCode(error) !== SQLITE.busy || performance.now() > deadline) throw error;
    }
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** SQLite gives the log beside the file the same mode. */
function make(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    // Somebody made it before, still empty and with another mode. A thread that has it open keeps its locks: see
    // `checkHeader`.
    chmodSync(file, 0o600);
  }
}

function checkHeader(file: string): Header {
  let header: Header;
  try {
    // A thread that ends closes its descriptors, which would end the locks that other threads have on the file. SQLite
    // reads the same in `checkContent`, and leaves them.
    if (!isMainThread && isFilled(file)) return { version: 0 };
    header = readHeader(file, APPLICATION_ID);
  } catch (error) {
    throw inboxError("inbox_unwritable", file, error);
  }
  if (header === "foreign") throw inboxError("inbox_damaged", file);
  if (header !== "absent" && header.version > SCHEMA_VERSION) throw inboxError("inbox_newer", file);
  return header;
}

function isFilled(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size > 0;
}

/** Checks as `checkHeader` does, including what is still in the log beside the file. */
function checkContent(db: DatabaseSync, file: string): void {
  const { id, version, tables } = db.prepare(CONTENT).get() ?? {};
  if (id !== APPLICATION_ID && (id !== 0 || version !== 0 || tables !== 0)) throw inboxError("inbox_damaged", file);
  if (Number(version) > SCHEMA_VERSION) throw inboxError("inbox_newer", file);
}

/** Reads id, version and tables in one statement, so that no other process makes its tables in between. */
const CONTENT = `SELECT (SELECT application_id FROM pragma_application_id) AS id,
  (SELECT user_version FROM pragma_user_version) AS version, (SELECT count(*) FROM sqlite_schema) AS tables`;

const CODES: Readonly<Record<number, InboxCode>> = {
  [SQLITE.busy]: "inbox_busy",
  [SQLITE.locked]: "inbox_busy",
  [SQLITE.corrupt]: "inbox_damaged",
  [SQLITE.notADatabase]: "inbox_damaged",
};

/** What went wrong as an InboxError, unless a program of yours did it: an effect, or misuse. */
export function asInboxError(error: unknown, file: string): unknown {
  const code = resultCode(error);
  const ofFileSystem = Object(error).syscall !== undefined;
  if (code === 0 && !ofFileSystem) return error;
  const unopened = ofFileSystem || code === SQLITE.cannotOpen || code === SQLITE.readOnly;
  return inboxError(CODES[code] ?? (unopened ? "inbox_unwritable" : "inbox_failed"), file, error);
}
