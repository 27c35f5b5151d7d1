/** Who works on which row, and how that ends. */

import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { throwFailure } from "../../values/function-result.ts";
import { misuse } from "../errors.ts";
import {
  attemptsTakenBack,
  type Claim,
  type Claimed,
  type LaneHeldBy,
  type Lease,
  type Settlement,
  type Store,
  stateAfter,
} from "../store.ts";
import type { Context, Stored } from "./connection.ts";
import { historyWith } from "./schema.ts";

/** The part of a `DatabaseSync` that an effect may use. Your tables are in the file of the inbox. */
export type SqliteTransaction = Pick<DatabaseSync, "prepare" | "exec">;

/** Runs in the transaction that completes a row: synchronous, because nothing may wait inside the only writer. */
export type SqliteEffect = (tx: SqliteTransaction) => void;

const HELD = "WHERE id = ? AND fence = ? AND state = 'pending' AND owner IS NOT NULL";
const SETTLE = `UPDATE inbox SET state = ?, due = ?, attempts = attempts - ?, owner = NULL, error = ?,
  finished = ? ${HELD}`;
// Only an attempt that failed needs this second statement; most attempts succeed.
const NOTE = `UPDATE inbox SET history = ${historyWith("?2")}, put_off = iif(?3 = 'put_off', due, put_off),
  retry_until = CASE WHEN ?3 = 'unhandled' OR attempts = 0 THEN NULL ELSE retry_until + ?4 END WHERE id = ?1`;
const RENEW = `UPDATE inbox SET due = ? ${HELD}`;
const EARLIER = "SELECT 1 FROM inbox AS b WHERE b.lane = i.lane AND b.state IN ('pending', 'dead') AND b.id < i.id";
const FREE: Readonly<Record<LaneHeldBy, string>> = {
  running: "",
  retrying: `AND NOT EXISTS (${EARLIER} AND b.state = 'pending')`,
  dead: `AND NOT EXISTS (${EARLIER})`,
};
const dueIf = (held: LaneHeldBy) => `SELECT id, owner, lane FROM inbox AS i WHERE state = 'pending' AND due <= ?
  AND (lane IS NULL OR owner IS NOT NULL OR (NOT EXISTS (SELECT 1 FROM inbox AS h
    WHERE h.lane = i.lane AND h.owner IS NOT NULL AND h.state = 'pending') ${FREE[held]}))
  ORDER BY due LIMIT ?`;
const NEXT_DUE = "SELECT due FROM inbox WHERE state = 'pending' ORDER BY due LIMIT 1";
const CLAIM = `UPDATE inbox SET due = ?, retry_until = ifnull(retry_until, ?),
  crashes = iif(owner IS NULL, 0, crashes + 1), attempts = attempts + 1, fence = fence + 1, owner = ? WHERE id = ?
  RETURNING id, fence, key, event, verified, label, nullif(payment_owner, '') AS owner, attempts, crashes,
    retry_until, received, body`;
// The index on states leaves out done rows and is taken only by those who say so.
const ADOPT = `UPDATE inbox SET state = 'pending', due = ?
  WHERE state = 'unhandled' AND state <> 'done' AND event = ? AND verified = ?`;
const ADOPT_ALL = `UPDATE inbox SET state = 'pending', due = ?
  WHERE state = 'unhandled' AND state <> 'done' AND (verified OR ?)`;
// A row without an attempt was due when it was stored, by whatever clock.
const CLAMP = `UPDATE inbox SET due = ?1
  WHERE state = 'pending' AND due > ?1 AND due IS NOT put_off AND (due > ?2 OR (attempts = 0 AND owner IS NULL))`;

type DueRow = { id: number; owner: string | null; lane: string | null };
type ClaimedRow = Stored<Omit<Claimed, "leftMs">, "verified"> & { retry_until: number };

type Leases = Required<
  Pick<Store<SqliteEffect>, "claim" | "renew" | "settle" | "complete" | "nextDue" | "adopt" | "clamp">
>;

/** Makes the part of the store that claims, renews and settles rows. */
export function createLeases(context: Context): Leases {
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

    adopt: (events) => connection.write(() => adoptIn(context, events)),

    clamp: (aheadMs) =>
      connection.write(() => {
        const time = now();
        return Number(connection.prepare(CLAMP).run(time, time + aheadMs).changes);
      }),
  };
}

/** Returns how many unhandled rows became pending. */
function adoptIn({ connection, now }: Context, events: Parameters<Store["adopt"]>[0]): number {
  const time = now();
  if (typeof events === "string")
    return Number(connection.prepare(ADOPT_ALL).run(time, events === "all" ? 1 : 0).changes);
  const adopt = connection.prepare(ADOPT);
  let adopted = 0;
  for (const { event, verified } of events) adopted += Number(adopt.run(time, event, verified ? 1 : 0).changes);
  return adopted;
}

function claimIn({ connection, holder, now }: Context, request: Parameters<Store["claim"]>[0]): Claim {
  const { limit, leaseMs, idle, retryForMs, laneHeldBy = "retrying" } = request;
  const time = now();
  const found = connection.prepare<DueRow>(dueIf(laneHeldBy)).all(time, limit);
  const lanes = found.map(({ lane }) => lane);
  const due = found.filter(({ lane }, i) => lane === null || lanes.indexOf(lane) === i);
  const firstCrashed = due.findIndex(({ owner }) => owner !== null);
  const crashed = firstCrashed === 0;
  const taken = crashed ? due.slice(0, idle ? 1 : 0) : due.slice(0, firstCrashed < 0 ? limit : firstCrashed);
  const claim = connection.prepare<ClaimedRow>(CLAIM);
  const claimed = taken.flatMap(({ id }) => claim.get(time + leaseMs, time + retryForMs, holder, id) ?? []);
  const rows = claimed.map(({ retry_until, ...row }) => ({
    ...row,
    verified: row.verified === 1,
    leftMs: retry_until - time,
  }));
  return { rows, crashed };
}

function settleIn({ connection, now }: Context, { id, fence }: Lease, settlement: Settlement): boolean {
  const time = now();
  const { to } = settlement;
  const delayMs = "delayMs" in settlement ? settlement.delayMs : 0;
  const error = "error" in settlement ? settlement.error : null;
  const { changes } = connection
    .prepare(SETTLE)
    .run(stateAfter(to), time + delayMs, attemptsTakenBack(settlement), error, to === "done" ? time : null, id, fence);
  if (changes === 0) return false;
  const happening = JSON.stringify({ at: time, what: to, note: error });
  if (to !== "done") connection.prepare(NOTE).run(id, happening, to, to === "put_off" ? delayMs : 0);
  return true;
}

/** A savepoint that no effect names by chance. */
const MARK = "collections_contract_effect";

/** A failing effect must roll back only its own row: the transaction also has rows of others. */
function completeIn(context: Context, lease: Lease, effect: SqliteEffect) {
  const { db } = context.connection;
  db.exec(`SAVEPOINT ${MARK}`);
  let failed: { error: unknown } | undefined;
  const held = settleIn(context, lease, { to: "done" });
  try {
    if (held) runEffect(effect, db);
  } catch (error) {
    failed = { error };
  }
  try {
    if (failed) db.exec(`ROLLBACK TO ${MARK}`);
    db.exec(`RELEASE ${MARK}`);
  } catch {
    // SQLite or the effect ended the whole transaction: then nothing in it can be reported as durable.
    throw failed?.error ?? misuse("effect_transaction");
  }
  return { held, failed };
}

/** A text that may write, but not by the function `replace()`. */
const WRITES = /\b(?:insert|update|delete|replace(?!\s*\())\b/i;

/** The effect that runs in a database: statements that an earlier one kept run in this one. */
const running = new WeakMap<DatabaseSync, { hasPrepared: boolean; hasRun: boolean }>();

/** Runs an effect, which uses its transaction until it returns. Of what it prepares to write, something has to run. */
function runEffect(effect: SqliteEffect, db: DatabaseSync): void {
  const seen = { hasPrepared: false, hasRun: false };
  const inTime =
    <V extends unknown[], R>(use: (...values: V) => R, runs: boolean, statement?: StatementSync) =>
    (...values: V): R => {
      const current = running.get(db);
      if (!current) throw misuse("effect_transaction");
      current.hasRun ||= runs;
      return use.apply(statement, values);
    };
  const prepare = inTime((sql: string) => {
    const statement = db.prepare(sql);
    if (!seen.hasPrepared && WRITES.test(sql)) Object.assign(seen, { hasPrepared: true, hasRun: false });
    // SQLite prepares the first of several statements, and says nothing of the others.
    const rest = sql.slice(statement.sourceSQL.length);
    if (rest.replace(/--.*|\/\*[\s\S]*?\*\/|[\s;]/g, "")) throw misuse("effect_statements");
    const [run, get] = [inTime(statement.run, true, statement), inTime(statement.get, true, statement)];
    const all = inTime(statement.all, true, statement);
    // What iterates runs at its first step, and keeps the transaction open until its last.
    const iterate = (...values: SQLInputValue[]) => statement.all(...values).values();
    return Object.assign(statement, { run, get, all, iterate });
  }, false);
  running.set(db, seen);
  try {
    // Not the database itself: an effect that closes it would end the inbox.
    const exec = (sql: string) => {
      seen.hasPrepared ||= WRITES.test(sql);
      db.exec(sql);
    };
    const returned: unknown = effect({ prepare, exec: inTime(exec, true) });
    if (typeof Object(returned).then === "function") {
      // Nothing awaits it, so its failure must not end the process as an unhandled rejection.
      void Promise.resolve(returned).catch(() => undefined);
      throw misuse("effect_async");
    }
    throwFailure(returned);
    if (seen.hasPrepared && !seen.hasRun) throw misuse("effect_statements");
  } finally {
    running.delete(db);
  }
}
