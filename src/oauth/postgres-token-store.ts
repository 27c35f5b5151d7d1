/** The tokens of one grant in a row of PostgreSQL, for several processes and machines. On Node only. */

import { AsyncLocalStorage } from "node:async_hooks";
import type { EncryptionKey } from "../encryption.ts";
import {
  type Connection,
  type ConnectionPool,
  connect,
  DURABLE,
  isPool,
  lockedCreation,
  quotedTable,
  withConnection,
} from "../network/postgres.ts";
import type { OptionNames } from "../values/unknown-option.ts";
import { checkRules, type Rule } from "./option-rules.ts";
import { createForm, type Form } from "./stored-text.ts";
import { fail } from "./token-endpoint.ts";
import { checkSaved, storeError, type TokenStore } from "./token-store.ts";
import type { StoredTokens, Tokens } from "./tokens.ts";

/** Options of `postgresTokenStore`. */
export interface PostgresTokenStoreOptions {
  /** A `Pool` of the package `pg`, which stays yours. One connection is enough. */
  postgres: ConnectionPool;
  /** Names the grant, such as the id of your customer. Not empty. */
  grant: string;
  /**
   * Encrypts the tokens: a key of 32 random bytes (`openssl rand -base64 32` prints one), or several during a rotation:
   * the first one encrypts. Default: tokens are stored as they are.
   */
  encryptionKeys?: EncryptionKey | readonly EncryptionKey[];
  /** The table of `postgresTokenTable`, with its schema if you like: `app.tokens`. Default `collections_tokens`. */
  table?: string;
  /** Time to get a connection, and for each statement. Milliseconds, default 5,000. */
  timeoutMs?: number;
  /**
   * How long to wait while another process refreshes the tokens, and how long a refresh may take before the server
   * frees its lock. Milliseconds, default 60,000.
   */
  lockTimeoutMs?: number;
}

const NAMES: OptionNames<PostgresTokenStoreOptions> = {
  postgres: 1,
  grant: 1,
  encryptionKeys: 1,
  table: 1,
  timeoutMs: 1,
  lockTimeoutMs: 1,
};
const TABLE = "collections_tokens";

/** A store that holds its lock, for the work that runs with it; `outer`: what this work runs in. */
type Place = { store: object; connection: Connection | undefined; outer: Place | undefined };
/** One for all stores: each `AsyncLocalStorage` slows down every promise of the process in Node 22. */
const places = new AsyncLocalStorage<Place>();

/**
 * Returns the SQL that creates the table of `postgresTokenStore`, for your migrations; running it again does nothing.
 * The role of the app then needs SELECT, INSERT, UPDATE and DELETE on it.
 *
 * @throws OAuthError `token_store_invalid`
 */
export function postgresTokenTable(table: string = TABLE): string {
  return lockedCreation(`CREATE TABLE IF NOT EXISTS ${quoteTable(table)} (
  grant_name text PRIMARY KEY,
  tokens text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
);`);
}

/**
 * Keeps the tokens of one grant in a row of the table that `postgresTokenTable` creates. With
 * `encryptionKeys` they are encrypted (F-5-05), and a row whose key is missing is neither read nor replaced.
 *
 * While one process refreshes, it holds the lock of the row; `save` of another grant by the customer waits for it. The
 * lock is one of a transaction, so it works behind PgBouncer, too, and ends with the connection. Every wait has a
 * deadline; a connection that does not answer is closed.
 *
 * Its members throw an `OAuthError` whose `reason` is a SQLSTATE, an error of the system, or `ETIMEDOUT`:
 * `store_load_failed`, `store_save_failed`, `store_lock_failed`.
 *
 * @throws OAuthError `token_store_invalid`
 */
export function postgresTokenStore(options: PostgresTokenStoreOptions): Required<TokenStore> {
  const store = new PostgresTokenStore(options);
  return {
    load: () => store.load(),
    save: (tokens) => store.save(tokens),
    markDead: (dead) => store.markDead(dead),
    withLock: (work) => store.withLock(work),
  };
}

class PostgresTokenStore implements Required<TokenStore> {
  readonly #pool: PostgresTokenStoreOptions["postgres"];
  readonly #grant: string;
  readonly #table: string;
  readonly #form: Form;
  readonly #timeoutMs: number;
  readonly #lockTimeoutMs: number;
  /** The connection that holds the lock, for everybody. */
  #locked: Connection | undefined;

  constructor(options: PostgresTokenStoreOptions) {
    const { postgres, grant, table = TABLE, timeoutMs = 5000, lockTimeoutMs = 60_000 } = options;
    const rules: Rule[] = [
      ["/postgres", "must be a Pool of pg", isPool(postgres)],
      ["/grant", "must be a text that is not empty", typeof grant === "string" && grant !== ""],
      ["/timeoutMs", "must be a number above 0", timeoutMs > 0],
      ["/lockTimeoutMs", "must be a whole number above 0", Number.isInteger(lockTimeoutMs) && lockTimeoutMs > 0],
    ];
    checkRules(options, NAMES, rules);
    this.#pool = postgres;
    this.#grant = grant;
    this.#table = quoteTable(table);
    this.#form = createForm(options.encryptionKeys);
    this.#timeoutMs = timeoutMs;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async load(): Promise<StoredTokens | undefined> {
    try {
      const text = await this.#text();
      return text === undefined ? undefined : JSON.parse(this.#form.read(text));
    } catch (error) {
      throw storeError("store_load_failed", error);
    }
  }

  async #text(): Promise<string | undefined> {
    const sql = `SELECT tokens FROM ${this.#table} WHERE grant_name = $1`;
    // While this process refreshes, its other calls need no second connection to read.
    const ask = (connection: Connection) => connection.query(sql, [this.#grant], this.#timeoutMs);
    const [row] = await (this.#locked ? ask(this.#locked) : withConnection(this.#pool, this.#timeoutMs, ask));
    return row && String(row["tokens"]);
  }

  async save(tokens: Tokens): Promise<void> {
    checkSaved(tokens);
    const sql = `INSERT INTO ${this.#table} (grant_name, tokens) SELECT $1, $2 WHERE ${DURABLE}
      ON CONFLICT (grant_name) DO UPDATE SET tokens = EXCLUDED.tokens, saved_at = now()`;
    const text = async () => this.#form.write(JSON.stringify(tokens), await this.#text());
    await this.#change(sql, async () => [this.#grant, await text()]);
  }

  markDead(dead: Tokens): Promise<void> {
    return this.withLock(async () => {
      if ((await this.load())?.refreshToken !== dead.refreshToken) return;
      await this.#change(`DELETE FROM ${this.#table} WHERE grant_name = $1`, async () => [this.#grant]);
    });
  }

  async withLock<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working()) return work();
    const connection = await this.#lock();
    const place: Place = { store: this, connection, outer: places.getStore() };
    this.#locked = connection;
    const [outcome] = await Promise.allSettled([places.run(place, work)]);
    place.connection = undefined;
    this.#locked = undefined;
    try {
      // Also if the work failed: it may have deleted what is dead.
      await connection.query("COMMIT", [], this.#timeoutMs);
    } catch (error) {
      if (outcome.status === "fulfilled") throw storeError("store_save_failed", error);
    } finally {
      connection.release();
    }
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }

  async #lock(): Promise<Connection> {
    let connection: Connection | undefined;
    try {
      connection = await connect(this.#pool, this.#timeoutMs);
      await connection.query("BEGIN ISOLATION LEVEL READ COMMITTED", [], this.#timeoutMs);
      // The server ends the transaction of a process that hangs, or that it cannot reach any more.
      const limits = `SELECT set_config('lock_timeout', $1, true),
        set_config('idle_in_transaction_session_timeout', $1, true)`;
      await connection.query(limits, [String(this.#lockTimeoutMs)], this.#timeoutMs);
      const sql = `SELECT FROM ${this.#table} WHERE grant_name = $1 FOR UPDATE`;
      await connection.query(sql, [this.#grant], this.#lockTimeoutMs + this.#timeoutMs);
      return connection;
    } catch (error) {
      connection?.release();
      throw storeError("store_lock_failed", error);
    }
  }

  /** The connection that holds the lock, if the caller runs with it. */
  #working(): Connection | undefined {
    let place = places.getStore();
    while (place && place.store !== this) place = place.outer;
    return place?.connection;
  }

  /** Changes the row with the lock of this work, or else waits for the lock of others. */
  async #change(sql: string, valuesOf: () => Promise<string[]>): Promise<void> {
    const locked = this.#working();
    try {
      const values = await valuesOf();
      if (locked) await locked.query(sql, values, this.#timeoutMs);
      else {
        const ask = (own: Connection) => own.query(sql, values, this.#lockTimeoutMs + this.#timeoutMs);
        await withConnection(this.#pool, this.#timeoutMs, ask);
      }
    } catch (error) {
      throw storeError("store_save_failed", error);
    }
  }
}

/** @throws OAuthError `token_store_invalid` */
function quoteTable(table: string): string {
  const message = "must be a name, or a schema and a name";
  return quotedTable(table) ?? fail("token_store_invalid", { faults: [{ path: "/table", message }] });
}
