/** Keeps records in memory for reading and, with a folder, durably before anything is acknowledged. */

import type { Kind, NamedKind, NumberedKind, Records, Settings } from "./model.ts";

/** A commit failed; `cause` says why. Every record is again what it was after the last commit that succeeded. */
export class StorageFailure extends Error {
  constructor(cause: unknown) {
    super("The sandbox could not write its records.", { cause });
  }
}

export interface Store {
  get<K extends NumberedKind>(kind: K, id: number): Records[K] | undefined;
  get<K extends NamedKind>(kind: K, id: string): Records[K] | undefined;
  /** Returns the records in the order in which they were made. */
  list<K extends Kind>(kind: K): Records[K][];
  count(kind: Kind): number;
  /** Adds or replaces a record. It is visible at once, and durable when `flushed` resolves. */
  put<K extends Kind>(kind: K, record: Records[K]): void;
  remove(kind: Kind, id: string | number): void;
  /** Returns the next number of a kind. None is given out twice, not even after a removal or a reset. */
  nextId(kind: Kind): number;
  /** Gives out no number up to this one any more. */
  reserveIds(kind: Kind, upTo: number): void;
  /** Removes everything but the numbers. */
  clear(): void;
  /** Resolves when all earlier puts are durable. Rejects with a StorageFailure if they could not be written. */
  flushed(): Promise<void>;
  /** Calls `listener` after each commit that failed, once the records are restored. */
  onRestore(listener: () => void): void;
  close(): void;
}

/** Returns the setting with that id. */
export function getSetting<I extends keyof Settings>(store: Store, id: I): Settings[I] | undefined {
  return store.get("setting", id) as Settings[I] | undefined;
}
