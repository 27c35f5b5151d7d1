/** What happened, numbered, for those who watch: the last thousand entries, and a stream of those to come. */

/** The kinds of entries. `reload`: a commit failed, and everything is again as it was before. */
export type JournalType =
  | "request"
  | "delivery"
  | "attempt"
  | "webhook"
  | "payment"
  | "profile"
  | "clock"
  | "faults"
  | "forwards"
  | "receiver"
  | "reset"
  | "reload";

/** One thing that happened, as `Control.events` and the option `onEvent` hand it out. */
export interface JournalEntry {
  /** `<start>-<number>`. The first part differs with each start of the sandbox. */
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

  /** `start`: the first part of all ids. */
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

  /** Returns the entries after the one with that id; undefined if it is not kept any more. */
  after(id: string): JournalEntry[] | undefined {
    if (id === `${this.#start}-${this.#last}`) return [];
    const at = this.#entries.findIndex((entry) => entry.id === id);
    return at < 0 ? undefined : this.#entries.slice(at + 1);
  }

  /** Calls `watcher` with each new entry until the returned function is called. */
  watch(watcher: (entry: JournalEntry) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
