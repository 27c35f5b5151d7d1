/** What is stored, for caps and totals: read at most once a second, then counted on. */

import type { Caps, NewRow } from "../store.ts";
import type { Session } from "./session.ts";

const FRESH_MS = 1_000;
/** Rows of the log beyond which it is summed up. */
const LONG = 1_000;
const SUMS = `SELECT verified, sum(rows)::float8 AS rows, sum(bytes)::float8 AS bytes, count(*)::float8 AS entries
  FROM collections_inbox_meter GROUP BY verified`;
// One statement, so that no reader ever sees a part of it. Rows that another process sums up are left to it.
const SUM_UP = `WITH gone AS (
    DELETE FROM collections_inbox_meter WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM collections_inbox_meter LIMIT 20000 FOR UPDATE SKIP LOCKED)) RETURNING *)
  INSERT INTO collections_inbox_meter
    SELECT state, verified, sum(rows), sum(bytes) FROM gone GROUP BY state, verified`;

type Counted = { rows: number; bytes: number };

export class Meter {
  readonly #session: Session;
  readonly #caps: Caps;
  #signed: Counted = { rows: 0, bytes: 0 };
  #unsigned: Counted = { rows: 0, bytes: 0 };
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(session: Session, caps: Caps) {
    this.#session = session;
    this.#caps = caps;
  }

  /** Reads the sums if they are old. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt < FRESH_MS) return;
    const sums = await this.#session.ask(SUMS);
    const of = (verified: boolean): Counted => {
      const found = sums.find((sum) => sum["verified"] === verified);
      return { rows: Number(found?.["rows"] ?? 0), bytes: Number(found?.["bytes"] ?? 0) };
    };
    [this.#signed, this.#unsigned] = [of(true), of(false)];
    this.#readAt = performance.now();
    if (sums.reduce((all, { entries }) => all + Number(entries), 0) > LONG) await this.#session.ask(SUM_UP);
  }

  /** Something was removed, so the next insert reads anew. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  isFull({ verified, body: { length } }: NewRow): boolean {
    const [signed, unsigned] = [this.#signed, this.#unsigned];
    const { maxRows, maxBytes } = this.#caps;
    if (!verified && (unsigned.rows >= maxRows / 2 || unsigned.bytes + length > maxBytes / 2)) return true;
    return unsigned.rows + signed.rows >= maxRows || unsigned.bytes + signed.bytes + length > maxBytes;
  }

  /** Counts a row that is about to be stored; `times` -1 takes it back. */
  add({ verified, body }: NewRow, times = 1): void {
    const counted = verified ? this.#signed : this.#unsigned;
    counted.rows += times;
    counted.bytes += times * body.length;
  }
}
