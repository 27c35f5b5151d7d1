/** What happened, numbered, for those who watch: the last thousand entries, and a stream of those to come. */

export type JournalType = "delivery" | "attempt" | "webhook" | "payment" | "profile" | "clock" | "faults" | "reset";

/** One thing that happened, as `Control.events` hands it out. */
export interface JournalEntry {
  /** `<start>-<number>`: numbers of another start of the sandbox are not taken for those of this one. */
  readonly id: string;
  readonly type: JournalType;
  readonly data: unknown;
}

const KEPT = 1000;

export class Journal {
  readonly #start: string;
  #last = 0;
  #entries: JournalEntry[] = [];
  #watchers = new Set<(entry: JournalEntry) => void>();

  constructor(start: string) {
    this.#start = start;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  add(type: JournalType, data: unknown): void {
    const entry = { id: `${this.#start}-${++this.#last}`, type, data: structuredClone(data) };
    this.#entries.push(entry);
    if (this.#entries.length > KEPT * 2) this.#entries = this.#entries.slice(-KEPT);
    for (const watcher of this.#watchers) watcher(entry);
  }

  /** What came after the entry of that id; undefined if it is not known any more. */
  after(id: string): JournalEntry[] | undefined {
    if (id === `${this.#start}-${this.#last}`) return [];
    const at = this.#entries.findIndex((entry) => entry.id === id);
    return at < 0 ? undefined : this.#entries.slice(at + 1);
  }

  /** Returns what ends it. */
  watch(watcher: (entry: JournalEntry) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
