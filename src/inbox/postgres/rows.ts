/** What people ask and do: look, retry, discard, erase; and what time does: prune. */

import { zeroCounts } from "../../values/names.ts";
import {
  type ErasedRow,
  type Happening,
  type Row,
  STATES,
  type State,
  type Store,
  type StoredRow,
  type Totals,
} from "../store.ts";
import { LONG_MS } from "./connections.ts";
import type { Meter } from "./meter.ts";
import { historyWith, NOW } from "./schema.ts";
import type { Session } from "./session.ts";
import { text } from "./text.ts";

const COLUMNS = `id::float8 AS id, key, event, verified, payment, label, payment_owner AS owner, state, attempts,
  due::float8 AS due, CASE WHEN state = 'pending' AND owner IS NULL AND due = put_off
    THEN due::float8 END AS "putOffUntil", retry_until::float8 AS "retryUntil", lane, owner AS holder, error,
  received::float8 AS received, finished::float8 AS finished, conflict_of::float8 AS "conflictOf", digest, size`;
const AHEAD = `(SELECT coalesce(json_agg(first ORDER BY id), '[]') FROM (
  SELECT min(b.id) AS id, b.state FROM collections_inbox AS b WHERE b.lane = collections_inbox.lane
    AND b.state IN ('pending', 'dead') AND b.id < collections_inbox.id AND collections_inbox.state = 'pending'
    GROUP BY b.state) AS first) AS ahead`;
const OWNER = "coalesce(payment_owner, label)";
/** A person did it. */
const byPerson = (what: Happening["what"], note?: string) => `history = ${historyWith(`'${what}'`, note)}`;
const RETRY = `UPDATE collections_inbox SET ${byPerson("retried")}, state = 'pending', due = ${NOW}, attempts = 0,
    fence = fence + 1, owner = NULL, error = NULL, finished = NULL, retry_until = NULL, crashes = 0
  WHERE id = ANY ($1::bigint[]) AND state = ANY ($2::text[]) AND body IS NOT NULL
    AND NOT (state = 'pending' AND owner IS NOT NULL AND due > ${NOW}) RETURNING id::float8 AS id`;
const DISCARD = `UPDATE collections_inbox SET ${byPerson("discarded", "$3::text")}, state = 'discarded',
    finished = ${NOW}, fence = fence + 1, owner = NULL
  WHERE id = ANY ($1::bigint[]) AND state = ANY ($2::text[]) AND state NOT IN ('done', 'discarded')
  RETURNING id::float8 AS id`;
const PUT_OFF = `UPDATE collections_inbox SET ${byPerson("postponed", "$3::text")}, due = clock.now + $2,
    put_off = clock.now + $2, owner = NULL, fence = fence + 1, retry_until = retry_until + $2
  FROM (SELECT ${NOW} AS now) AS clock WHERE id = ANY ($1::bigint[]) AND state = 'pending'
    AND NOT (owner IS NOT NULL AND due > clock.now) RETURNING id::float8 AS id`;
const ERASE = `UPDATE collections_inbox SET body = NULL, error = NULL, lane = NULL, fence = fence + 1, owner = NULL,
    history = jsonb_build_array(jsonb_build_object('at', ${NOW}, 'what', 'erased', 'note', NULL)),
    finished = coalesce(finished, ${NOW}), state = CASE state WHEN 'done' THEN 'done' ELSE 'discarded' END
  WHERE body IS NOT NULL AND ($1::text IS NULL OR payment = $1) AND ($2::text IS NULL OR ${OWNER} = $2)
    AND ($3::bigint[] IS NULL OR id = ANY ($3)) RETURNING id::float8 AS id, state`;
const STRIP = `UPDATE collections_inbox SET body = NULL WHERE id IN (SELECT id FROM collections_inbox
  WHERE finished < ${NOW} - $1 AND body IS NOT NULL ORDER BY finished LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`;
const DELETE = `DELETE FROM collections_inbox WHERE id IN (SELECT id FROM collections_inbox
  WHERE finished < ${NOW} - $1 AND body IS NULL ORDER BY finished LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`;
const LIST = `SELECT ${COLUMNS} FROM collections_inbox WHERE state = ANY ($1::text[]) AND id > $2
    AND ($3::text IS NULL OR event = $3) AND ($4::text IS NULL OR payment = $4)
    AND ($7::text IS NULL OR ${OWNER} = $7) AND (NOT $6::boolean OR (state = 'pending' AND owner IS NOT NULL))
    ORDER BY collections_inbox.id LIMIT $5`;
const TOTALS = `SELECT state, sum(rows)::float8 AS rows, sum(bytes)::float8 AS bytes
  FROM collections_inbox_meter GROUP BY state`;
const OLDEST = `SELECT min(received)::float8 AS oldest FROM (
  (SELECT received FROM collections_inbox WHERE state = 'pending' ORDER BY id LIMIT 1)
  UNION ALL
  (SELECT received FROM collections_inbox WHERE state = 'unhandled' ORDER BY id LIMIT 1)) AS first`;

const NEWEST = "SELECT received::float8 AS received FROM collections_inbox ORDER BY id DESC LIMIT 1";
const numberIn = (value: unknown) => (typeof value === "number" ? value : null);

/** Rows of one state, and the bytes of their bodies. */
type Sum = { readonly state: State; readonly rows: number; readonly bytes: number };
type Rows = Pick<Store, "list" | "get" | "totals" | "retry" | "discard" | "putOff" | "erase" | "prune">;

/** Makes the part of the store that lists and changes rows for people. */
export function createRows(session: Session, meter: Meter): Rows {
  /** Runs a statement over rows. Resolves to the ids of those that changed, in the order of `ids`. */
  const change = async (sql: string, ids: readonly number[], ...values: unknown[]) => {
    const changed = new Set((await session.query(sql, [ids, ...values], LONG_MS)).map(({ id }) => id));
    return ids.filter((id) => changed.has(id));
  };
  return {
    async list({ states = STATES, event = null, payment = null, owner = null, running = false, after = 0, limit }) {
      const values = [states, after, event, payment, limit, running, owner];
      return session.query<Row>(LIST, values, LONG_MS);
    },

    async get(id) {
      const sql = `SELECT ${COLUMNS}, body, coalesce(history, '[]') AS history, ${AHEAD} FROM collections_inbox
        WHERE id = $1`;
      return (await session.query<StoredRow>(sql, [id]))[0];
    },

    totals: () => readTotals(session),
    retry: (ids, from = STATES) => change(RETRY, ids, from),
    discard: (ids, from = STATES, reason = null) => change(DISCARD, ids, from, reason && text(reason)),
    putOff: (ids, forMs, reason) => change(PUT_OFF, ids, forMs, reason && text(reason)),

    async erase({ payment = null, owner = null, ids = null }) {
      const erased = await session.query<ErasedRow>(ERASE, [payment, owner, ids], LONG_MS);
      meter.forget();
      return erased.sort((a, b) => a.id - b.id);
    },

    async prune({ bodyMs, keyMs }, limit) {
      const stripped = (await session.query(STRIP, [bodyMs, limit], LONG_MS)).length;
      const deleted = (await session.query(DELETE, [keyMs, limit - stripped], LONG_MS)).length;
      meter.forget();
      return stripped + deleted;
    },
  };
}

async function readTotals(session: Session): Promise<Totals> {
  const asked = [session.query<Sum>(TOTALS), session.query(OLDEST), session.query(NEWEST)] as const;
  const [sums, [first], [last]] = await Promise.all(asked);
  const rows = zeroCounts(STATES);
  for (const sum of sums) rows[sum.state] = sum.rows;
  const bytes = sums.reduce((all, sum) => all + sum.bytes, 0);
  return { rows, bytes, oldest: numberIn(first?.["oldest"]), newest: numberIn(last?.["received"]) };
}
