/** `insert` of the store: one commit for many deliveries. */

import { DURABLE } from "../../network/postgres.ts";
import { inboxError } from "../errors.ts";
import { conflictKey, type Inserted, type NewRow, type Store } from "../store.ts";
import { inBatches } from "./batches.ts";
import type { Meter } from "./meter.ts";
import { NOW } from "./schema.ts";
import type { Session } from "./session.ts";
import { text } from "./text.ts";

const INSERT = `INSERT INTO collections_inbox
    (key, event, verified, payment, label, state, due, received, conflict_of, digest, size, body, payment_owner,
    earlier_key, lane)
  SELECT key, event, verified, payment, label, CASE WHEN first IS NULL THEN 'pending' ELSE 'conflict' END, now, now,
    first, digest, octet_length(body), body, payment_owner, earlier, lane
  FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::bytea[],
      $9::text[], $10::text[], $11::text[])
    AS given (key, event, verified, payment, label, first, digest, body, payment_owner, earlier, lane),
    (SELECT ${NOW} AS now) AS clock
  WHERE ${DURABLE} AND NOT EXISTS (SELECT FROM collections_inbox AS old
    WHERE old.key = given.earlier AND (old.label IS NULL OR old.label = given.label))
  ON CONFLICT (key) DO NOTHING RETURNING id::float8 AS id, key`;
const FIND = "SELECT id::float8 AS id, key, digest, label FROM collections_inbox WHERE key = ANY ($1::text[])";

/** How often a key may vanish between two statements: rows are removed once a minute. */
const AGAIN = 3;

/** A row of a batch, and its place in it. */
type Asked = { readonly row: NewRow; readonly i: number };
/** `first`: of a conflict, the row that has the key. */
type Keyed = { readonly row: NewRow; readonly key: string; readonly first: number | null };
type Known = { readonly id: number; readonly digest: string; readonly label: string | null };
type Found = ReadonlyMap<string, Known>;

/** `insert` of the store. */
export function insertInto(session: Session, meter: Meter): Store["insert"] {
  const batches = new Batches(new Rows(session), meter);
  const insert = inBatches(
    (rows: readonly NewRow[]) => batches.insert(rows),
    ({ body }) => body.length,
  );
  return (row) => session.run(() => insert(row));
}

/** Says of each row of a batch what became of it. */
class Batches {
  readonly #rows: Rows;
  readonly #meter: Meter;

  constructor(rows: Rows, meter: Meter) {
    this.#rows = rows;
    this.#meter = meter;
  }

  /** `again`: how often it may begin anew, because a key that was there is gone. */
  async insert(rows: readonly NewRow[], again = AGAIN): Promise<Inserted[]> {
    await this.#meter.refresh();
    const { stock } = this.#meter;
    const answers: Inserted[] = [];
    const firsts = new Map<string, Asked>();
    for (const [i, row] of rows.entries()) if (!firsts.has(row.key)) firsts.set(row.key, { row, i });
    const fitting = [...firsts.values()].filter(({ row }) => {
      const fits = !stock.isFull(row);
      if (fits) stock.add(row);
      return fits;
    });
    const stored = await this.#rows.insert(fitting.map(({ row }) => ({ row, key: row.key, first: null })));
    for (const { row, i } of fitting) {
      const id = stored.get(row.key);
      if (id === undefined) stock.add(row, -1);
      else answers[i] = { outcome: "new", id };
    }
    const rest = rows.map((row, i) => ({ row, i })).filter(({ i }) => !answers[i]);
    if (rest.length > 0) await this.#answerKnown(rest, { someFull: fitting.length < firsts.size, again }, answers);
    return answers;
  }

  /** Answers rows whose key is there: duplicates, and other bytes of a known key. */
  async #answerKnown(
    rest: readonly Asked[],
    { someFull, again }: { someFull: boolean; again: number },
    answers: Inserted[],
  ): Promise<void> {
    // A policy on the table, for one, shows this role not what it may not see.
    if (again < 0) throw inboxError("inbox_failed", "collections_inbox has a row that cannot be read");
    const { stock } = this.#meter;
    const found = await this.#rows.find(rest.flatMap(({ row }) => listKeys(row)));
    const conflicts = new Map<string, Asked & { first: number }>();
    const later: Asked[] = [];
    for (const { row, i } of rest) {
      const old = earlier(row, found);
      const first = old ?? found.get(row.key);
      const key = conflictKey({ key: (old && row.earlierKey) ?? row.key, digest: row.digest });
      const known = first?.digest === row.digest ? first : first && found.get(key);
      if (known) answers[i] = { outcome: "duplicate", id: known.id };
      else if (conflicts.has(key)) later.push({ row, i });
      else if (stock.isFull(row) || (!first && someFull)) answers[i] = { outcome: "full" };
      // Its key was there and is gone: it was pruned in between.
      else if (!first) {
        const [answer] = await this.insert([row], again - 1);
        if (answer) answers[i] = answer;
      } else {
        stock.add(row);
        conflicts.set(key, { row, i, first: first.id });
      }
    }
    if (conflicts.size === 0) return;
    const stored = await this.#rows.insert([...conflicts].map(([key, { row, first }]) => ({ row, key, first })));
    for (const [key, { row, i, first }] of conflicts) {
      const id = stored.get(key);
      if (id !== undefined) answers[i] = { outcome: "conflict", id, first };
      else {
        stock.add(row, -1);
        later.push({ row, i });
      }
    }
    if (later.length > 0) await this.#answerKnown(later, { someFull: false, again: again - 1 }, answers);
  }
}

/** The keys under which a delivery, or what it conflicts with, may be stored. */
function listKeys({ key, earlierKey, digest }: NewRow): string[] {
  const keys = earlierKey === null ? [key] : [key, earlierKey];
  return keys.flatMap((one) => [one, conflictKey({ key: one, digest })]);
}

/** The row that a version without owners stored for this payment; one with another label is another customer's. */
function earlier({ earlierKey, label }: NewRow, found: Found): Known | undefined {
  const row = earlierKey === null ? undefined : found.get(earlierKey);
  return row && (row.label === null || row.label === (label && text(label))) ? row : undefined;
}

/** The statements, with keys as the database can have them. */
class Rows {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Stores rows whose key is not there. Gives the ids by key. */
  async insert(rows: readonly Keyed[]): Promise<ReadonlyMap<string, number>> {
    if (rows.length === 0) return new Map();
    // Two processes that wait for each other's keys in one order never wait in a circle.
    const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const of = <T>(take: (one: Keyed) => T) => sorted.map(take);
    const inserted = await this.#session.ask(INSERT, [
      of(({ key }) => text(key)),
      of(({ row }) => text(row.event)),
      of(({ row }) => row.verified),
      of(({ row }) => row.payment && text(row.payment)),
      of(({ row }) => row.label && text(row.label)),
      of(({ first }) => first),
      of(({ row }) => row.digest),
      of(({ row: { body } }) => Buffer.from(body.buffer, body.byteOffset, body.byteLength)),
      of(({ row }) => row.owner && text(row.owner)),
      of(({ row, first }) => (first === null && row.earlierKey !== null ? text(row.earlierKey) : null)),
      of(({ row }) => row.lane && text(row.lane)),
    ]);
    const ids = new Map(inserted.map(({ id, key }) => [String(key), Number(id)]));
    return byKey(
      sorted.map(({ key }) => key),
      ids,
    );
  }

  async find(keys: readonly string[]): Promise<Found> {
    const rows = await this.#session.ask<Known & { key: string }>(FIND, [keys.map(text)]);
    return byKey(keys, new Map(rows.map((row) => [row.key, row])));
  }
}

/** What was found under the text of a key, under the key itself. */
function byKey<T>(keys: readonly string[], byText: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const key of keys) {
    const value = byText.get(text(key));
    if (value !== undefined) found.set(key, value);
  }
  return found;
}
