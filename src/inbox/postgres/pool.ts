/** What the inbox needs of PostgreSQL: a `Pool` of the package `pg`, or anything with the same functions. */

import type { ConnectionPool } from "../../network/postgres.ts";

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

/** A pool of connections. The inbox listens on one of them, unless it is the only one, and never ends the pool. */
export interface PostgresPool extends PostgresQueries, ConnectionPool {
  connect(): Promise<PostgresClient>;
}

/** Members of a pool of `pg` that others may lack. */
type OfPg = {
  readonly options?: { readonly max?: unknown; connectionTimeoutMillis?: unknown };
  readonly ending?: unknown;
};

/** Largest number of connections; undefined if the pool does not say. */
function largest(pool: PostgresPool & OfPg): number | undefined {
  const max = pool.options?.max;
  return typeof max === "number" ? max : undefined;
}

/** Whether it has a connection to spare for listening. */
export function canListen(pool: PostgresPool): boolean {
  return largest(pool) !== 1;
}

/** How many handlers may use a connection each, so that one is left for reception; undefined if nothing says. */
export function roomIn(pool: PostgresPool): number | undefined {
  const max = largest(pool);
  return max === undefined ? undefined : max - 1 - (canListen(pool) ? 1 : 0);
}

/** Whether its owner has ended it. */
export function isEnding(pool: (PostgresPool & OfPg) | undefined): boolean {
  return pool?.ending === true;
}

/**
 * A pool of `pg` without a limit of time for new connections keeps a place for each one that is never answered, until
 * none is left.
 */
export function limitConnecting({ options }: PostgresPool & OfPg, ms: number): void {
  // Not an assignment, which would throw where a pool of another kind has frozen options.
  if (options && !options.connectionTimeoutMillis) Reflect.set(options, "connectionTimeoutMillis", ms);
}

/** Whether it can hand out connections. */
export function isPool(queries: PostgresPool | PostgresQueries): queries is PostgresPool {
  return "connect" in queries && typeof queries.connect === "function";
}

/** Runs in the transaction that completes a row, on the connection of that transaction. */
export type PostgresEffect = (tx: PostgresQueries) => Promise<unknown>;
