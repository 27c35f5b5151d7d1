/**
 * Where a process that is killed keeps its rows and its effects: an SQLite file, or the database `postgres` of a server
 * on a port.
 */

import { DatabaseSync } from "node:sqlite";
import { poolOn } from "../../scripts/servers/postgres.ts";
import {
  type Inbox,
  type InboxOptions,
  openInbox,
  type PostgresQueries,
  type SqliteEffect,
} from "../../src/inbox/index.ts";

export type OpenPlace = {
  /** Typed as if it were in SQLite; `effect` fits to where it really is. */
  readonly inbox: Inbox<SqliteEffect>;
  /** For `complete`: records the effect in the transaction of the row. */
  effect(id: number): SqliteEffect;
  /** Records the effect in a transaction of its own. */
  effectAlone(id: number): Promise<unknown>;
  /** The payments of all effects, as often as they took place. */
  effects(): Promise<number[]>;
  close(): Promise<void>;
};

const INSERT = "INSERT INTO effect (payment) VALUES";

/** Opens the inbox and its table of effects. */
export async function openPlace(
  kind: "sqlite" | "postgres",
  place: string,
  options: InboxOptions<false> = {},
): Promise<OpenPlace> {
  const quiet = { onProblem: () => undefined, ...options };
  if (kind === "sqlite") {
    const inbox = await openInbox({ file: place, ...quiet });
    const db = new DatabaseSync(place, { timeout: 5_000 });
    db.exec("CREATE TABLE IF NOT EXISTS effect (payment INTEGER)");
    return {
      inbox: inbox as unknown as Inbox<SqliteEffect>,
      effect: (id) => (tx) => void tx.prepare(`${INSERT} (?)`).run(id),
      effectAlone: async (id) => db.prepare(`${INSERT} (?)`).run(id),
      effects: async () =>
        db
          .prepare("SELECT payment FROM effect")
          .all()
          .map(({ payment }) => Number(payment)),
      async close() {
        db.close();
        await inbox.close();
      },
    };
  }
  const pool = poolOn(Number(place));
  const inbox = await openInbox({ postgres: pool, ...quiet });
  await pool.query("CREATE TABLE IF NOT EXISTS effect (payment bigint)").catch(() => undefined);
  return {
    inbox: inbox as unknown as Inbox<SqliteEffect>,
    effect: (id) =>
      (async (tx: PostgresQueries) => void (await tx.query(`${INSERT} ($1)`, [id]))) as unknown as SqliteEffect,
    effectAlone: (id) => pool.query(`${INSERT} ($1)`, [id]),
    effects: async () => (await pool.query("SELECT payment FROM effect")).rows.map(({ payment }) => Number(payment)),
    async close() {
      await inbox.close();
      await pool.end();
    },
  };
}
