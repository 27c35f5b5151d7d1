/**
 * The store in a folder: `sandbox.db`, an SQLite database in WAL mode with synchronous=FULL. Reads come from memory.
 * The changes of one turn of the event loop are written in one transaction, so that many requests share one sync of the
 * disk.
 */

import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { createError } from "../../errors/raise.ts";
import { SandboxError } from "../../errors/sandbox.ts";
import { fileId } from "../../files/sqlite.ts";
import { MemoryStore } from "./memory.ts";
import type { Kind, Records } from "./model.ts";
import { openDatabase, SCHEMA_VERSION } from "./open.ts";
import { getSetting, StorageFailure, type Store } from "./store.ts";

/** `before`: the record that the last commit holds. Undefined records are absent ones. */
interface Change {
  readonly kind: Kind;
  readonly id: string | number;
  readonly record: unknown;
  readonly before: unknown;
}

export class SqliteStore implements Store {
  #memory = new MemoryStore();
  readonly #db: DatabaseSync;
  /** The database and its log, by path, each with its identity. */
  readonly #files: ReadonlyMap<string, string | undefined>;
  readonly #write: StatementSync;
  readonly #erase: StatementSync;
  readonly #listeners: (() => void)[] = [];
  #changes = new Map<string, Change>();
  /** Everything that the last commit holds, after a `clear` that is not committed yet. */
  #cleared: MemoryStore | undefined;
  #group: Promise<void> | undefined;

  /**
   * Opens the folder for this process alone; creates it if it does not exist.
   *
   * @throws SandboxError `data_engine_old`, `data_unwritable`, `data_damaged`, `data_newer`, `data_locked`
   */
  constructor(folder: string) {
    const file = join(folder, "sandbox.db");
    this.#db = openDatabase(file);
    this.#files = new Map([file, `${file}-wal`].map((path) => [path, fileId(path)]));
    this.#write = this.#db.prepare(
      "INSERT INTO record (kind, id, data) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET data = excluded.data",
    );
    this.#erase = this.#db.prepare("DELETE FROM record WHERE kind = ? AND id = ?");
    try {
      this.#load();
    } catch {
      this.#db.close();
      throw createError(SandboxError, "data_damaged", file);
    }
  }

  get<K extends Kind>(kind: K, id: string | number): Records[K] | undefined {
    return this.#memory.get(kind, id);
  }

  list<K extends Kind>(kind: K): Records[K][] {
    return this.#memory.list(kind);
  }

  count(kind: Kind): number {
    return this.#memory.count(kind);
  }

  put<K extends Kind>(kind: K, record: Records[K]): void {
    this.#note(kind, record.id, record);
    this.#memory.put(kind, record);
  }

  remove(kind: Kind, id: string | number): void {
    this.#note(kind, id, undefined);
    this.#memory.remove(kind, id);
  }

  nextId(kind: Kind): number {
    return this.#memory.nextId(kind);
  }

  reserveIds(kind: Kind, upTo: number): void {
    this.#memory.reserveIds(kind, upTo);
  }

  clear(): void {
    this.#undo();
    this.#cleared ??= this.#memory;
    const { lastIds } = this.#memory;
    this.#memory = new MemoryStore();
    for (const [kind, id] of lastIds) this.reserveIds(kind, id);
    this.put("setting", { id: "numbers", last: Object.fromEntries(lastIds) });
  }

  flushed(): Promise<void> {
    this.#group ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#group = undefined;
        try {
          this.#commit();
          resolve();
        } catch (error) {
          this.#restore();
          reject(new StorageFailure(error));
        }
      });
    });
    return this.#group;
  }

  onRestore(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Also writes changes whose caller does not wait. */
  close(): void {
    try {
      this.#commit();
    } finally {
      this.#db.close();
    }
  }

  #note(kind: Kind, id: string | number, record: unknown): void {
    const key = `${kind} ${id}`;
    const first = this.#changes.get(key);
    const before = first ? first.before : this.#memory.get(kind, id);
    this.#changes.set(key, { kind, id, record, before });
  }

  #commit(): void {
    if (this.#changes.size === 0 && !this.#cleared) return;
    this.#checkFiles();
    try {
      this.#db.exec("BEGIN IMMEDIATE");
      if (this.#cleared) this.#db.exec("DELETE FROM record");
      for (const { kind, id, record } of this.#changes.values()) {
        if (record === undefined) this.#erase.run(kind, String(id));
        else this.#write.run(kind, String(id), JSON.stringify(record));
      }
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#takeBack();
      throw error;
    }
    this.#changes.clear();
    this.#cleared = undefined;
  }

  /** What is written to files that were deleted or replaced would be lost at the next start. */
  #checkFiles(): void {
    for (const [path, id] of this.#files) if (fileId(path) !== id) throw new Error(`${path} was deleted or replaced.`);
  }

  /**
   * Ends a transaction that failed. If only its sync failed, all of it is in the log, and a start after a crash would
   * find it there: a commit without content is written over it.
   */
  #takeBack(): void {
    try {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      this.#db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    } catch {
      // The disk still fails; if it takes any of these bytes, they have no content either.
    }
  }

  /** Takes back what could not be written: memory holds again what the last commit holds. */
  #restore(): void {
    this.#undo();
    if (this.#cleared) {
      const { lastIds } = this.#memory;
      this.#memory = this.#cleared;
      for (const [kind, id] of lastIds) this.reserveIds(kind, id);
      this.#cleared = undefined;
    }
    for (const listener of this.#listeners) listener();
  }

  /** Undoes the changes in memory. Does not read the disk, which may fail as well. */
  #undo(): void {
    const removed = new Set<Kind>();
    for (const { kind, id, record, before } of this.#changes.values()) {
      if (before === undefined) this.#memory.remove(kind, id);
      else this.#memory.put(kind, before as Records[Kind]);
      if (record === undefined) removed.add(kind);
    }
    for (const kind of removed) this.#memory.sort(kind);
    this.#changes.clear();
  }

  /** Reads all records into memory. */
  #load(): void {
    for (const { kind, data } of this.#db.prepare("SELECT kind, data FROM record ORDER BY sequence").iterate())
      this.#memory.put(kind as Kind, JSON.parse(String(data)));
    const last = getSetting(this.#memory, "numbers")?.last ?? {};
    for (const [kind, id] of Object.entries(last)) this.#memory.reserveIds(kind as Kind, Number(id));
  }
}
