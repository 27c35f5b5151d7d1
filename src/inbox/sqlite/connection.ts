/** One connection to the file of an inbox: what is asked within a few turns of the event loop becomes one commit. */

import { statSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { InboxError } from "../../errors/inbox.ts";
import { fileId, forgetFile, resultCode, SQLITE } from "../../files/sqlite.ts";
import { isAtLeast, OLDEST_SQLITE } from "../../runtime/oldest.ts";
import type { SteadyClock } from "../clock.ts";
import { inboxError } from "../errors.ts";
import { waitForGroup } from "../group-commit.ts";
import { asInboxError, BUSY_MS, LOG_MAX, openDatabase } from "./file.ts";

/** A statement. `R`: what its columns make a row. */
export type Statement<R extends object> = Pick<StatementSync, "run"> & {
  get(...values: SQLInputValue[]): R | undefined;
  all(...values: SQLInputValue[]): R[];
};

/** A row as SQLite stores it: booleans `K` as 1 or 0. */
export type Stored<R, K extends keyof R> = Omit<R, K> & Record<K, number>;

type Job = { run: () => unknown; resolve: (value: never) => void; reject: (error: unknown) => void };

/** Writes in groups: many callers share one sync of the disk, which is what makes `synchronous=FULL` affordable. */
export class Connection {
  readonly file: string;
  /** Counts the transactions, for what is worth reading once in each. */
  turn = 0;
  readonly #name: string | null | undefined;
  #db: DatabaseSync | undefined;
  /** Which file is open. */
  #id: string | undefined;
  #statements = new Map<string, Statement<object>>();
  #jobs: Job[] = [];
  #group: Promise<void> | undefined;
  #closed = false;
  /** The disk was full, and the log may hold most of it. */
  #full = false;
  /** The log may hold what was erased. */
  #isStale = false;

  /**
   * `name`: that of the inbox, null if it has none; undefined opens any.
   *
   * @throws InboxError `inbox_engine_old`, `inbox_unwritable`, `inbox_damaged`, `inbox_newer`, `inbox_busy`,
   * `inbox_foreign`
   */
  constructor(file: string, name?: string | null, engine = process.versions.sqlite) {
    this.file = file;
    this.#name = name;
    if (!isAtLeast(engine ?? "0", OLDEST_SQLITE)) throw inboxError("inbox_engine_old", `SQLite ${engine}`);
    this.#open();
  }

  /**
   * The open database. It is opened anew after an error of the disk: what a failed sync leaves behind is not to be
   * trusted.
   */
  get db(): DatabaseSync {
    if (this.#closed) throw inboxError("inbox_closed", this.file);
    return this.#db ?? this.#open();
  }

  #open(): DatabaseSync {
    this.#db = openDatabase(this.file, this.#name);
    this.#id = fileId(this.file);
    return this.#db;
  }

  /** A statement, prepared once. `R`: as for `Statement`. */
  prepare<R extends object = Record<string, SQLOutputValue>>(sql: string): Statement<R> {
    const statement = this.#statements.get(sql) ?? this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement as Statement<R>;
  }

  /** Runs `job` in the next transaction, with what else is asked. Resolves once it is durable. */
  write<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push({ run, resolve, reject });
      this.#group ??= this.#commit();
    });
  }

  /** Reads outside of any transaction. */
  async read<T>(run: () => T): Promise<T> {
    try {
      return run();
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** Size of the log beside the file, in bytes. */
  logBytes(): number {
    return statSync(`${this.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Empties the log if it is large or holds what was erased. False if others that read keep it. */
  emptyLog(): boolean {
    if (!this.#isStale && this.logBytes() <= LOG_MAX) return true;
    return this.#emptied();
  }

  /**
   * Empties the log, which holds what was erased until then. Waits a while for others that read or write; if they go
   * on, `emptyLog` does it later.
   */
  async forget(): Promise<void> {
    this.#isStale = true;
    for (const deadline = performance.now() + BUSY_MS; performance.now() < deadline; await sleep(5))
      if (this.#emptied()) return;
  }

  /** Tries to empty the write-ahead log. Never throws: the commit before it has succeeded. */
  #emptied(): boolean {
    try {
      const isEmpty = this.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0;
      if (isEmpty) this.#isStale = false;
      return isEmpty;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    while (this.#group) await this.#group;
    this.#closed = true;
    this.#drop();
  }

  async #commit(): Promise<void> {
    await waitForGroup(this.#jobs);
    await new Promise<void>((done) => this.#flush(performance.now() + BUSY_MS, done));
  }

  #flush(deadline: number, done: () => void): void {
    let jobs: Job[] = [];
    try {
      this.db.exec("BEGIN IMMEDIATE");
      jobs = this.#jobs.splice(0);
      this.turn++;
      const results = jobs.map(({ run }) => run());
      this.db.exec("COMMIT");
      if (fileId(this.file) !== this.#id) throw this.#removed();
      jobs.forEach(({ resolve }, i) => {
        resolve(results[i] as never);
      });
      if (this.#full) this.#shrink();
    } catch (error) {
      // Another process writes. Trying again leaves the event loop free, which SQLite's own waiting does not.
      if (jobs.length === 0 && resultCode(error) === SQLITE.busy && performance.now() < deadline) {
        setTimeout(() => this.#flush(deadline, done), 1 + Math.random() * 3);
        return;
      }
      const failed = this.#failed(error);
      for (const { reject } of jobs.length > 0 ? jobs : this.#jobs.splice(0)) reject(failed);
    }
    // An effect may have asked for more while it ran, which no one else would commit.
    this.#group = this.#jobs.length > 0 ? this.#commit() : undefined;
    done();
  }

  /** The file was deleted or moved, with what was stored last. The next call opens, or makes, the one that is there. */
  #removed(): InboxError {
    this.#drop();
    if (this.#id) forgetFile(this.#id);
    return inboxError("inbox_unwritable", `${this.file} was removed or replaced while the inbox was open`);
  }

  /** Ends what is left of a transaction, and the connection if it cannot be trusted any more. */
  #failed(error: unknown): unknown {
    const code = resultCode(error);
    if (!this.#db?.isOpen || LOST.has(code)) this.#drop();
    else if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
    this.#full ||= code === SQLITE.full;
    return asInboxError(error, this.file);
  }

  /** Moves the log into the file, which holds each page once, before the log takes the place that became free. */
  #shrink(): void {
    try {
      this.#db?.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      this.#full = false;
    } catch {
      // Not enough place for that yet. The next commit tries again.
    }
  }

  #drop(): void {
    this.#statements.clear();
    try {
      this.#db?.close();
    } catch {
      // It was broken before.
    }
    this.#db = undefined;
  }
}

/** After these, what the connection says is not to be trusted. */
const LOST: ReadonlySet<number> = new Set([SQLITE.io, SQLITE.corrupt, SQLITE.notADatabase]);

/** What the parts of the store share. */
export type Context = {
  readonly connection: Connection;
  /** The clock for reading. */
  readonly clock: SteadyClock;
  /** Names this opening of the file in the leases that it holds. */
  readonly holder: string;
  /** The time for writing: follows a clock that was set, and moves the leases of this process along. */
  now(): number;
};
