/** Measures what is stored, for the caps: reads it at most once a second, and counts on from there. */

import { Capacity, type Counted } from "../capacity.ts";
import type { Caps } from "../store.ts";
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

export class Meter {
  readonly stock: Capacity;
  readonly #session: Session;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(session: Session, caps: Caps) {
    this.#session = session;
    this.stock = new Capacity(caps);
  }

  /** Reads the sums if they are old. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt < FRESH_MS) return;
    const sums = await this.#session.ask<Counted & { verified: boolean; entries: number }>(SUMS);
    const of = (verified: boolean) => sums.find((sum) => sum.verified === verified);
    this.stock.set({ signed: of(true), unsigned: of(false) });
    this.#readAt = performance.now();
    if (sums.reduce((all, { entries }) => all + Number(entries), 0) > LONG) await this.#session.ask(SUM_UP);
  }

  /** Something was removed, so the next insert reads anew. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }
}
