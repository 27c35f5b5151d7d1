/** Stores verified deliveries durably before they are acknowledged, and handles them until they are done. */

import "../runtime/supported-node.ts";
import { resolve } from "node:path";
import { isOnSharedDisk } from "../files/sqlite.ts";
import { encryptStore, readKeyRing } from "./encrypted.ts";
import { inboxError } from "./errors.ts";
import { Inbox } from "./inbox.ts";
import { childRunner } from "./modules/runner.ts";
import { wrongOption } from "./option-checks.ts";
import { checkOptions, type InboxOptions, readLimits } from "./options.ts";
import { isPool, type PostgresEffect, type PostgresPool, type PostgresQueries, roomIn } from "./postgres/pool.ts";
import { createReport, type Report, seldom } from "./problem.ts";
import { findTracing } from "./spans.ts";
import type { SqliteEffect } from "./sqlite/leases.ts";
import type { Store } from "./store.ts";

export type { EncryptionKey } from "../encryption.ts";
export type { InboxCode, InboxProblemCode } from "../errors/inbox.ts";
export { InboxError } from "../errors/inbox.ts";
export type {
  Context,
  Dispatch,
  DispatchedRow,
  DispatchOptions,
  Handler,
  Handlers,
  MoreHandlers,
  StoredEvent,
  StoredUnverifiedEvent,
} from "./handlers.ts";
export type { Health } from "./health.ts";
export type { Inbox } from "./inbox.ts";
export type { Histogram, Stats } from "./meters.ts";
export type { Conflict, DeliveryName, InboxOptions, WorkOptions } from "./options.ts";
export type { PostgresClient, PostgresEffect, PostgresPool, PostgresQueries, PostgresResult } from "./postgres/pool.ts";
export type { ProbeOptions } from "./probes.ts";
export type { InboxProblem } from "./problem.ts";
export { PutOff } from "./put-off.ts";
export type { SqliteEffect, SqliteTransaction } from "./sqlite/leases.ts";
export type * from "./store.ts";

/** A file on this machine, created with mode 0600 if missing. Needs SQLite 3.51.3 (Node 24). */
export type InFile = { readonly file: string };

/**
 * A database that many machines share: a `Pool` of the package `pg`, or anything with the same functions. You must
 * end it yourself.
 */
export type InPostgres = { readonly postgres: PostgresPool };

/** Any client of PostgreSQL with the `query` of `pg`. Without `connect`, `complete` is absent. */
export type InPostgresQueries = { readonly postgres: PostgresQueries & { readonly connect?: undefined } };

/** Your own store. */
export type InStore<Effect> = { readonly store: Store<Effect> };

/**
 * Opens an inbox in an SQLite file (`file`), in PostgreSQL (`postgres`), or over a store of your own (`store`). Give
 * it to a receiver, and call `work()` here or in another process. Close it before the process ends: `await
 * inbox.close()`.
 *
 * @throws InboxError `inbox_engine_old`, `inbox_unwritable`, `inbox_damaged`, `inbox_newer`, `inbox_busy`,
 * `inbox_foreign`, `inbox_unreachable`, `inbox_not_migrated`, `inbox_pool_ended`, `inbox_key_missing`
 * @throws MisuseError `inbox_option`
 */
export function openInbox<const B extends boolean = false>(
  options: InFile & InboxOptions<B>,
): Promise<Inbox<SqliteEffect, B>>;
export function openInbox<const B extends boolean = false>(
  options: InPostgres & InboxOptions<B>,
): Promise<Inbox<PostgresEffect, B>>;
export function openInbox<const B extends boolean = false>(
  options: InPostgresQueries & InboxOptions<B>,
): Promise<Inbox<never, B>>;
export function openInbox<Effect, const B extends boolean = false>(
  options: InStore<Effect> & InboxOptions<B>,
): Promise<Inbox<Effect, B>>;
export async function openInbox(
  options: (InFile | InPostgres | InPostgresQueries | InStore<never>) & InboxOptions,
): Promise<Inbox<never, boolean>> {
  checkOptions(options);
  const ring = readKeyRing(options.encryptionKeys);
  const tracing = await findTracing();
  const report = createReport(options.onProblem);
  const parts = { tracing, report };
  if ("store" in options && options.store) {
    if (ring) throw wrongOption("encryptionKeys needs a file or postgres.");
    return new Inbox({ ...parts, store: options.store, module: childRunner() }, options);
  }
  const { store, file, room } = await openStore(options, report);
  try {
    return new Inbox(
      { ...parts, store: await encryptStore(store, ring, report), module: childRunner(file), room },
      options,
    );
  } catch (error) {
    await store.close();
    throw error;
  }
}

type Opened = { store: Store<never>; file?: string; room?: number | undefined };

async function openStore(
  options: (InFile | InPostgres | InPostgresQueries | InStore<never>) & InboxOptions,
  report: Report,
): Promise<Opened> {
  const { name } = options;
  const limits = readLimits(options);
  if ("postgres" in options && options.postgres) {
    const { postgres } = options;
    const { openPostgres } = await import("./postgres/index.ts");
    const told = seldom((error) => report({ code: "inbox_failed", error }));
    const store = await openPostgres(postgres, { ...limits, name, told });
    return { store, room: isPool(postgres) ? roomIn(postgres) : undefined };
  }
  const file = resolve((options as InFile).file);
  // Loaded only when needed: not every runtime has node:sqlite.
  const { openSqlite } = await import("./sqlite/index.ts");
  const store = openSqlite({ file, ...limits, name: name ?? null });
  if (isOnSharedDisk(file)) report({ code: "inbox_disk_shared", error: inboxError("inbox_disk_shared", file) });
  return { store, file };
}
