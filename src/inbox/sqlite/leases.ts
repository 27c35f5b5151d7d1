/** Who works on which row, and how that ends. */

import type { DatabaseSync } from "node:sqlite";
import { misuse } from "../errors.ts";
import { type Claim, type Claimed, type Lease, type Settlement, type Store, uncounted } from "../store.ts";
import type { Context } from "./context.ts";

/** The part of a `DatabaseSync` that an effect may use. Your tables are in the file of the inbox. */
export type SqliteTransaction = Pick<DatabaseSync, "prepare" | "exec">;

/** Runs in the transaction that completes a row: synchronous, because nothing may wait inside the only writer. */
export type SqliteEffect = (tx: SqliteTransaction) => void;

const HELD = "WHERE id = ? AND fence = ? AND state = 'pending' AND owner IS NOT NULL";
const SETTLE = `UPDATE inbox SET state = ?, due = ?, attempts = attempts - ?, owner = NULL, error = ?, finished = ?,
  retry_until = iif(? = 'unhandled', NULL, retry_until) ${HELD}`;
const RENEW = `UPDATE inbox SET due = ? ${HELD}`;
const DUE = "SELECT id, owner FROM inbox WHERE state = 'pending' AND due <= ? ORDER BY due LIMIT ?";
const NEXT_DUE = "SELECT due FROM inbox WHERE state = 'pending' ORDER BY due LIMIT 1";
const CLAIM = `UPDATE inbox SET due = ?, retry_until = ifnull(retry_until, ?), crashes = iif(owner IS NULL, 0, crashes + 1),
  attempts = attempts + 1, fence = fence + 1, owner = ? WHERE id = ?
  RETURNING id, fence, key, event, verified, label, nullif(payment_owner, '') AS owner, attempts, crashes,
    retry_until, received, body`;
// The index on states leaves out done rows and is taken only by those who say so.
const ADOPT = `UPDATE inbox SET state = 'pending', due = ?
  WHERE state = 'unhandled' AND state <> 'done' AND event = ? AND verified = ?`;
const ADOPT_ALL = `UPDATE inbox SET state = 'pending', due = ?
  WHERE state = 'unhandled' AND state <> 'done' AND (verified OR ?)`;
// A row without an attempt was due when it was stored, by whatever clock.
const CLAMP = `UPDATE inbox SET due = ?1
  WHERE state = 'pending' AND due > ?1 AND (due > ?2 OR (attempts = 0 AND owner IS NULL))`;

type Leases = Required<
  Pick<Store<SqliteEffect>, "claim" | "renew" | "settle" | "complete" | "nextDue" | "adopt" | "clamp">
>;

export function leasesOf(context: Context): Leases {
  const { connection, clock, now } = context;
  return {
    claim: (request) => connection.write(() => claimIn(context, request)),
    settle: (lease, settlement) => connection.write(() => settleIn(context, lease, settlement)),

    renew: (leases, leaseMs) =>
      connection.write(() => {
        const due = now() + leaseMs;
        const renew = connection.prepare(RENEW);
        return leases.filter(({ id, fence }) => renew.run(due, id, fence).changes === 0).map(({ id }) => id);
      }),

    async complete(lease, effect) {
      const { held, failed } = await connection.write(() => completeIn(context, lease, effect));
      if (failed) throw failed.error;
      return held;
    },

    nextDue: () =>
      connection.read(() => {
        const first = connection.prepare(NEXT_DUE).get();
        return first ? Math.max(0, Number(first["due"]) - clock.now()) : null;
      }),

    adopt: (events) =>
      connection.write(() => {
        const time = now();
        if (typeof events === "string")
          return Number(connection.prepare(ADOPT_ALL).run(time, events === "all" ? 1 : 0).changes);
        const adopt = connection.prepare(ADOPT);
        let adopted = 0;
        for (const { event, verified } of events) adopted += Number(adopt.run(time, event, verified ? 1 : 0).changes);
        return adopted;
      }),

    clamp: (aheadMs) =>
      connection.write(() => {
        const time = now();
        return Number(connection.prepare(CLAMP).run(time, time + aheadMs).changes);
      }),
  };
}

function claimIn({ connection, holder, now }: Context, request: Parameters<Store["claim"]>[0]): Claim {
  const { limit, leaseMs, idle, retryForMs } = request;
  const time = now();
  const due = connection.prepare(DUE).all(time, limit);
  const firstCrashed = due.findIndex(({ owner }) => owner !== null);
  const crashed = firstCrashed === 0;
  const taken = crashed ? due.slice(0, idle ? 1 : 0) : due.slice(0, firstCrashed < 0 ? limit : firstCrashed);
  const claim = connection.prepare(CLAIM);
  const rows = taken.map(({ id }) => {
    const found = claim.get(time + leaseMs, time + retryForMs, holder, id as number) as Record<string, unknown>;
    const { retry_until: until, ...row } = found;
    return { ...row, verified: row["verified"] === 1, leftMs: Number(until) - time } as Claimed;
  });
  return { rows, crashed };
}

function settleIn({ connection, now }: Context, { id, fence }: Lease, settlement: Settlement): boolean {
  const time = now();
  const { to } = settlement;
  const due = to === "retry" ? time + settlement.delayMs : time;
  const state = to === "retry" || to === "release" ? "pending" : to;
  const error = "error" in settlement ? settlement.error : null;
  const { changes } = connection
    .prepare(SETTLE)
    .run(state, due, uncounted(settlement), error, to === "done" ? time : null, state, id, fence);
  return changes === 1;
}

/** A failing effect must roll back only its own row: the transaction also has rows of others. */
function completeIn(
  context: Context,
  lease: Lease,
  effect: SqliteEffect,
): { held: boolean; failed: { error: unknown } | undefined } {
  const { db } = context.connection;
  db.exec("SAVEPOINT effect");
  let failed: { error: unknown } | undefined;
  const held = settleIn(context, lease, { to: "done" });
  try {
    if (held) runEffect(effect, db);
  } catch (error) {
    // SQLite or the effect ended the whole transaction: then nothing in it can be reported as durable.
    if (!db.isTransaction) throw error;
    db.exec("ROLLBACK TO effect");
    failed = { error };
  }
  db.exec("RELEASE effect");
  return { held, failed };
}

function runEffect(effect: SqliteEffect, db: DatabaseSync): void {
  // Not the database itself: an effect that closes it would end the inbox.
  const returned: unknown = effect({ prepare: (sql) => db.prepare(sql), exec: (sql) => db.exec(sql) });
  if (typeof (returned as PromiseLike<unknown> | undefined)?.then === "function") {
    // Nothing awaits it, so its failure must not end the process as an unhandled rejection.
    void Promise.resolve(returned).catch(() => undefined);
    throw misuse("effect_async");
  }
  if (!db.isTransaction) {
    throw misuse("effect_transaction");
  }
}
