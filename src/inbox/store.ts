/**
 * What every store of an inbox does. A row is both "seen" and "to do": inserted once under its key, durable before it
 * is acknowledged, and never removed before its work is over.
 *
 * The store has the clock: it takes durations and returns times (epoch milliseconds), so that many machines share the
 * clock of one database. Durations are in milliseconds, sizes in bytes. Every method that writes resolves once the
 * change is durable; a store groups what is asked at the same time into one commit. A rejection is an `InboxError`,
 * and then nothing of that call was stored.
 */

import type { Erasable, ErasedRow, Inserted, NewRow, Row, State, StoredRow } from "./row.ts";

export * from "./row.ts";

/**
 * The right to settle a row. `fence` changes with every claim and with every change by a person, so that an old lease
 * is worth nothing.
 */
export type Lease = { readonly id: number; readonly fence: number };

/**
 * A leased row, as a handler needs it. `crashes`: how many of the attempts just before this one ended without a word.
 * `leftMs`: how long it is still tried, 0 or less if this attempt is the last.
 */
export type Claimed = Lease &
  Pick<Row, "key" | "event" | "verified" | "label" | "owner" | "attempts" | "received"> & {
    readonly crashes: number;
    readonly leftMs: number;
    readonly body: Uint8Array;
  };

/**
 * `rows`: claimed, each with its attempt counted. `crashed`: the first due row has a lease that ended unsettled, so
 * its process may have died of it. Such a row is claimed alone, when the claimer is idle; else nothing is claimed.
 */
export type Claim = { readonly rows: readonly Claimed[]; readonly crashed: boolean };

/**
 * How an attempt ended. `retry`: due again after `delayMs`. `put_off`: the same, but not counted, and `retryUntil`
 * moves by as much. `unhandled` and `release` (due at once): it did not run to its end. With `ran: false` it did not
 * even begin, and is not counted.
 */
export type Settlement =
  | { readonly to: "done" }
  | { readonly to: "retry"; readonly delayMs: number; readonly error: string }
  | { readonly to: "put_off"; readonly delayMs: number; readonly error: string | null }
  | { readonly to: "dead"; readonly error: string; readonly ran?: false }
  | { readonly to: "unhandled" }
  | { readonly to: "release" };

/** How many attempts a settlement takes back: 1 if the claim counted one that did not begin. */
export function attemptsTakenBack(settlement: Settlement): 0 | 1 {
  const { to } = settlement;
  return to === "unhandled" || to === "put_off" || (to === "dead" && settlement.ran === false) ? 1 : 0;
}

/** The state of a row after an attempt. */
export function stateAfter(to: Settlement["to"]): State {
  return to === "retry" || to === "put_off" || to === "release" ? "pending" : to;
}

/**
 * Which rows of a lane keep the later ones waiting: one that runs; also one that waits for its next attempt; also one
 * that is dead, until a person retries or discards it.
 */
export type LaneHeldBy = "running" | "retrying" | "dead";

/** Which rows are listed: those that match every member that is set. */
export type Filter = {
  readonly states?: readonly State[] | undefined;
  readonly event?: string | undefined;
  readonly payment?: string | undefined;
  /** A row without an owner belongs to its label. */
  readonly owner?: string | undefined;
  /** Only rows that run. */
  readonly running?: boolean | undefined;
  /** Rows with a greater id; 0 if left out. */
  readonly after?: number | undefined;
  /** 1 to 1000. */
  readonly limit: number;
};

/** A program that has the inbox open. `works`: it handles rows. */
export type Opening = { readonly holder: string; readonly program: string; readonly works: boolean };
/** How long an opening counts that was not noted again, in milliseconds. */
export const OPENING_MS = 600_000;

/** What a store holds, for caps and statistics. */
export type Totals = {
  readonly rows: Readonly<Record<State, number>>;
  /** Bodies alone. */
  readonly bytes: number;
  /** When the oldest pending or unhandled row was received; null if there is none. */
  readonly oldest: number | null;
  /** When the newest row was stored; null if there is none, absent if the store does not know. */
  readonly newest?: number | null;
};

/** Which rows a cap lets in. Unverified rows may fill half of it, so that no stranger keeps signed ones out. */
export type Caps = { readonly maxRows: number; readonly maxBytes: number };

/** How long rows are kept after they finished. Bodies go first, keys last. Rows that are not finished stay. */
export type Retention = { readonly bodyMs: number; readonly keyMs: number };

/**
 * `Effect`: a function that runs in the transaction that completes the row. Opening a store makes its table, or
 * upgrades an older one in one transaction; a table of a newer version is refused as `inbox_newer`.
 */
export interface Store<Effect = never> {
  /**
   * Stores a row, unless a row has its key, or a row with the same label or none has its earlier key. Of two calls with
   * one key at the same time, in any two processes, only one gives `new`.
   */
  insert(row: NewRow): Promise<Inserted>;
  /**
   * Claims due rows, the longest due first, for `leaseMs`. `limit`: 1 to 64. `idle`: this claimer runs nothing; see
   * `Claim`. `retryForMs`: how long a row is tried from its first claim, or its first one after a person retried it.
   * `laneHeldBy`: `retrying` if left out. No two rows of one lane are ever leased at the same time.
   */
  claim(request: {
    limit: number;
    leaseMs: number;
    idle: boolean;
    retryForMs: number;
    laneHeldBy?: LaneHeldBy | undefined;
  }): Promise<Claim>;
  /** Extends leases to `leaseMs` from now. Resolves with the ids of those that are lost. */
  renew(leases: readonly Lease[], leaseMs: number): Promise<readonly number[]>;
  /** Ends an attempt. False if the lease is lost: then nothing changed. */
  settle(lease: Lease, settlement: Settlement): Promise<boolean>;
  /**
   * Runs an effect and completes the row in one transaction. False if the lease is lost: then the effect did not run.
   * Rejects with what the effect threw, and then neither happened. `signal` ends an effect that still runs, as if it
   * had thrown the signal's reason. `deadlineMs`: how long the attempt may take at most. Absent if there is no shared
   * transaction.
   */
  complete?(lease: Lease, effect: Effect, signal?: AbortSignal, deadlineMs?: number): Promise<boolean>;
  /** Milliseconds until the next row is due, 0 if one is, null if none is pending. */
  nextDue(): Promise<number | null>;
  /** Makes unhandled rows pending: of these events, all of them, or all verified ones. Gives their number. */
  adopt(events: readonly { event: string; verified: boolean }[] | "all" | "verified"): Promise<number>;
  /**
   * After the clock was turned back: makes rows due now whose time is farther ahead than any lease or back-off
   * (`aheadMs`), or that were never tried but are not due yet. Leaves rows that were put off. Returns their number.
   */
  clamp(aheadMs: number): Promise<number>;
  /**
   * Removes what retention no longer keeps, at most `limit` rows. Gives the number of rows changed, so that the caller
   * goes on until 0.
   */
  prune(retention: Retention, limit: number): Promise<number>;

  /** In the order of their ids. */
  list(filter: Filter): Promise<readonly Row[]>;
  get(id: number): Promise<StoredRow | undefined>;
  totals(): Promise<Totals>;
  /**
   * Makes rows pending, due at once, with all attempts before them, unless one runs or its body is gone. `from`: only
   * rows that are still in these states. Gives the ids that changed.
   */
  retry(ids: readonly number[], from?: readonly State[]): Promise<readonly number[]>;
  /**
   * Discards rows, even running ones: their lease is lost. Leaves done rows. `from`: only rows that are still in these
   * states. `reason`: kept in the history. Returns the ids that changed.
   */
  discard(ids: readonly number[], from?: readonly State[], reason?: string | null): Promise<readonly number[]>;
  /**
   * Makes pending rows that do not run due after `forMs` from now, and moves `retryUntil` by as much. Counts no
   * attempt. `reason`: kept in the history. Returns the ids that changed.
   */
  putOff(ids: readonly number[], forMs: number, reason: string | null): Promise<readonly number[]>;
  /**
   * Removes bodies, errors and history; what was not done becomes `discarded`. Keys stay, or a retry would be new.
   * Gives the rows that had a body, in the order of their ids.
   */
  erase(what: Erasable): Promise<readonly ErasedRow[]>;

  /**
   * Calls `wake` when another process may have stored a row. Absent if the store cannot notify: then the worker looks
   * every `pollMs`.
   */
  watch?(wake: () => void): void;
  /**
   * Notes that `program` has the inbox open here, until `close`. Gives all openings that were noted within
   * `OPENING_MS`. Absent if it cannot be known.
   */
  openings?(opening: Omit<Opening, "holder">): Promise<readonly Opening[]>;
  /** The ids of the keys that bodies are encrypted with. Absent, with the next two, in a store without encryption. */
  keyIds?(): Promise<readonly string[]>;
  /** Adds an id, and removes others. */
  changeKeyIds?(added: string, removed: readonly string[]): Promise<void>;
  /** Whether any body begins with these bytes. Reads all bodies. */
  hasBodyWith?(start: Uint8Array): Promise<boolean>;
  /** Size of a log beside the rows that others may keep from being emptied. Absent if there is none. */
  logBytes?(): number;
  /** Empties that log if it is large or holds what was erased. False if another program keeps it from that. */
  emptyLog?(): Promise<boolean>;
  /** Stops after what is being written. */
  close(): Promise<void>;
}
