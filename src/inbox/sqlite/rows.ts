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
import type { Connection, Context, Stored } from "./connection.ts";
import { historyWith } from "./schema.ts";

const COLUMNS = `id, key, event, verified, payment, label, nullif(payment_owner, '') AS owner, state, attempts, due,
  iif(state = 'pending' AND owner IS NULL AND due = put_off, due, NULL) AS putOffUntil, retry_until AS retryUntil, lane,
  owner AS holder, error, received, finished, conflict_of AS conflictOf, digest, size`;
const AHEAD = `(SELECT json_group_array(json_object('id', first, 'state', state)) FROM (
  SELECT min(b.id) AS first, b.state FROM inbox AS b WHERE b.lane = inbox.lane AND b.state IN ('pending', 'dead')
    AND b.id < inbox.id AND inbox.state = 'pending' GROUP BY b.state ORDER BY first)) AS ahead`;
/** A person did it, at ?1. */
const byPerson = (what: Happening["what"], note = "NULL") =>
  `history = ${historyWith(`json_object('at', ?1, 'what', '${what}', 'note', ${note})`)}`;
// Rows that run have a holder and are not due yet.
const RETRY = `UPDATE inbox SET ${byPerson("retried")}, state = 'pending', due = ?1, attempts = 0, fence = fence + 1,
  owner = NULL, error = NULL, finished = NULL, retry_until = NULL, crashes = 0
  WHERE id = ?2 AND state IN (SELECT value FROM json_each(?3)) AND body IS NOT NULL
  AND NOT (state = 'pending' AND owner IS NOT NULL AND due > ?1)`;
const DISCARD = `UPDATE inbox SET ${byPerson("discarded", "?4")}, state = 'discarded', finished = ?1,
  fence = fence + 1, owner = NULL
  WHERE id = ?2 AND state IN (SELECT value FROM json_each(?3)) AND state NOT IN ('done', 'discarded')`;
const PUT_OFF = `UPDATE inbox SET ${byPerson("postponed", "?4")}, due = ?1 + ?3, put_off = ?1 + ?3, owner = NULL,
  fence = fence + 1, retry_until = retry_until + ?3
  WHERE id = ?2 AND state = 'pending' AND NOT (owner IS NOT NULL AND due > ?1)`;
const ERASE = `UPDATE inbox SET body = NULL, error = NULL, lane = NULL, fence = fence + 1, owner = NULL,
  history = json_array(json_object('at', ?1, 'what', 'erased', 'note', NULL)),
  finished = ifnull(finished, ?1), state = iif(state = 'done', 'done', 'discarded')
  WHERE id = ?2 AND body IS NOT NULL RETURNING id, state`;
const STRIP = `UPDATE inbox SET body = NULL WHERE id IN (SELECT id FROM inbox
  WHERE finished IS NOT NULL AND body IS NOT NULL AND finished < ? ORDER BY finished LIMIT ?)`;
const DELETE = `DELETE FROM inbox WHERE id IN (SELECT id FROM inbox
  WHERE finished IS NOT NULL AND body IS NULL AND finished < ? ORDER BY finished LIMIT ?)`;
const OLDEST = `SELECT min(received) AS oldest FROM (
  SELECT * FROM (SELECT received FROM inbox WHERE state = 'pending' AND state <> 'done' ORDER BY id LIMIT 1)
  UNION ALL
  SELECT * FROM (SELECT received FROM inbox WHERE state = 'unhandled' AND state <> 'done' ORDER BY id LIMIT 1))`;

const NEWEST = "SELECT received FROM inbox ORDER BY id DESC LIMIT 1";

const ONE = `SELECT ${COLUMNS}, body, history, ${AHEAD} FROM inbox WHERE id = ?`;

type RowOfFile = Stored<Row, "verified">;
type WholeRow = RowOfFile & Pick<StoredRow, "body"> & { history: string | null; ahead: string };
type Counted = { state: State; rows: number; bytes: number };

type Rows = Pick<Store, "list" | "get" | "totals" | "retry" | "discard" | "putOff" | "erase" | "prune">;

/** Makes the part of the store that lists and changes rows for people. */
export function createRows(context: Context): Rows {
  const { connection, now } = context;
  const changeEach = (sql: string, ids: readonly number[], ...values: (string | number | null)[]) =>
    connection.write(() => {
      const time = now();
      return ids.filter((id) => connection.prepare(sql).run(time, id, ...values).changes > 0);
    });

  return {
    list: (filter) =>
      connection.read(() => {
        const { sql, values } = selectStatement(filter);
        return connection
          .prepare<RowOfFile>(sql)
          .all(...values)
          .map(asRow);
      }),

    get: (id) =>
      connection.read(() => {
        const found = connection.prepare<WholeRow>(ONE).get(id);
        if (!found) return undefined;
        const { history, ahead, body } = found;
        return { ...asRow(found), body, history: JSON.parse(history ?? "[]"), ahead: JSON.parse(ahead) };
      }),

    totals: () => connection.read(() => readTotals(connection)),

    retry: (ids, from = STATES) => changeEach(RETRY, ids, JSON.stringify(from)),
    discard: (ids, from = STATES, reason = null) => changeEach(DISCARD, ids, JSON.stringify(from), reason),
    putOff: (ids, forMs, reason) => changeEach(PUT_OFF, ids, forMs, reason),

    erase: (filter) => eraseRows(context, filter),

    prune: ({ bodyMs, keyMs }, limit) =>
      connection.write(() => {
        const time = now();
        const stripped = Number(connection.prepare(STRIP).run(time - bodyMs, limit).changes);
        return stripped + Number(connection.prepare(DELETE).run(time - keyMs, limit - stripped).changes);
      }),
  };
}

function readTotals(connection: Connection): Totals {
  const rows = zeroCounts(STATES);
  let bytes = 0;
  for (const counted of connection.prepare<Counted>("SELECT state, rows, bytes FROM meter").all()) {
    rows[counted.state] += counted.rows;
    bytes += counted.bytes;
  }
  const oldest = timeOr(connection.prepare(OLDEST).get()?.["oldest"]);
  return { rows, bytes, oldest, newest: timeOr(connection.prepare(NEWEST).get()?.["received"]) };
}

const EQUALS = { event: "event = ?", payment: "payment = ?", owner: "ifnull(nullif(payment_owner, ''), label) = ?" };

async function eraseRows(
  { connection, now }: Context,
  { payment, owner, ids }: Parameters<Store["erase"]>[0],
): Promise<ErasedRow[]> {
  const { where, values } = joinConditions([
    ["body IS NOT NULL", []],
    [EQUALS.payment, payment],
    [EQUALS.owner, owner],
    ["id IN (SELECT value FROM json_each(?))", ids && JSON.stringify(ids)],
  ]);
  // Looks for them first: a read blocks no writer.
  const find = `SELECT id FROM inbox WHERE ${where} ORDER BY id`;
  const found = await connection.read(() => connection.prepare<{ id: number }>(find).all(...values));
  const erased = await connection.write(() => {
    const time = now();
    return found.flatMap(({ id }) => connection.prepare<ErasedRow>(ERASE).all(time, id));
  });
  await connection.forget();
  return erased;
}

/** The conditions whose value is given, and their values. */
function joinConditions(
  all: readonly (readonly [condition: string, value: string | number | readonly [] | undefined])[],
) {
  return {
    where: all.flatMap(([condition, value]) => (value === undefined ? [] : condition)).join(" AND "),
    values: all.flatMap(([, value]) => value ?? []),
  };
}

/** The statement that lists rows, and its values. */
function selectStatement({ states = STATES, running, after = 0, limit, ...equal }: Parameters<Store["list"]>[0]) {
  const { where, values } = joinConditions([
    ["id > ?", after],
    ["state = 'pending' AND owner IS NOT NULL", running ? [] : undefined],
    [EQUALS.event, equal.event],
    [EQUALS.payment, equal.payment],
    [EQUALS.owner, equal.owner],
  ]);
  // One after the other by its index, unless done rows are wanted: those are the most, so the table itself is read.
  const each: (readonly State[])[] = [...new Set(states)].map((state) => [state]);
  const parts = states.includes("done") || each.length === 0 ? [states] : each;
  const selects = parts.map((part) => {
    const notDone = part.includes("done") ? "" : "AND state <> 'done'";
    return `SELECT * FROM (SELECT ${COLUMNS} FROM inbox
      WHERE state IN (${part.map(() => "?")}) ${notDone} AND ${where} ORDER BY id LIMIT ?)`;
  });
  // One statement, so that a row whose state is just changed is neither left out nor found twice.
  return {
    sql: `${selects.join(" UNION ALL ")} ORDER BY id LIMIT ?`,
    values: [...parts.flatMap((part) => [...part, ...values, limit]), limit],
  };
}

const timeOr = (value: unknown) => (typeof value === "number" ? value : null);

function asRow(found: RowOfFile): Row {
  return { ...found, verified: found.verified === 1 };
}
