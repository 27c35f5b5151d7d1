/** Statements on a pool of the package `pg`, each with a deadline; for the stores of tokens and of secrets. */

import { inTime } from "./http.ts";

/**
 * A condition that is always true. What the transaction of its statement commits is on the disk, although a role or a
 * database has switched synchronous commits off.
 */
export const DURABLE = `CASE current_setting('synchronous_commit')
  WHEN 'off' THEN set_config('synchronous_commit', 'on', true) ELSE '' END IS NOT NULL`;

/** A connection, as `Pool.connect` of the package `pg` returns it. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
  /** `true` closes the connection instead of giving it back. */
  release(destroy?: boolean): void;
  on?(event: "error", listener: () => void): unknown;
  removeListener?(event: "error", listener: () => void): unknown;
}

/** A `Pool` of the package `pg`, as far as a store uses it. */
export interface ConnectionPool {
  connect(): Promise<PostgresClient>;
  /** Tells of idle connections that break (`error`), which else end the process, and of new ones (`connect`). */
  on?(event: "error" | "connect", listener: (client: PostgresClient) => void): unknown;
  removeListener?(event: "error" | "connect", listener: (client: PostgresClient) => void): unknown;
}

/** Whether it is a pool. A Client connects, too, but has one connection for everything. */
export function isPool(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("connect" in value)) return false;
  return typeof value.connect === "function" && !("processID" in value);
}

/** Returns the quoted name of a table, with its schema if it has one; undefined if it cannot be a name. */
export function quotedTable(table: string): string | undefined {
  const names = String(table).split(".");
  if (names.length > 2 || !names.every((name) => /^[\p{L}_][\p{L}\d_$-]{0,62}$/u.test(name))) return undefined;
  return names.map((name) => `"${name}"`).join(".");
}

/**
 * Returns one statement that runs those which create what does not exist. Processes that start at once take turns:
 * `CREATE TABLE IF NOT EXISTS` alone fails in one of them.
 */
export function lockedCreation(statements: string): string {
  return `DO $create$ BEGIN
PERFORM pg_advisory_xact_lock(hashtext('collections-contract'));
${statements}
END $create$;
`;
}

/**
 * Keeps a broken connection from ending the process; the next query tells that it broke. A pool listens only while a
 * connection is idle, and a server that stops may end a new one in the moment in which it is handed out. Returns a
 * function that ends it.
 */
export function guard(pool: ConnectionPool): () => void {
  const listen = (client: PostgresClient) => void client.on?.("error", ignore);
  pool.on?.("error", ignore);
  pool.on?.("connect", listen);
  return () => {
    pool.removeListener?.("error", ignore);
    pool.removeListener?.("connect", listen);
  };
}

/** Pools that are guarded for the stores that use them. */
const guarded = new WeakSet<ConnectionPool>();

/** Takes a connection from the pool within `timeoutMs` milliseconds; one that comes later goes back. */
export async function connect(pool: ConnectionPool, timeoutMs: number): Promise<Connection> {
  if (!guarded.has(pool)) guard(pool);
  guarded.add(pool);
  const connecting = pool.connect();
  try {
    return new Connection(await inTime(timeoutMs, connecting));
  } catch (error) {
    connecting.then(
      (late) => late.release(),
      () => undefined,
    );
    throw error;
  }
}

/** Calls `use` with a connection of its own. */
export async function withConnection<T>(
  pool: ConnectionPool,
  timeoutMs: number,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(pool, timeoutMs);
  try {
    return await use(connection);
  } finally {
    connection.release();
  }
}

/** A connection while it is in use. After an error or a time-out it is closed. */
export class Connection {
  readonly #client: PostgresClient;
  #failed: unknown;

  constructor(client: PostgresClient) {
    this.#client = client;
    // Node ends the process if a connection breaks and nothing listens.
    client.on?.("error", ignore);
  }

  /** Runs one statement. Throws the error of an earlier one, whose answer may still be awaited. `R`: its rows. */
  async query<R extends object = Record<string, unknown>>(
    text: string,
    values: unknown[],
    timeoutMs: number,
  ): Promise<readonly R[]> {
    if (this.#failed) throw this.#failed;
    try {
      return (await inTime(timeoutMs, this.#client.query(text, values))).rows as readonly R[];
    } catch (error) {
      this.#failed = error;
      throw error;
    }
  }

  release(): void {
    if (this.#failed === undefined) this.#client.removeListener?.("error", ignore);
    this.#client.release(this.#failed !== undefined);
  }
}

function ignore(): void {}
