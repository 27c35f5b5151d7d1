/** Saves what can still be read of a damaged file into a new one. The damaged one is only copied. */

import { copyFileSync, existsSync, linkSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { readKeyId } from "../../encryption.ts";
import { resultCode, SQLITE } from "../../files/sqlite.ts";
import { inboxError } from "../errors.ts";
import { Connection } from "./connection.ts";
import { asInboxError } from "./file.ts";
import { writeKeyIds } from "./key-ids.ts";
import { SCHEMA_VERSION } from "./schema.ts";

/** `lost`: ids that cannot be read; those of rows that were removed before are among them. */
export type Salvaged = { readonly saved: number; readonly lost: number };

/** The columns to copy: all except those of leases. */
const COLUMNS = [
  "id",
  "key",
  "event",
  "verified",
  "payment",
  "state",
  "attempts",
  "due",
  "fence",
  "error",
  "received",
  "finished",
  "conflict_of",
  "digest",
  "size",
  "body",
  "label",
  "payment_owner",
  "earlier_key",
  "retry_until",
  "lane",
  "put_off",
  "history",
];

/**
 * Row after row by id; where a page cannot be read, id after id until one can. Leases are left out, so that every row
 * that was not done is due. The new file gets its name once it has all that was readable, so that neither a process
 * that ends before nor another that saves to the same name leaves a part of it there.
 *
 * @throws InboxError `inbox_newer`; `inbox_damaged` if nothing can be read, `inbox_unwritable` if the new file is there
 * already.
 * @throws FileInUse no new file is left behind
 */
export async function salvage(damaged: string, fresh: string): Promise<Salvaged> {
  let folder: string | undefined;
  try {
    mustBeFree(fresh);
    folder = mkdtempSync(`${fresh}.unfinished-`);
    const made = join(folder, "new");
    const before = changedAt(damaged);
    const salvaged = await saveInto(made, damaged, join(folder, "damaged"));
    if (changedAt(damaged) !== before) throw new FileInUse(damaged);
    name(made, fresh);
    return salvaged;
  } catch (error) {
    throw isDamage(error) ? inboxError("inbox_damaged", damaged, error) : asInboxError(error, fresh);
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
}

/** A process wrote to the file while it was salvaged. */
export class FileInUse extends Error {
  override readonly name = "FileInUse";

  constructor(file: string) {
    super(`${file} is in use, and a copy lacks what was stored meanwhile. Stop the receiver, then try again.`);
  }
}

/** Differs once a process has written to the file, or to the log beside it. */
function changedAt(file: string): string {
  const stats = ["", "-wal"].map((end) => statSync(file + end, { throwIfNoEntry: false }));
  return JSON.stringify(stats.map((stat) => [stat?.mtimeMs, stat?.size]));
}

/** @throws InboxError `inbox_unwritable` */
function mustBeFree(fresh: string): void {
  if (existsSync(fresh)) throw inboxError("inbox_unwritable", `${fresh} exists already`);
}

/** Unlike renaming, linking never replaces a file. Not every file system can. */
function name(made: string, fresh: string): void {
  try {
    linkSync(made, fresh);
  } catch {
    mustBeFree(fresh);
    renameSync(made, fresh);
  }
}

async function saveInto(made: string, damaged: string, copy: string): Promise<Salvaged> {
  for (const end of ["", "-wal"]) if (existsSync(damaged + end)) copyFileSync(damaged + end, copy + end);
  const from = new DatabaseSync(copy);
  const into = new Connection(made);
  try {
    // Its rows have members that this version would drop.
    const version = Number(from.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (version > SCHEMA_VERSION) throw inboxError("inbox_newer", damaged);
    const { last } = from.prepare("SELECT seq AS last FROM sqlite_sequence WHERE name = 'inbox'").get() ?? {};
    return await copyRows(from, into, Number(last ?? 0));
  } finally {
    try {
      from.close();
    } finally {
      await into.close();
    }
  }
}

async function copyRows(from: DatabaseSync, into: Connection, last: number): Promise<Salvaged> {
  // A file of an older version lacks some.
  const there = from.prepare("SELECT name FROM pragma_table_info('inbox')").all();
  const columns = COLUMNS.filter((one) => there.some(({ name }) => name === one));
  const next = from.prepare(`SELECT ${columns} FROM inbox WHERE id >= ? ORDER BY id LIMIT 1`);
  const insert = `INSERT OR IGNORE INTO inbox (${columns}) VALUES (${columns.map(() => "?")})`;
  let saved = 0;
  let lost = 0;
  /** Ids of the keys that encrypt the bodies, so that the new file is not opened without these keys. */
  const keyIds = new Set<string>();
  for (let id = 0; id <= last; ) {
    // Few enough rows that they fit into memory.
    const rows: Record<string, SQLOutputValue>[] = [];
    for (; id <= last && rows.length < 500; id++) {
      try {
        const row = next.get(id);
        if (!row) return { saved: saved + (await write(rows)), lost };
        rows.push(row);
        const keyId = row["body"] instanceof Uint8Array ? readKeyId(row["body"]) : undefined;
        if (keyId !== undefined) keyIds.add(keyId);
        id = Number(row["id"]);
      } catch (error) {
        if (!isDamage(error)) throw error;
        lost++;
      }
    }
    saved += await write(rows);
  }
  return { saved, lost };

  function write(rows: readonly Record<string, SQLOutputValue>[]): Promise<number> {
    return into.write(() => {
      const statement = into.prepare(insert);
      let written = 0;
      writeKeyIds(into.db, [...keyIds]);
      for (const row of rows) written += Number(statement.run(...Object.values(row)).changes);
      return written;
    });
  }
}

function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === SQLITE.corrupt || code === SQLITE.notADatabase || code === SQLITE.error;
}
