/** The inbox in one SQLite file: WAL, `synchronous=FULL`, mode 0600. Several processes of one machine may share it. */

import { type Clocks, SteadyClock } from "../clock.ts";
import { holderName } from "../holder.ts";
import { type Caps, OPENING_MS, type Opening, type Store } from "../store.ts";
import { Connection, type Context, type Stored } from "./connection.ts";
import { insertInto } from "./insert.ts";
import { createKeyIds } from "./key-ids.ts";
import { createLeases, type SqliteEffect } from "./leases.ts";
import { createRows } from "./rows.ts";

/**
 * Leases last as long as before. Those of other processes are moved forward only, because the first process to notice
 * must not take what another runs; their own process sets them right when it renews them. What lies ahead of a clock
 * that was set back comes earlier, not later: it may have been stored while the clock was wrong.
 */
const MOVE = `UPDATE inbox SET due = due + ?1, put_off = put_off + ?1
  WHERE state = 'pending'
    AND (owner = ?2 OR (?1 > 0 AND owner IS NOT NULL) OR (?1 < 0 AND owner IS NULL AND due > ?3))`;

/** `name`: that of the inbox, null if it has none; left out opens any. */
export type SqliteOptions = Caps & { readonly file: string; readonly name?: string | null; readonly clocks?: Clocks };

/**
 * Opens a file, or makes it.
 *
 * @throws InboxError `inbox_engine_old`, `inbox_unwritable`, `inbox_damaged`, `inbox_newer`, `inbox_busy`,
 * `inbox_foreign`
 */
export function openSqlite({ file, name, clocks, ...caps }: SqliteOptions): Store<SqliteEffect> {
  const connection = new Connection(file, name);
  const clock = new SteadyClock(clocks);
  const holder = holderName();
  const context: Context = {
    connection,
    clock,
    holder,
    now() {
      const step = clock.follow();
      if (step !== 0) connection.prepare(MOVE).run(step, holder, clock.now());
      return clock.now();
    },
  };
  let isNoted = false;
  return {
    insert: insertInto(context, caps),
    ...createLeases(context),
    ...createRows(context),
    ...createKeyIds(connection),
    openings({ program, works }) {
      isNoted = true;
      return connection.write(() => noteOpening(context, program, works));
    },
    logBytes: () => connection.logBytes(),
    emptyLog: async () => connection.emptyLog(),
    async close() {
      const forget = () => connection.prepare("DELETE FROM opening WHERE holder = ?").run(holder);
      if (isNoted) await connection.write(forget).catch(() => undefined);
      isNoted = false;
      await connection.close();
    },
  };
}

/** Returns the openings of all programs. */
function noteOpening({ connection, holder, now }: Context, program: string, works: boolean): Opening[] {
  const time = now();
  connection.prepare("DELETE FROM opening WHERE seen < ?").run(time - OPENING_MS);
  connection.prepare("INSERT OR REPLACE INTO opening VALUES (?, ?, ?, ?)").run(holder, program, works ? 1 : 0, time);
  const found = connection.prepare<Stored<Opening, "works">>("SELECT holder, program, works FROM opening").all();
  return found.map((one) => ({ ...one, works: one.works === 1 }));
}
