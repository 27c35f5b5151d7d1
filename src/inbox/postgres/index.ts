/**
 * The inbox in PostgreSQL: tables of its own, claims by `SKIP LOCKED`, `LISTEN` for new rows. Any number of processes
 * may share it.
 */

import { messageOf } from "../../errors/caught.ts";
import { inboxError } from "../errors.ts";
import { wrongOption } from "../options.ts";
import { ownerName } from "../owner.ts";
import type { Caps, Store } from "../store.ts";
import { insertInto } from "./insert.ts";
import { completeIn, leasesOf } from "./leases.ts";
import { Meter } from "./meter.ts";
import {
  canListen,
  isPool,
  type PostgresClient,
  type PostgresEffect,
  type PostgresPool,
  type PostgresQueries,
} from "./pool.ts";
import { rowsOf } from "./rows.ts";
import { migrate } from "./schema.ts";
import { Session } from "./session.ts";
import { Watch } from "./watch.ts";

/**
 * Opens the inbox of a database, or creates it. The pool stays yours. Without connections of its own (`connect`), the
 * store has no `complete`, and does not hear of rows of other processes. @throws InboxError `inbox_unreachable`,
 * `inbox_newer`
 * @throws MisuseError `inbox_option`
 */
export async function openPostgres(
  queries: PostgresPool | PostgresQueries,
  caps: Caps,
): Promise<Store<PostgresEffect>> {
  const pool = isPool(queries) ? queries : undefined;
  const unguard = pool ? guard(pool) : ignore;
  try {
    await migrate(queries);
    if (pool) await tryTransaction(pool);
  } catch (error) {
    unguard();
    throw error;
  }
  const session = new Session(queries, ownerName());
  const meter = new Meter(session, caps);
  const watches: Watch[] = [];
  return {
    insert: insertInto(session, meter),
    ...leasesOf(session),
    ...rowsOf(session, meter),
    ...(pool && {
      complete: (lease, effect, signal) => completeIn(pool, session, lease, effect, signal),
      ...(canListen(pool) && { watch: (wake) => void watches.push(new Watch(pool, wake)) }),
    }),
    async close() {
      for (const watch of watches.splice(0)) watch.stop();
      await session.close();
      unguard();
    },
  };
}

/**
 * PgBouncer can pool by statement. Then every `complete` would fail, and its row would die.
 *
 * @throws MisuseError `inbox_option`
 * @throws InboxError `inbox_unreachable`
 */
async function tryTransaction(pool: PostgresPool): Promise<void> {
  const client = await pool.connect().catch((error) => {
    throw inboxError("inbox_unreachable", undefined, error);
  });
  let failed = true;
  try {
    await client.query("BEGIN");
    await client.query("ROLLBACK");
    failed = false;
  } catch (error) {
    if (/statement pooling/.test(messageOf(error)))
      throw wrongOption("postgres has transactions: use session or transaction pooling, not statement pooling.");
    throw inboxError("inbox_unreachable", undefined, error);
  } finally {
    client.release(failed);
  }
}

/**
 * Keeps a broken connection from ending the process; the next query tells that it broke. A pool listens only while a
 * connection is idle, and a server that stops may end a new one in the moment in which it is handed out.
 */
function guard(pool: PostgresPool): () => void {
  const listen = (client: PostgresClient) => void client.on?.("error", ignore);
  pool.on?.("error", ignore);
  pool.on?.("connect", listen);
  return () => {
    pool.removeListener?.("error", ignore);
    pool.removeListener?.("connect", listen);
  };
}

function ignore(): void {}
