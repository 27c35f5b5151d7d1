/**
 * The store in a folder: `sandbox.db`, an SQLite database in WAL mode with synchronous=FULL. Reading is from memory; what changed during
 * one turn of the event loop is written in one transaction, so that many requests share one sync of the disk.
 */

import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { sandboxError } from "./errors.ts";
import { MemoryStore } from "./memory-store.ts";
import type { IdOf, Kind, Records } from "./model.ts";
import type { Store } from "./store.ts";

/** Counts the layouts of the database. A higher one is refused. */
const SCHEMA_VERSION = 1;
/** "CCSB" in the header of the file: only a database of the sandbox has it. */
const APPLICATION_ID = 0x43435342;
/** Older ones can damage a file in WAL mode. */
const OLDEST_SQLITE = [3, 51, 3];

type Change = { kind: Kind; id: string | number; record: unknown };

export class SqliteStore implements Store {
  readonly #memory = new MemoryStore();
  readonly #db: DatabaseSync;
  readonly #write: StatementSync;
  readonly #erase: StatementSync;
  #changes = new Map<string, Change>();
  #cleared = false;
  #group: Promise<void> | undefined;

  /**
   * Opens the folder, or makes it, for this process alone.
   *
   * @throws SandboxError `data_engine_old`, `data_unwritable`, `data_damaged`, `data_newer`, `data_locked`
   */
  constructor(folder: string) {
    checkEngine(process.versions.sqlite);
    const file = join(folder, "sandbox.db");
    try {
      makeFolder(resolve(folder));
    } catch {
      throw sandboxError("data_unwritable", folder);
    }
    checkHeader(file);
    this.#db = openDatabase(file);
    this.#write = this.#db.prepare(
      "INSERT INTO record (kind, id, data) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET data = excluded.data",
    );
    this.#erase = this.#db.prepare("DELETE FROM record WHERE kind = ? AND id = ?");
    try {
      for (const { kind, data } of this.#db.prepare("SELECT kind, data FROM record ORDER BY sequence").iterate()) {
        this.#memory.put(kind as Kind, JSON.parse(String(data)));
      }
      const numbers = this.#memory.get("setting", "numbers");
      const last = numbers?.id === "numbers" ? numbers.last : {};
      for (const [kind, id] of Object.entries(last)) this.reserveIds(kind as Kind, Number(id));
    } catch {
      this.#db.close();
      throw sandboxError("data_damaged", file);
    }
  }

  get<K extends Kind>(kind: K, id: IdOf<K>): Records[K] | undefined {
    return this.#memory.get(kind, id);
  }

  list<K extends Kind>(kind: K): Records[K][] {
    return this.#memory.list(kind);
  }

  count(kind: Kind): number {
    return this.#memory.count(kind);
  }

  put<K extends Kind>(kind: K, record: Records[K]): void {
    this.#memory.put(kind, record);
    this.#changes.set(`${kind} ${record.id}`, { kind, id: record.id, record });
  }

  remove<K extends Kind>(kind: K, id: IdOf<K>): void {
    this.#memory.remove(kind, id);
    this.#changes.set(`${kind} ${id}`, { kind, id, record: undefined });
  }

  nextId(kind: Kind): number {
    return this.#memory.nextId(kind);
  }

  reserveIds(kind: Kind, upTo: number): void {
    this.#memory.reserveIds(kind, upTo);
  }

  clear(): void {
    this.#memory.clear();
    this.#changes.clear();
    this.#cleared = true;
    this.put("setting", { id: "numbers", last: this.#memory.lastIds });
  }

  flushed(): Promise<void> {
    this.#group ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#group = undefined;
        try {
          this.#commit();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    return this.#group;
  }

  /** Also writes what nobody waits for. */
  close(): void {
    try {
      this.#commit();
    } finally {
      this.#db.close();
    }
  }

  /** What could not be written stays to be written next time. */
  #commit(): void {
    if (this.#changes.size === 0 && !this.#cleared) return;
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      if (this.#cleared) this.#db.exec("DELETE FROM record");
      for (const { kind, id, record } of this.#changes.values()) {
        if (record === undefined) this.#erase.run(kind, String(id));
        else this.#write.run(kind, String(id), JSON.stringify(record));
      }
      this.#db.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
    this.#changes.clear();
    this.#cleared = false;
  }
}

/** Not by `recursive`, which goes round for ever where the file system makes no folders, such as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** @throws SandboxError `data_engine_old` */
export function checkEngine(version: string | undefined): void {
  const parts = (version ?? "0").split(".").map(Number);
  const at = OLDEST_SQLITE.findIndex((least, i) => (parts[i] ?? 0) !== least);
  if (at >= 0 && (parts[at] ?? 0) < (OLDEST_SQLITE[at] ?? 0))
    throw sandboxError("data_engine_old", `SQLite ${version}`);
}

/** Judges a file by its first 100 bytes, without letting SQLite touch it. */
function checkHeader(file: string): void {
  if (!existsSync(file)) return;
  const header = Buffer.alloc(100);
  let size: number;
  try {
    const descriptor = openSync(file, "r");
    size = fstatSync(descriptor).size;
    readSync(descriptor, header, 0, 100, 0);
    closeSync(descriptor);
  } catch {
    throw sandboxError("data_unwritable", file);
  }
  // A process that was killed while it made the file leaves an empty one.
  if (size === 0) return;
  const isSqlite = header.toString("latin1", 0, 16) === "SQLite format 3\0";
  // What a first run was writing when it was killed is in the log beside the file, so the header may have no identity yet.
  const identity = header.readUInt32BE(68);
  if (!isSqlite || (identity !== APPLICATION_ID && !(identity === 0 && size <= 4096)))
    throw sandboxError("data_damaged", file);
  if (header.readUInt32BE(60) > SCHEMA_VERSION) throw sandboxError("data_newer", file);
}

function openDatabase(file: string): DatabaseSync {
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(file, { timeout: 0 });
  } catch {
    throw sandboxError("data_unwritable", file);
  }
  try {
    // The lock lasts as long as the process, and the operating system takes it back however that ends.
    db.exec("PRAGMA locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE; COMMIT");
    const verdict = db.prepare("PRAGMA quick_check(1)").get();
    if (Object.values(verdict ?? {})[0] !== "ok") throw sandboxError("data_damaged", file);
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    db.exec(`BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS record (
        sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, UNIQUE (kind, id));
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${SCHEMA_VERSION};
      COMMIT`);
    // So that the header says whose file it is.
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return db;
  } catch (error) {
    db.close();
    throw asSandboxError(error, file);
  }
}

function asSandboxError(error: unknown, file: string): unknown {
  // Primary result codes of SQLite.
  switch (((error as { errcode?: number }).errcode ?? 0) & 0xff) {
    case 0:
      return error;
    case 5: // BUSY
    case 6: // LOCKED
      return sandboxError("data_locked", file);
    case 11: // CORRUPT
    case 26: // NOTADB
      return sandboxError("data_damaged", file);
    default:
      return sandboxError("data_unwritable", file);
  }
}
