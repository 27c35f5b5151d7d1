/** Who works on which row, and how that ends. */

import { setImmediate } from "node:timers/promises";
import { errorCause, errorCode } from "../../errors/caught.ts";
import { throwFailure } from "../../values/function-result.ts";
import { type FailedEffect, watchFailure } from "../awaitable.ts";
import { misuse } from "../errors.ts";
import {
  attemptsTakenBack,
  type Claim,
  type Claimed,
  type Lease,
  type Settlement,
  type Store,
  stateAfter,
} from "../store.ts";
import { inBatches } from "./batches.ts";
import { LONG_MS } from "./connections.ts";
import type { PostgresEffect } from "./pool.ts";
import { historyWith, NOW } from "./schema.ts";
import { OfEffect, type Session } from "./session.ts";

/** How long to wait for a row that somebody else has locked. */
const LOCKED_MS = 3_000;

// Rows up to the first whose lease ended unsettled; that one alone, if it is the first and the claimer is idle.
const CLAIM = `WITH due AS (
    SELECT id, due, lane, owner IS NOT NULL AS crashed FROM collections_inbox AS i
    WHERE state = 'pending' AND due <= ${NOW} AND (lane IS NULL OR owner IS NOT NULL OR NOT (
      EXISTS (SELECT FROM collections_inbox AS h WHERE h.lane = i.lane AND h.owner IS NOT NULL AND h.state = 'pending')
      OR ($6 <> 'running' AND EXISTS (SELECT FROM collections_inbox AS b WHERE b.lane = i.lane AND b.id < i.id
        AND b.state IN ('pending', 'dead') AND (b.state = 'pending' OR $6 = 'dead')))))
    ORDER BY due, id LIMIT $1 FOR UPDATE SKIP LOCKED),
  numbered AS (
    SELECT *, row_number() OVER w AS n, bool_or(crashed) OVER w AS past,
      row_number() OVER (PARTITION BY lane ORDER BY due, id) AS nth FROM due WINDOW w AS (ORDER BY due, id)),
  claimed AS (
    UPDATE collections_inbox AS i
    SET due = ${NOW} + $2, attempts = i.attempts + 1, fence = i.fence + 1, owner = $3,
      crashes = CASE WHEN crashed THEN i.crashes + 1 ELSE 0 END, retry_until = coalesce(i.retry_until, ${NOW} + $5)
    FROM numbered WHERE i.id = numbered.id AND (NOT past OR (n = 1 AND $4::boolean)) AND (nth = 1 OR i.lane IS NULL)
    RETURNING n, i.id::float8 AS id, fence::float8 AS fence, key, event, verified, label, payment_owner AS owner,
      attempts, crashes, (retry_until - ${NOW})::float8 AS "leftMs", received::float8 AS received, body)
  SELECT claimed.*, coalesce((SELECT crashed FROM numbered WHERE n = 1), false) AS crashed
  FROM (SELECT) AS one LEFT JOIN claimed ON true ORDER BY n`;
// A row that is locked by its effect, or by a transaction that has not ended, is held, and is not waited for.
const RENEW = `WITH held AS (
    SELECT i.id FROM collections_inbox AS i JOIN unnest($1::bigint[], $2::bigint[]) AS lease (id, fence)
    ON i.id = lease.id AND i.fence = lease.fence WHERE state = 'pending' AND owner IS NOT NULL),
  free AS (
    SELECT i.id FROM collections_inbox AS i WHERE i.id IN (SELECT id FROM held) ORDER BY i.id FOR UPDATE SKIP LOCKED),
  renewed AS (UPDATE collections_inbox AS i SET due = ${NOW} + $3 FROM free WHERE i.id = free.id)
  SELECT id::float8 AS id FROM held`;
/** `condition`: one more, before all others. */
const settleIf = (condition: string) => `UPDATE collections_inbox AS i
  SET state = given.state, due = clock.now + delay, attempts = i.attempts - uncounted, owner = NULL,
    error = given.error, finished = CASE WHEN given.state = 'done' THEN clock.now END,
    put_off = CASE WHEN what = 'put_off' THEN clock.now + delay ELSE put_off END,
    retry_until = CASE WHEN given.state = 'unhandled' OR (what = 'put_off' AND attempts = 1) THEN NULL
      WHEN what = 'put_off' THEN i.retry_until + delay ELSE i.retry_until END,
    history = CASE WHEN what = 'done' THEN history ELSE ${historyWith("what", "given.error")} END
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::int[], $6::text[], $7::text[])
    AS given (id, fence, state, delay, uncounted, error, what), (SELECT ${NOW} AS now) AS clock
  WHERE ${condition} i.id = given.id AND i.fence = given.fence AND i.state = 'pending' AND i.owner IS NOT NULL
  RETURNING i.id::float8 AS id, i.fence::float8 AS fence`;
// What an effect sets for its session would reach others over the pool.
const SETTINGS = `search_path role statement_timeout TimeZone DateStyle IntervalStyle client_encoding \
default_transaction_isolation default_transaction_read_only lc_monetary lc_numeric row_security \
session_replication_role standard_conforming_strings transform_null_equals`;
// If the way to the server goes silent, the server ends the transaction, which would keep the row locked.
const SETTLE = settleIf(`(SELECT CASE current_setting('idle_in_transaction_session_timeout') WHEN '0'
  THEN set_config('idle_in_transaction_session_timeout', $8::text, true) ELSE '' END) IS NOT NULL
  AND set_config('collections_contract.settings', (SELECT json_object_agg(name, current_setting(name))::text
    FROM unnest(string_to_array('${SETTINGS}', ' ')) AS name), true) <> '' AND`);
// A row that somebody else has locked is tried again later: a statement that waits looks like a silent connection.
const SETTLE_FREE = settleIf(`(SELECT set_config('lock_timeout', '${LOCKED_MS}', true)) IS NOT NULL AND`);
const ADOPT = `UPDATE collections_inbox AS i SET state = 'pending', due = ${NOW}
  FROM unnest($1::text[], $2::boolean[]) AS known (event, verified)
  WHERE i.state = 'unhandled' AND i.event = known.event AND i.verified = known.verified RETURNING i.id`;
const ADOPT_ALL = `UPDATE collections_inbox SET state = 'pending', due = ${NOW}
  WHERE state = 'unhandled' AND (verified OR $1::boolean) RETURNING id`;
// A row without an attempt was due when it was stored, by whatever clock.
const CLAMP = `UPDATE collections_inbox SET due = ${NOW} WHERE state = 'pending' AND due > ${NOW}
  AND due IS DISTINCT FROM put_off
  AND (due > ${NOW} + $1 OR (attempts = 0 AND owner IS NULL)) RETURNING id`;
const NEXT_DUE = `SELECT greatest(0, due - ${NOW})::float8 AS wait FROM collections_inbox
  WHERE state = 'pending' ORDER BY due, id LIMIT 1`;
// PostgreSQL reads a held cursor at a commit, which fails as this one cannot be read.
const BEGIN = `BEGIN; DECLARE what_only_the_inbox_commits CURSOR WITH HOLD FOR SELECT
  ('the inbox ends its transaction: an effect neither commits it nor rolls it back ' || random())::int`;
const COMMIT = `CLOSE what_only_the_inbox_commits; SELECT set_config(key, value, false)
  FROM json_each_text(nullif(current_setting('collections_contract.settings'), '')::json)
  WHERE current_setting(key) <> value; COMMIT`;

type Leases = Required<Pick<Store<PostgresEffect>, "claim" | "renew" | "settle" | "nextDue" | "adopt" | "clamp">>;

/** An attempt that ended, and how. */
type Ended = readonly [Lease, Settlement];

/** Makes the part of the store that claims, renews and settles rows. */
export function createLeases(session: Session): Leases {
  const settle = inBatches(async (ended: readonly Ended[]) => {
    const held = await session.ask(SETTLE_FREE, settleColumns(ended));
    return ended.map(([lease]) => held.some(({ id, fence }) => id === lease.id && fence === lease.fence));
  });
  return {
    claim: (request) => claimIn(session, request),

    async renew(leases, leaseMs) {
      const ids = leases.map(({ id }) => id);
      const kept = await session.query(RENEW, [ids, leases.map(({ fence }) => fence), leaseMs]);
      const held = new Set(kept.map(({ id }) => id));
      return ids.filter((id) => !held.has(id));
    },

    settle: (...ended) => session.run(() => settle(ended)),

    async nextDue() {
      const [first] = await session.query(NEXT_DUE);
      return first ? Number(first["wait"]) : null;
    },

    async adopt(events) {
      if (typeof events === "string") return (await session.query(ADOPT_ALL, [events === "all"], LONG_MS)).length;
      const names = events.map(({ event }) => event);
      return (await session.query(ADOPT, [names, events.map(({ verified }) => verified)], LONG_MS)).length;
    },

    async clamp(aheadMs) {
      return (await session.query(CLAMP, [aheadMs], LONG_MS)).length;
    },
  };
}

/** A claimed row and its number; one without an id if nothing was claimed. */
type Found = (Claimed | { readonly id: null }) & { readonly n: number; readonly crashed: boolean };

async function claimIn(session: Session, request: Parameters<Store["claim"]>[0]): Promise<Claim> {
  const { limit, leaseMs, idle, retryForMs, laneHeldBy = "retrying" } = request;
  try {
    const values = [limit, leaseMs, session.holder, idle, retryForMs, laneHeldBy];
    const found = await session.query<Found>(CLAIM, values);
    const rows = found.flatMap(({ n: _, crashed: __, ...row }) => (row.id === null ? [] : row));
    return { rows, crashed: found[0]?.crashed === true };
  } catch (error) {
    // Another process took a row of the same lane in the same moment, and the index refused the second.
    if (errorCode(errorCause(error)) === "23505") return { rows: [], crashed: false };
    throw error;
  }
}

/** A transaction that a statement of its effect aborted, and a deferred constraint that the effect broke. */
const BY_EFFECT = /^25P02$|^23/;

/** `complete` of a store whose pool hands out connections. */
export async function completeIn(
  session: Session,
  lease: Lease,
  effect: PostgresEffect,
  signal?: AbortSignal,
  deadlineMs = 60_000,
): Promise<boolean> {
  try {
    return await session.connected(async (client) => {
      const ask = (text: string, values?: unknown[]) => session.on(client, text, values);
      await ask(BEGIN);
      const [held] = await ask(SETTLE, [...settleColumns([[lease, { to: "done" }]]), String(deadlineMs)]);
      if (!held) {
        await ask("ROLLBACK");
        return false;
      }
      await runEffect(effect, (...given) => session.ofEffect(client, ...given), signal);
      try {
        await ask(COMMIT);
      } catch (error) {
        // The cursor ended with the transaction.
        if (errorCode(error) === "34000") throw misuse("effect_transaction");
        throw BY_EFFECT.test(errorCode(error) ?? "") ? new OfEffect(error) : error;
      }
      return true;
    });
  } catch (error) {
    throw error instanceof OfEffect ? error.error : error;
  }
}

/**
 * Runs an effect on the connection of its transaction, which it cannot use any more afterwards, and waits for
 * statements that it did not await. One that is aborted is not waited for: its connection is closed, which ends the
 * transaction.
 */
async function runEffect(
  effect: PostgresEffect,
  query: Parameters<PostgresEffect>[0]["query"],
  signal = new AbortController().signal,
): Promise<void> {
  let over = false;
  let open = 0;
  let last: Promise<unknown> | undefined;
  const failures: FailedEffect[] = [];
  const aborted = Promise.withResolvers<never>();
  const giveUp = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  const run = async () => {
    const result = await effect({
      query: (...given) => {
        if (over) return Promise.reject(misuse("effect_transaction"));
        const answer = query(...given).finally(() => open--);
        open++;
        last = answer;
        return watchFailure(answer, (failed) => failures.push(failed));
      },
    });
    throwFailure(result);
    do {
      await Promise.allSettled([last]);
      // What waits for the answer may ask once more.
      await setImmediate();
    } while (open > 0);
    const missed = failures.find((failed) => failed.isMissed());
    if (missed) throw missed.error;
  };
  try {
    signal.throwIfAborted();
    await Promise.race([run(), aborted.promise]);
  } catch (error) {
    throw new OfEffect(error);
  } finally {
    over = true;
    signal.removeEventListener("abort", giveUp);
  }
}

/** The columns of SETTLE. */
function settleColumns(ended: readonly Ended[]): unknown[][] {
  const of = (take: (lease: Lease, settlement: Settlement) => unknown) =>
    ended.map(([lease, settlement]) => take(lease, settlement));
  return [
    of(({ id }) => id),
    of(({ fence }) => fence),
    of((_, { to }) => stateAfter(to)),
    of((_, settlement) => ("delayMs" in settlement ? settlement.delayMs : 0)),
    of((_, settlement) => attemptsTakenBack(settlement)),
    of((_, settlement) => ("error" in settlement ? (settlement.error?.replaceAll("\0", "") ?? null) : null)),
    of((_, { to }) => to),
  ];
}
