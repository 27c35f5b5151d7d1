/** How the store asks the database: errors become `InboxError`, and closing waits for what is under way. */

import { errorCode, errorName } from "../../errors/caught.ts";
import { isPromise } from "../../receive/promises.ts";
import { inboxError, misuse } from "../errors.ts";
import { ANSWER_MS, type Connections } from "./connections.ts";
import type { PostgresClient, PostgresResult } from "./pool.ts";

/** The SQLSTATE of a statement that the server ended because another one waited for it. */
const DEADLOCK = "40P01";
const DEADLOCKS = 3;

export class Session {
  /** Names this opening of the inbox in the leases that it holds. */
  readonly holder: string;
  /** Makes a statement name the tables of this inbox. */
  readonly own: (sql: string) => string;
  readonly #connections: Connections;
  readonly #pending = new Set<Promise<unknown>>();
  #closed = false;

  constructor(connections: Connections, own: (sql: string) => string, holder: string) {
    this.#connections = connections;
    this.own = own;
    this.holder = holder;
  }

  /**
   * Runs one statement, which is a transaction of its own, and has `ms` to answer. `R`: what its columns make a row.
   *
   * @throws InboxError `inbox_closed`, `inbox_failed`, `inbox_silent`, `inbox_pool_ended`
   */
  query<R = Record<string, unknown>>(text: string, values: unknown[] = [], ms = ANSWER_MS): Promise<R[]> {
    return this.run(() => this.ask<R>(text, values, ms));
  }

  /**
   * The same inside of `run`, which has looked whether the inbox is open. Two statements that change many rows may wait
   * for each other: the one that the server ends did nothing, and is tried again.
   */
  async ask<R = Record<string, unknown>>(text: string, values: unknown[] = [], ms = ANSWER_MS): Promise<R[]> {
    for (let left = DEADLOCKS; ; left--) {
      try {
        const { rows } = await this.#connections.ask(this.own(text), values, ms);
        return [...rows] as R[];
      } catch (error) {
        if (left === 0 || errorCode(error) !== DEADLOCK) throw error;
      }
    }
  }

  /** Runs `work` on a connection of its own. A connection on which it failed is closed. */
  connected<T>(work: (client: PostgresClient) => Promise<T>): Promise<T> {
    return this.run(async () => {
      const client = await this.#connections.take();
      let failed = true;
      try {
        const result = await work(client);
        failed = false;
        return result;
      } finally {
        this.#connections.giveBack(client, failed);
      }
    });
  }

  /** What the database answers to a statement on `client`, within `ANSWER_MS`. */
  async on(client: PostgresClient, text: string, values?: unknown[]): Promise<PostgresResult["rows"]> {
    return (await this.#connections.answer(client, client.query(this.own(text), values))).rows;
  }

  /** What it answers to a statement of an effect. @throws MisuseError `effect_statements` if no promise does */
  ofEffect(client: PostgresClient, ...given: Parameters<PostgresClient["query"]>): Promise<PostgresResult> {
    const asked = client.query(...given);
    if (isPromise(asked)) return this.#connections.patientAnswer(client, asked);
    // A query object of pg tells its error as an event, which would end the process.
    Object(asked).on?.("error", () => undefined);
    throw misuse("effect_statements");
  }

  /** Runs what the inbox asks, unless it was closed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw inboxError("inbox_closed");
    const pending = work();
    this.#pending.add(pending);
    try {
      return await pending;
    } catch (error) {
      // What the database or the connection caused is neither an effect of the user nor an error of ours.
      const isTold = error instanceof OfEffect || ["InboxError", "MisuseError"].includes(errorName(error) ?? "");
      throw isTold ? error : inboxError("inbox_failed", undefined, error);
    } finally {
      this.#pending.delete(pending);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#pending);
  }
}

/** Carries what an effect threw past the errors of the database. */
export class OfEffect {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}
