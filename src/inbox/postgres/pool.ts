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
  on(event: "notification" | "error" | "end", listener: () => void): unknown;
  removeListener(event: "notification" | "error" | "end", listener: () => void): unknown;
}

/** A pool of connections. The inbox keeps one of them to listen on, and never ends the pool. */
export interface PostgresPool extends PostgresQueries {
  connect(): Promise<PostgresClient>;
  /**
   * Tells of idle connections that break (`error`) and of new connections (`connect`). Node ends the process if a
   * connection breaks and nothing listens.
   */
  on?(event: "error" | "connect", listener: (client: PostgresClient) => void): unknown;
  removeListener?(event: "error" | "connect", listener: (client: PostgresClient) => void): unknown;
}

/** Whether it can hand out connections. */
export function isPool(queries: PostgresPool | PostgresQueries): queries is PostgresPool {
  return "connect" in queries && typeof queries.connect === "function";
}

/** Runs in the transaction that completes a row, on the connection of that transaction. */
export type PostgresEffect = (tx: PostgresQueries) => Promise<void>;
