/**
 * The inbox in PostgreSQL: tables of its own, claims by `SKIP LOCKED`, `LISTEN` for new rows. Any number of processes
 * may share it.
 */

import { errorMessage } from "../../errors/caught.ts";
import { guard } from "../../network/postgres.ts";
import { inboxError } from "../errors.ts";
import { holderName } from "../holder.ts";
import { wrongOption } from "../option-checks.ts";
import type { Caps, Store } from "../store.ts";
import { ANSWER_MS, Connections } from "./connections.ts";
import { insertInto } from "./insert.ts";
import { createKeyIds } from "./key-ids.ts";
import { completeIn, createLeases } from "./leases.ts";
import { Meter } from "./meter.ts";
import { createOpenings } from "./openings.ts";
import {
  canListen,
  isPool,
  limitConnecting,
  type PostgresClient,
  type PostgresEffect,
  type PostgresPool,
  type PostgresQueries,
} from "./pool.ts";
import { createRows } from "./rows.ts";
import { migrate } from "./schema.ts";
import { Session } from "./session.ts";
import { ofInbox } from "./tables.ts";
import { CHANNEL } from "./versions.ts";
import { Watch } from "./watch.ts";

/** `told`: called with the error of a database that did not answer, or that its owner ended. */
export type PostgresOptions = Caps & { readonly name?: string | undefined; readonly told?: (error: unknown) => void };

/**
 * Opens the inbox `name` of a database, or creates it. The pool stays yours. Without connections of its own
 * (`connect`), the store has no `complete`, and does not hear of rows of other processes.
 *
 * @throws InboxError `inbox_unreachable`, `inbox_newer`, `inbox_busy`, `inbox_not_migrated`, `inbox_pool_ended`
 * @throws MisuseError `inbox_option`
 */
export async function openPostgres(
  queries: PostgresPool | PostgresQueries,
  { name, told = ignore, ...caps }: PostgresOptions,
): Promise<Store<PostgresEffect>> {
  const pool = isPool(queries) ? queries : undefined;
  const connections = new Connections(queries, pool, told);
  const unguard = pool ? guard(pool) : ignore;
  const own = await prepare(connections, pool, name).catch((error: unknown) => {
    unguard();
    throw error;
  });
  const session = new Session(connections, own, holderName());
  const meter = new Meter(session, caps);
  const openings = createOpenings(session);
  const watches: Watch[] = [];
  const channel = ofInbox(CHANNEL, name);
  return {
    insert: insertInto(session, meter),
    ...createLeases(session),
    ...createRows(session, meter),
    ...createKeyIds(session),
    openings: openings.note,
    ...(pool && {
      complete: (...given) => completeIn(session, ...given),
      ...(canListen(pool) && {
        watch: (wake) => void watches.push(new Watch({ connections, channel, wake, ended: told })),
      }),
    }),
    async close() {
      for (const watch of watches.splice(0)) watch.stop();
      await openings.forget();
      await session.close();
      unguard();
    },
  };
}

/** Creates or upgrades the tables. Returns what puts the names of this inbox into a statement. */
async function prepare(connections: Connections, pool: PostgresPool | undefined, name: string | undefined) {
  if (pool) limitConnecting(pool, ANSWER_MS);
  const own = await migrate(connections, name);
  if (pool) await tryTransaction(connections);
  return own;
}

/**
 * PgBouncer can pool by statement. Then every `complete` would fail, and its row would die.
 *
 * @throws MisuseError `inbox_option`
 * @throws InboxError `inbox_unreachable`
 */
async function tryTransaction(connections: Connections): Promise<void> {
  let client: PostgresClient | undefined;
  let failed = true;
  try {
    client = await connections.take();
    await connections.answer(client, client.query("BEGIN"));
    await connections.answer(client, client.query("ROLLBACK"));
    failed = false;
  } catch (error) {
    if (/statement pooling/.test(errorMessage(error)))
      throw wrongOption("postgres has transactions: use session or transaction pooling, not statement pooling.");
    throw inboxError("inbox_unreachable", undefined, error);
  } finally {
    if (client) connections.giveBack(client, failed);
  }
}

function ignore(): void {}
