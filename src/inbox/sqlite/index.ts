/** The inbox in one SQLite file: WAL, `synchronous=FULL`, mode 0600. Several processes of one machine may share it. */

import { type Clocks, SteadyClock } from "../clock.ts";
import { ownerName } from "../owner.ts";
import type { Caps, Store } from "../store.ts";
import { Connection } from "./connection.ts";
import type { Context } from "./context.ts";
import { insertInto } from "./insert.ts";
import { leasesOf, type SqliteEffect } from "./leases.ts";
import { rowsOf } from "./rows.ts";

/**
 * Leases last as long as before. Those of other processes are moved forward only, because the first process to notice
 * must not take what another runs; their own process sets them right when it renews them. What lies ahead of a clock
 * that was set back comes earlier, not later: it may have been stored while the clock was wrong.
 */
const MOVE = `UPDATE inbox SET due = due + ?1
  WHERE state = 'pending' AND (owner = ?2 OR (?1 > 0 AND owner IS NOT NULL) OR (?1 < 0 AND owner IS NULL AND due > ?3))`;

export type SqliteOptions = Caps & { readonly file: string; readonly clocks?: Clocks };

/**
 * Opens a file, or makes it.
 *
 * @throws InboxError `inbox_engine_old`, `inbox_unwritable`, `inbox_damaged`, `inbox_newer`, `inbox_busy`
 */
export function openSqlite({ file, clocks, ...caps }: SqliteOptions): Store<SqliteEffect> {
  const connection = new Connection(file);
  const clock = new SteadyClock(clocks);
  const owner = ownerName();
  const context: Context = {
    connection,
    clock,
    owner,
    now() {
      const step = clock.follow();
      if (step !== 0) connection.prepare(MOVE).run(step, owner, clock.now());
      return clock.now();
    },
  };
  return {
    insert: insertInto(context, caps),
    ...leasesOf(context),
    ...rowsOf(context),
    close: () => connection.close(),
  };
}
