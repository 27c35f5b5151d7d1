/** The rows of an inbox, as a store gets, keeps and gives them. */

/**
 * `pending`: due at `due`, or running until then. `unhandled`: no worker had a handler for the event. `done`: handled.
 * `dead`: every attempt failed. `conflict`: the same key with other bytes. `discarded`: given up by a person, or
 * erased before it was handled.
 */
export type State = (typeof STATES)[number];
/** Every state of a row. */
export const STATES = ["pending", "unhandled", "done", "dead", "conflict", "discarded"] as const;

/** What a row has of its delivery. */
type Delivered = {
  readonly event: string;
  readonly verified: boolean;
  /** The id of the payment in the body, to find its rows; null if unknown. */
  readonly payment: string | null;
  /** Label of the secret that matched when it was stored first; null if it has none. */
  readonly label: string | null;
  /** The customer or installation whose payment it is; null if none is known. */
  readonly owner: string | null;
  /** Rows with one lane run one at a time; null runs beside all. Begins as `key` does, at most 300 characters. */
  readonly lane: string | null;
  /** SHA-256 of the body in base64url. It outlives the body. */
  readonly digest: string;
};

/** A verified or unverified delivery as it arrived. */
export type NewRow = Delivered & {
  /** At most 300 characters; starts with `verified ` or `verified/`, or with `unverified `. */
  readonly key: string;
  /** The key that versions without owners stored it under; null if that is `key`. */
  readonly earlierKey: string | null;
  readonly body: Uint8Array;
};

/**
 * `new`: stored. `duplicate`: these bytes are stored under this key. `conflict`: other bytes are; these became row
 * `id`, linked to row `first`. `full`: a cap is reached, and nothing was stored.
 */
export type Inserted =
  | { readonly outcome: "new" | "duplicate"; readonly id: number }
  | { readonly outcome: "conflict"; readonly id: number; readonly first: number }
  | { readonly outcome: "full" };

/** A row without its body. */
export type Row = Delivered & {
  readonly id: number;
  /** Unique. That of a conflict starts with `conflict `, because it is another delivery. */
  readonly key: string;
  readonly state: State;
  /** Attempts since the row was stored or retried by a person; each is counted before it runs. */
  readonly attempts: number;
  /** When the next attempt is due; while one runs, when its lease ends. Meaningless unless `pending`. */
  readonly due: number;
  /** Until when a handler or a person put it off; null if it is not. */
  readonly putOffUntil: number | null;
  /** Until when it is tried: its last attempt is then. Null before its first attempt. */
  readonly retryUntil: number | null;
  /** The process that holds the lease; null if none does. */
  readonly holder: string | null;
  /** Why the last attempt failed: a code, or the message of an error of yours. */
  readonly error: string | null;
  readonly received: number;
  /** When it became `done` or `discarded`; null before. */
  readonly finished: number | null;
  /** The id of the row that already has the key; null unless this row is a conflict. */
  readonly conflictOf: number | null;
  /** Size of the body, which may be gone. */
  readonly size: number;
};

/** Which rows are erased: those that all given members fit. At least one is given. */
export type Erasable = {
  /** The payment that the event is about, as it was stored with the row. */
  readonly payment?: string | undefined;
  /** A row without an owner belongs to its label. */
  readonly owner?: string | undefined;
  /** Ids of rows, for events whose body does not say whose payment they are about. */
  readonly ids?: readonly number[] | undefined;
};

/** A row whose body was erased: `done`, or `discarded`, which was never handled. */
export type ErasedRow = Pick<Row, "id" | "state">;

/**
 * What happened to a row at `at`. Of attempts: `retry` failed and is repeated, `dead` was the last, `put_off` was not
 * counted, `unhandled` had no handler, `release` was ended by `close`. Of people: `retried`, `discarded`, `postponed`,
 * `erased`.
 */
export type Happening = {
  readonly at: number;
  readonly what:
    | "retry"
    | "dead"
    | "put_off"
    | "unhandled"
    | "release"
    | "retried"
    | "discarded"
    | "postponed"
    | "erased";
  /** Why: the error of an attempt, or the reason that was given. */
  readonly note: string | null;
};

/** How many happenings a row keeps, the last ones. */
export const HISTORY_MAX = 20;

/**
 * A row with its bytes; null once they were erased or their time was over. `history`: the last 20 things that happened
 * to it, the oldest first; once it is erased, that alone. `ahead`: what a pending row of a lane can wait for, by
 * `laneHeldBy`: the first earlier row of the lane that is pending, and the first that is dead.
 */
export type StoredRow = Row & {
  readonly body: Uint8Array | null;
  readonly history: readonly Happening[];
  readonly ahead: readonly Pick<Row, "id" | "state">[];
};

/** The key for other bytes of a known key. No delivery can have it: theirs start with (un)verified. */
export function conflictKey({ key, digest }: Pick<NewRow, "key" | "digest">): string {
  return `conflict ${digest} ${key}`;
}
