/** What a process remembers of deliveries. */

/**
 * Keys under way, each with a value, and the last `max` keys that are done. Numbers cost less than texts, which have to
 * be hashed and outlive their delivery.
 */
export class Memory<K, V> {
  readonly #known = new Map<K, V | "done">();
  // Their order is kept apart, because to find the first key of a map that lost many takes long.
  readonly #done: K[] = [];
  readonly #max: number;
  #next = 0;

  constructor(max = 10_000) {
    this.#max = max;
  }

  get(key: K): V | "done" | undefined {
    return this.#known.get(key);
  }

  begin(key: K, value: V): void {
    this.#known.set(key, value);
  }

  /** Reserves a key that `get` did not find: callers look there first. */
  reserve(): "new" {
    return "new";
  }

  done(key: K): void {
    this.#known.set(key, "done").delete(this.#done[this.#next] as K);
    this.#done[this.#next] = key;
    this.#next = (this.#next + 1) % this.#max;
  }

  release(key: K): void {
    this.#known.delete(key);
  }
}
