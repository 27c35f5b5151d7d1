/** What people ask of the rows of an inbox, and do with them. */

import type { OptionNames } from "../values/unknown-option.ts";
import { checkIds, checkOptions, within, wrongOption } from "./option-checks.ts";
import { YEAR_MS } from "./options.ts";
import { checkReason, shortenNote } from "./put-off.ts";
import type { Erasable, ErasedRow, Filter, Row, Store, StoredRow } from "./store.ts";

const ERASABLE: OptionNames<Erasable> = { payment: 1, owner: 1, ids: 1 };
const FILTERS: OptionNames<Partial<Filter>> = {
  states: 1,
  event: 1,
  payment: 1,
  owner: 1,
  running: 1,
  after: 1,
  limit: 1,
};

export class StoredRows {
  readonly #rows: Store<never>;
  readonly #wake: () => void;

  /** `wake`: called when rows became due. */
  constructor(rows: Store<never>, wake: () => void) {
    this.#rows = rows;
    this.#wake = wake;
  }

  /** Rows without bodies, in the order of their ids. @throws MisuseError `inbox_option` */
  async list(filter: Partial<Filter> = {}): Promise<readonly Row[]> {
    const { limit = 100 } = checkOptions(filter, FILTERS);
    within("limit", limit, 1, 1000);
    return this.#rows.list({ ...filter, limit });
  }

  /** One row with its bytes. @throws MisuseError `inbox_option` */
  async get(id: number): Promise<StoredRow | undefined> {
    checkIds([id]);
    return this.#rows.get(id);
  }

  /**
   * Makes rows due again: dead, conflicting, unhandled, discarded or done ones. Returns the ids that changed.
   *
   * @throws MisuseError `inbox_option`
   */
  async retry(ids: readonly number[]): Promise<readonly number[]> {
    checkIds(ids);
    const changed = await this.#rows.retry(ids);
    this.#wake();
    return changed;
  }

  /**
   * Makes pending rows that do not run due after `forMs` from now: 1 to 31,536,000,000 (365 days). Counts no attempt,
   * and moves the time in which a row is retried by as much. Of `reason`, the history of the row keeps at most
   * 500 characters. Returns the ids that changed.
   *
   * @throws MisuseError `inbox_option`
   */
  async putOff(ids: readonly number[], forMs: number, reason?: string): Promise<readonly number[]> {
    checkIds(ids);
    within("forMs", forMs, 1, YEAR_MS);
    checkReason(reason);
    return this.#rows.putOff(ids, forMs, reason === undefined ? null : shortenNote(reason));
  }

  /**
   * Discards rows that are not done. Of `reason`, the history of the row keeps at most 500 characters. Returns the ids
   * that changed.
   *
   * @throws MisuseError `inbox_option`
   */
  async discard(ids: readonly number[], reason?: string): Promise<readonly number[]> {
    checkIds(ids);
    checkReason(reason);
    return this.#rows.discard(ids, undefined, reason === undefined ? null : shortenNote(reason));
  }

  /**
   * Removes the bodies of a payment's rows, of all rows of a customer, of rows by their ids, or of those that all given
   * members fit, also of those that run. Keeps their keys for `keepKeysMs`, so that a retry is not handled. Returns the
   * rows that had a body: one that is `discarded` was never handled.
   *
   * @throws MisuseError `inbox_option`
   */
  async erase(what: string | number | bigint | Erasable): Promise<readonly ErasedRow[]> {
    const chosen = typeof what === "object" ? checkOptions(what, ERASABLE) : { payment: String(what) };
    const { payment, owner, ids } = chosen;
    if (payment === undefined && owner === undefined && ids === undefined)
      throw wrongOption("erase takes the id of a payment, an owner or ids of rows.");
    if (owner !== undefined && (typeof owner !== "string" || owner === ""))
      throw wrongOption("owner is the name of a customer.");
    if (ids !== undefined) checkIds(ids);
    return this.#rows.erase({ ...chosen, payment: payment === undefined ? undefined : String(payment) });
  }
}
