/** How the store waits for the database: never without an end. What missed its deadline is not used again. */

import { within } from "../../receive/promises.ts";
import { inboxError } from "../errors.ts";
import { isEnding, type PostgresClient, type PostgresPool, type PostgresQueries, type PostgresResult } from "./pool.ts";

/** Deadline for a connection, and for the answer to a statement. */
export const ANSWER_MS = 5_000;
/** Deadline for what may read or change many rows. */
export const LONG_MS = 30_000;
/** Deadline for the answer of a connection that is suspected to be silent. */
const PING_MS = 1_000;
/** A statement of an effect that has waited so long is given up with the connections that are found silent. */
const PATIENCE_MS = 2_000;
/** Idle connections that are tried at once. */
const AT_ONCE = 64;

type Waiting = { readonly since: number; giveUp(): void };

/** Takes connections of a pool and asks through them, each under a deadline, and closes those that are silent. */
export class Connections {
  readonly pool: PostgresPool | undefined;
  readonly #queries: PostgresQueries;
  readonly #missed: (error: unknown) => void;
  /** When each connection last answered, by `performance.now`. */
  readonly #answeredAt = new WeakMap<PostgresClient, number>();
  /** When a deadline was last missed. Connections that have not answered since may be silent as well. */
  #missedAt = Number.NEGATIVE_INFINITY;
  /** Statements of effects. */
  readonly #waiting = new Set<Waiting>();

  /** `missed`: called with the error of each deadline that was missed. */
  constructor(queries: PostgresQueries, pool: PostgresPool | undefined, missed: (error: unknown) => void) {
    this.#queries = queries;
    this.pool = pool;
    this.#missed = missed;
  }

  /** Runs one statement. @throws InboxError `inbox_silent`, `inbox_pool_ended`; else what the database said */
  async ask(text: string, values: unknown[], ms = ANSWER_MS): Promise<PostgresResult> {
    if (!this.pool) return this.#answer(this.#queries.query(text, values), ms);
    const client = await this.take();
    let failed = true;
    try {
      const result = await this.answer(client, client.query(text, values), ms);
      failed = false;
      return result;
    } finally {
      this.giveBack(client, failed);
    }
  }

  /**
   * A connection of the pool that is not known to be silent. Give it back.
   *
   * @throws InboxError `inbox_silent`, `inbox_pool_ended`
   */
  async take(): Promise<PostgresClient> {
    for (const deadline = performance.now() + ANSWER_MS; ; ) {
      const client = await this.#connect();
      if (!this.#isSuspect(client) || (await this.#pings(client))) return client;
      this.giveBack(client, true);
      if (performance.now() > deadline) throw this.#miss("no connection that answers");
    }
  }

  /** `broken` closes it. */
  giveBack(client: PostgresClient, broken: boolean): void {
    client.removeListener?.("error", noteEnd);
    client.release(broken);
  }

  /** What `client` answers. @throws InboxError `inbox_silent` after `ms`: then close the connection */
  async answer<T>(client: PostgresClient, asked: Promise<T>, ms = ANSWER_MS): Promise<T> {
    const answer = await this.#answer(asked, ms).catch(whyEnded(client));
    this.#answeredAt.set(client, performance.now());
    return answer;
  }

  /** The same for a statement of an effect, which takes its time, unless other connections are found silent. */
  patientAnswer<T>(client: PostgresClient, asked: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { since: performance.now(), giveUp: () => reject(inboxError("inbox_silent")) };
      this.#waiting.add(waiting);
      const end = () => this.#waiting.delete(waiting);
      asked.catch(whyEnded(client)).then(resolve, reject).finally(end);
    });
  }

  #answer<T>(asked: Promise<T>, ms: number): Promise<T> {
    return within(ms, asked, () => {
      const error = this.#miss(`no answer within ${ms} ms`);
      this.#missedAt = performance.now();
      this.#tryIdle();
      for (const { since, giveUp } of this.#waiting) if (performance.now() - since > PATIENCE_MS) giveUp();
      throw error;
    });
  }

  #miss(detail: string): Error {
    const error = inboxError("inbox_silent", detail);
    this.#missed(error);
    return error;
  }

  async #connect(): Promise<PostgresClient> {
    if (!this.pool || isEnding(this.pool)) throw inboxError("inbox_pool_ended");
    const asked = this.pool.connect();
    let late = false;
    const client = await within(ANSWER_MS, asked, () => {
      late = true;
      // It comes too late, and goes back.
      asked.then((one) => one.release()).catch(() => {});
      throw this.#miss(`no connection within ${ANSWER_MS} ms`);
    });
    if (!late) client.on?.("error", noteEnd);
    return client;
  }

  #isSuspect(client: PostgresClient): boolean {
    return (this.#answeredAt.get(client) ?? Number.NEGATIVE_INFINITY) < this.#missedAt;
  }

  #pings(client: PostgresClient): Promise<boolean> {
    const answered = client.query("SELECT 1").then(
      () => {
        this.#answeredAt.set(client, performance.now());
        return true;
      },
      () => false,
    );
    return within(PING_MS, answered, () => false);
  }

  /** Closes the idle connections that are silent, all at the same time instead of one by one. */
  #tryIdle(): void {
    const idle = Math.min(AT_ONCE, Number(Object(this.pool).idleCount ?? 0) || 0);
    for (let i = 0; i < idle; i++)
      this.#connect()
        .then(async (client) => this.giveBack(client, this.#isSuspect(client) && !(await this.#pings(client))))
        .catch(() => {});
  }
}

/** What the server said when it ended a connection, of which later statements tell only that it has ended. */
const ends = new WeakMap<object, unknown>();

function noteEnd(this: object, error?: unknown): void {
  if (!ends.has(this)) ends.set(this, error);
}

function whyEnded(client: PostgresClient): (error: unknown) => never {
  return (error) => {
    throw ends.get(client) ?? error;
  };
}
