/** Where the sandbox keeps its records: in memory for reading, and durable, if at all, before anything is acknowledged. */

import type { IdOf, Kind, Records } from "./model.ts";

export interface Store {
  get<K extends Kind>(kind: K, id: IdOf<K>): Records[K] | undefined;
  /** In the order in which they were made. */
  list<K extends Kind>(kind: K): Records[K][];
  count(kind: Kind): number;
  /** Adds or replaces. Visible at once; durable when `flushed` resolves. */
  put<K extends Kind>(kind: K, record: Records[K]): void;
  remove<K extends Kind>(kind: K, id: IdOf<K>): void;
  /** The next number of a kind; none is given out twice, not even after a record was removed. */
  nextId(kind: Kind): number;
  /** From here on no number up to this one is given out. */
  reserveIds(kind: Kind, upTo: number): void;
  /** Removes everything; numbers go on, also after the next start. */
  clear(): void;
  /** Resolves when all that was put before is durable; rejects if it could not be written, and the next call tries again. */
  flushed(): Promise<void>;
  close(): void;
}
