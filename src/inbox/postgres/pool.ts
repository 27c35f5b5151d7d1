/** What the inbox needs of PostgreSQL: a `Pool` of the package `pg`, or anything with the same functions. */

/** Rows as objects by column; `bytea` as bytes. */
export type PostgresResult = { readonly rows: readonly Record<string, unknown>[] };

/** A connection, or a transaction on one. */
export interface PostgresQueries {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
}

/** A connection that the inbox has for itself for a while. */
export interface PostgresClient extends PostgresQueries {
  /** `true` closes the connection instead of giving it back. */
  release(destroy?: boolean): void;
  /** Without it, the inbox does not hear of rows of other processes. */
  on?(event: "notification" | "error" | "end", listener: () => void): unknown;
  removeListener?(event: "notification" | "error" | "end", listener: () => void): unknown;
}

/**
 * A pool of connections. The inbox keeps one of them to listen on, unless it is the only one, and never ends the pool.
 */
export interface PostgresPool extends PostgresQueries {
  connect(): Promise<PostgresClient>;
  /**
   * Tells of idle connections that break (`error`) and of new connections (`connect`). Node ends the process if a
   * connection breaks and nothing listens.
   */
  on?(event: "error" | "connect", listener: (client: PostgresClient) => void): unknown;
  removeListener?(event: "error" | "connect", listener: (client: PostgresClient) => void): unknown;
}

/** Whether it has a connection to spare for listening. `pg` keeps the largest number in `options`. */
export function canListen(pool: PostgresPool & { readonly options?: { readonly max?: unknown } }): boolean {
  return pool.options?.max !== 1;
}

/** Whether it can hand out connections. */
export function isPool(queries: PostgresPool | PostgresQueries): queries is PostgresPool {
  return "connect" in queries && typeof queries.connect === "function";
}

/** Runs in the transaction that completes a row, on the connection of that transaction. */
export type PostgresEffect = (tx: PostgresQueries) => Promise<void>;
