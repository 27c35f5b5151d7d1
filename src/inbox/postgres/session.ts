/** How the store asks the database: errors become `InboxError`, and closing waits for what is under way. */

import { codeOf } from "../../errors/caught.ts";
import { inboxError } from "../errors.ts";
import type { PostgresClient, PostgresPool, PostgresQueries, PostgresResult } from "./pool.ts";

/** The SQLSTATE of a statement that the server ended because another one waited for it. */
const DEADLOCK = "40P01";
const DEADLOCKS = 3;

export class Session {
  /** Names this opening of the inbox in the leases that it holds. */
  readonly owner: string;
  readonly #queries: PostgresQueries;
  readonly #pending = new Set<Promise<unknown>>();
  #closed = false;

  constructor(queries: PostgresQueries, owner: string) {
    this.#queries = queries;
    this.owner = owner;
  }

  /** Runs one statement, which is a transaction of its own. @throws InboxError `inbox_closed`, `inbox_failed` */
  query(text: string, values: unknown[] = []): Promise<PostgresResult["rows"]> {
    return this.run(() => this.ask(text, values));
  }

  /**
   * The same inside of `run`, which has looked whether the inbox is open. Two statements that change many rows may wait
   * for each other: the one that the server ends did nothing, and is tried again.
   */
  async ask(text: string, values: unknown[] = []): Promise<PostgresResult["rows"]> {
    for (let left = DEADLOCKS; ; left--) {
      try {
        return (await this.#queries.query(text, values)).rows;
      } catch (error) {
        if (left === 0 || codeOf(error) !== DEADLOCK) throw error;
      }
    }
  }

  /** Runs `work` on a connection of its own. A connection on which it failed is closed. */
  connected<T>(pool: PostgresPool, work: (client: PostgresClient) => Promise<T>): Promise<T> {
    return this.run(async () => {
      const client = await pool.connect();
      // As in `guard`, for a connection that the pool had before the inbox was opened.
      client.on?.("error", ignore);
      let failed = true;
      try {
        const result = await work(client);
        failed = false;
        return result;
      } finally {
        client.removeListener?.("error", ignore);
        client.release(failed);
      }
    });
  }

  /** Runs what the inbox asks, unless it was closed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw inboxError("inbox_closed");
    const pending = work();
    this.#pending.add(pending);
    try {
      return await pending;
    } catch (error) {
      throw isOfDatabase(error) ? inboxError("inbox_failed", undefined, error) : error;
    } finally {
      this.#pending.delete(pending);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#pending);
  }
}

function ignore(): void {}

/** An error of an effect or of ours passes through; everything else comes from the database or the way to it. */
function isOfDatabase(error: unknown): boolean {
  return !(error instanceof OfEffect) && !["InboxError", "MisuseError"].includes((error as Error)?.name);
}

/** Carries what an effect threw past the errors of the database. */
export class OfEffect {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}
