/** The store without a disk: its records end with the process. */

import type { Kind, Records } from "./model.ts";
import type { Store } from "./store.ts";

export class MemoryStore implements Store {
  #records = new Map<Kind, Map<string | number, unknown>>();
  #lastIds = new Map<Kind, number>();

  get<K extends Kind>(kind: K, id: string | number): Records[K] | undefined {
    return this.#of(kind).get(id);
  }

  list<K extends Kind>(kind: K): Records[K][] {
    return [...this.#of(kind).values()];
  }

  count(kind: Kind): number {
    return this.#of(kind).size;
  }

  put<K extends Kind>(kind: K, record: Records[K]): void {
    this.#of(kind).set(record.id, record);
    if (typeof record.id === "number") this.reserveIds(kind, record.id);
  }

  remove(kind: Kind, id: string | number): void {
    this.#of(kind).delete(id);
  }

  /** Brings the records of a kind into the order of their numbers, which is that in which they were made. */
  sort(kind: Kind): void {
    this.#records.set(kind, new Map([...this.#of(kind)].sort(([a], [b]) => Number(a) - Number(b) || 0)));
  }

  nextId(kind: Kind): number {
    const id = (this.#lastIds.get(kind) ?? 0) + 1;
    this.#lastIds.set(kind, id);
    return id;
  }

  reserveIds(kind: Kind, upTo: number): void {
    this.#lastIds.set(kind, Math.max(upTo, this.#lastIds.get(kind) ?? 0));
  }

  /** The last number of each kind. */
  get lastIds(): ReadonlyMap<Kind, number> {
    return this.#lastIds;
  }

  clear(): void {
    this.#records.clear();
  }

  async flushed(): Promise<void> {}

  onRestore(): void {}

  close(): void {}

  #of<K extends Kind>(kind: K): Map<string | number, Records[K]> {
    const records = this.#records.get(kind) ?? new Map();
    this.#records.set(kind, records);
    return records;
  }
}
