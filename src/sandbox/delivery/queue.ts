/**
 * Which delivery is due, and which may go now. The queue follows from the records: it can be built from them at any
 * time. Ids stay in it until they are due; a record that is not pending any more is skipped.
 */

import type { Needs } from "../parts.ts";
import type { Delivery } from "../store/model.ts";
import { type Lane, Lanes } from "./lanes.ts";

interface Due {
  readonly at: number;
  readonly delivery: number;
}

/** Tells which comes first; of two that are due at the same time, the older delivery. */
const isBefore = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.delivery < b.delivery);

export class Queue {
  readonly #parts: Needs<"store" | "clock" | "profile">;
  /** The earliest first. */
  readonly #due: Due[] = [];
  readonly #lanes = new Lanes();

  constructor(parts: Needs<"store" | "clock" | "profile">) {
    this.#parts = parts;
  }

  /** Adds a pending delivery. Where the profile keeps the order, it waits for those before it (U-24). */
  add(delivery: Delivery): void {
    if (this.#inOrder) {
      const { line } = this.#laneOf(delivery);
      if (!line.includes(delivery.id)) line.push(delivery.id);
      if (line[0] !== delivery.id) return;
    }
    this.#insert(delivery);
  }

  /** Takes the delivery out of its line, and lets the next one move up. */
  remove(delivery: Delivery): void {
    const { line } = this.#laneOf(delivery);
    const at = line.indexOf(delivery.id);
    if (at < 0) return;
    line.splice(at, 1);
    const first = at === 0 ? this.#parts.store.get("delivery", line[0] ?? -1) : undefined;
    if (first?.state === "pending") this.#insert(first);
  }

  /** Returns when the next pending delivery is due. */
  nextDue(): number | undefined {
    for (let [first] = this.#due; first; [first] = this.#due) {
      const delivery = this.#parts.store.get("delivery", first.delivery);
      if (delivery?.state === "pending" && delivery.due === first.at) return first.at;
      this.#due.shift();
    }
    return undefined;
  }

  /** Returns the next delivery that is due and may be sent now. */
  take(): Delivery | undefined {
    const { clock, store } = this.#parts;
    for (let due = this.nextDue(); due !== undefined && due <= clock.now(); due = this.nextDue()) {
      const delivery = store.get("delivery", this.#due.shift()?.delivery ?? -1);
      if (delivery) this.#lanes.add(this.#laneOf(delivery), delivery.id);
    }
    for (let id = this.#lanes.take(this.#inOrder); id !== undefined; id = this.#lanes.take(this.#inOrder)) {
      const delivery = store.get("delivery", id);
      if (delivery?.state === "pending") return delivery;
    }
    return undefined;
  }

  /**
   * Counts an attempt until the returned function is called. `room` is called when it becomes slow and lets others
   * pass.
   */
  occupy(delivery: Delivery, room: () => void): () => void {
    return this.#lanes.occupy(this.#laneOf(delivery), room);
  }

  /** Nothing is under way, and nothing is due now. */
  get idle(): boolean {
    const due = this.nextDue();
    return this.#lanes.idle && (due === undefined || due > this.#parts.clock.now());
  }

  /** Removes everything that is due; attempts under way are still counted. */
  clear(): void {
    this.#due.length = 0;
    this.#lanes.clear();
  }

  /** Finds its place by halves, because thousands may be due. */
  #insert({ due: at, id: delivery }: Delivery): void {
    let [low, high] = [0, this.#due.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore({ at, delivery }, this.#due[middle] as Due)) high = middle;
      else low = middle + 1;
    }
    this.#due.splice(low, 0, { at, delivery });
  }

  get #inOrder(): boolean {
    return this.#parts.profile.ordering === "webhook";
  }

  #laneOf({ system, webhook }: Delivery): Lane {
    return this.#lanes.of(system, webhook);
  }
}
