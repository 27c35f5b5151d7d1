/** What remembers the deliveries that were handed over. */

/** Remembers the keys of handed-over deliveries. In production: a table with a unique key. `T`: its transaction. */
export interface DuplicateStore<T = void> {
  /**
   * Calls `handOver` if the key is new, waits for it, and marks the key after it ended. While one call is inside, another
   * with the same key waits. If `handOver` fails, so does this, and the key stays new. Pass `handOver` a connection, and
   * the handler finds it as `delivery.transaction`: it can store the payment in the same transaction as the key.
   */
  once(key: string, handOver: (transaction: T) => Promise<void>): Promise<void>;
}

/** A store for one process, until it ends. Forgets the oldest keys beyond `limit`. */
export class MemoryStore implements DuplicateStore {
  readonly #done = new Set<string>();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #limit: number;

  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  async once(key: string, handOver: () => Promise<void>): Promise<void> {
    for (let busy = this.#busy.get(key); busy; busy = this.#busy.get(key)) await busy.catch(() => undefined);
    if (this.#done.has(key)) return;
    const work = handOver();
    this.#busy.set(key, work);
    try {
      await work;
    } finally {
      this.#busy.delete(key);
    }
    this.#done.add(key);
    const [oldest] = this.#done;
    if (this.#done.size > this.#limit && oldest !== undefined) this.#done.delete(oldest);
  }
}
