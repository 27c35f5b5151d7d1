/**
 * One connection to the file of an inbox: how it is opened, and how what is asked within a few turns of the event loop
 * becomes one commit.
 */

import { closeSync, fchmodSync, openSync, statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { InboxCode, InboxError } from "../../errors/inbox.ts";
import { isAtLeast, OLDEST_SQLITE } from "../../oldest.ts";
import { type Header, readHeader, resultCode, SQLITE } from "../../sqlite.ts";
import { inboxError } from "../errors.ts";
import { gathered } from "../gather.ts";
import { APPLICATION_ID, migrate, SCHEMA_VERSION } from "./schema.ts";

/** How long another process may keep the file locked before what is asked here is refused. */
const BUSY_MS = 5_000;

type Job = { run: () => unknown; resolve: (value: never) => void; reject: (error: unknown) => void };

/** Writes in groups: many callers share one sync of the disk, which is what makes `synchronous=FULL` affordable. */
export class Connection {
  readonly file: string;
  /** Counts the transactions, for what is worth reading once in each. */
  turn = 0;
  #db: DatabaseSync | undefined;
  /** Which file is open. */
  #id: string | undefined;
  #statements = new Map<string, StatementSync>();
  #jobs: Job[] = [];
  #group: Promise<void> | undefined;
  #closed = false;
  /** The disk was full, and the log may hold most of it. */
  #full = false;

  /** @throws InboxError `inbox_engine_old`, `inbox_unwritable`, `inbox_damaged`, `inbox_newer`, `inbox_busy` */
  constructor(file: string, engine = process.versions.sqlite) {
    this.file = file;
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
    this.#db = openDatabase(this.file);
    this.#id = fileId(this.file);
    return this.#db;
  }

  /** A statement, prepared once. */
  prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs `job` in the next transaction, with what else is asked. Resolves once it is durable. */
  write<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) return reject(inboxError("inbox_closed", this.file));
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

  /** Waits for what is being written. */
  async close(): Promise<void> {
    while (this.#group) await this.#group;
    this.#closed = true;
    this.#drop();
  }

  async #commit(): Promise<void> {
    await gathered(this.#jobs);
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
    this.#group = undefined;
    done();
  }

  /** What was stored went into a file that nobody can find. The next call opens, or makes, the one that is there. */
  #removed(): InboxError {
    this.#drop();
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

function openDatabase(file: string): DatabaseSync {
  const isNew = checkHeader(file) === "absent";
  let db: DatabaseSync | undefined;
  try {
    // SQLite gives the log beside the file the same mode.
    const descriptor = openSync(file, "a", 0o600);
    // An empty file that somebody made before has another mode.
    if (isNew) fchmodSync(descriptor, 0o600);
    closeSync(descriptor);
    db = new DatabaseSync(file, { timeout: BUSY_MS });
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON");
    migrate(db);
    db.exec("PRAGMA busy_timeout = 0");
    return db;
  } catch (error) {
    db?.close();
    throw asInboxError(error, file);
  }
}

function checkHeader(file: string): Header {
  let header: Header;
  try {
    header = readHeader(file, APPLICATION_ID);
  } catch (error) {
    throw inboxError("inbox_unwritable", file, error);
  }
  if (header === "foreign") throw inboxError("inbox_damaged", file);
  if (header !== "absent" && header.version > SCHEMA_VERSION) throw inboxError("inbox_newer", file);
  return header;
}

/** Tells files of one path apart; undefined if there is none. */
function fileId(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** After these, what the connection says is not to be trusted. */
const LOST: ReadonlySet<number> = new Set([SQLITE.io, SQLITE.corrupt, SQLITE.notADatabase]);

const CODES: Readonly<Record<number, InboxCode>> = {
  [SQLITE.busy]: "inbox_busy",
  [SQLITE.locked]: "inbox_busy",
  [SQLITE.corrupt]: "inbox_damaged",
  [SQLITE.notADatabase]: "inbox_damaged",
};

/** What went wrong as an InboxError, unless a program of yours did it: an effect, or misuse. */
function asInboxError(error: unknown, file: string): unknown {
  const code = resultCode(error);
  const ofFileSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
  if (code === 0 && !ofFileSystem) return error;
  const unopened = ofFileSystem || code === SQLITE.cannotOpen || code === SQLITE.readOnly;
  return inboxError(CODES[code] ?? (unopened ? "inbox_unwritable" : "inbox_failed"), file, error);
}
