/**
 * The inbox in PostgreSQL: tables of its own, claims by `SKIP LOCKED`, `LISTEN` for new rows. Any number of processes
 * may share it.
 */

import { ownerName } from "../owner.ts";
import type { Caps, Store } from "../store.ts";
import { insertInto } from "./insert.ts";
import { leasesOf } from "./leases.ts";
import { Meter } from "./meter.ts";
import type { PostgresEffect, PostgresPool } from "./pool.ts";
import { rowsOf } from "./rows.ts";
import { migrate } from "./schema.ts";
import { Session } from "./session.ts";
import { Watch } from "./watch.ts";

/**
 * Opens the inbox of a database, or creates it. The pool stays yours. @throws InboxError `inbox_unreachable`,
 * `inbox_newer`
 */
export async function openPostgres(pool: PostgresPool, caps: Caps): Promise<Store<PostgresEffect>> {
  await migrate(pool);
  pool.on?.("error", ignore);
  const session = new Session(pool, ownerName());
  const meter = new Meter(session, caps);
  const watches: Watch[] = [];
  return {
    insert: insertInto(session, meter),
    ...leasesOf(session),
    ...rowsOf(session, meter),
    watch(wake) {
      watches.push(new Watch(pool, wake));
    },
    async close() {
      for (const watch of watches.splice(0)) watch.stop();
      await session.close();
      pool.removeListener?.("error", ignore);
    },
  };
}

/** An idle connection broke, because the server restarts, say. The pool has dropped it, and the next query tells. */
function ignore(): void {}
