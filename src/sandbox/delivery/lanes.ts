/** Which webhook sends next. Each has a lane, and lanes take turns, so that no webhook delays another. */

import type { System } from "../store/model.ts";

/** Largest number of attempts at a time: of one webhook, and of all. */
const LANE_MAX = 4;
const FAST_MAX = 128;
/** Largest number of concurrent slow attempts, in addition to the others. */
const SLOW_MAX = 512;
/** After this time an attempt counts as slow: it makes room for others, and its webhook waits for it. */
const SLOW_MS = 1000;

export interface Lane {
  /** Ids of deliveries that are due. */
  readonly ready: number[];
  /** Ids in the order of their events, if the profile keeps it (U-24); only the first may be sent. */
  readonly line: number[];
  inFlight: number;
  slow: number;
}

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  /** Lanes with something due, in turn. */
  readonly #turn = new Set<Lane>();
  #fast = 0;
  #slow = 0;

  of(system: System, webhook: number): Lane {
    const key = `${system} ${webhook}`;
    const lane = this.#lanes.get(key) ?? { ready: [], line: [], inFlight: 0, slow: 0 };
    this.#lanes.set(key, lane);
    return lane;
  }

  add(lane: Lane, delivery: number): void {
    if (!lane.ready.includes(delivery)) lane.ready.push(delivery);
    this.#turn.add(lane);
  }

  /** Returns the next delivery that may be sent now. `inOrder`: one at a time of each webhook. */
  take(inOrder: boolean): number | undefined {
    for (const lane of this.#turn) {
      if (this.#fast >= FAST_MAX) return undefined;
      this.#turn.delete(lane);
      // The lane is added again when one of its attempts ends.
      if (lane.slow > 0 || lane.inFlight >= (inOrder ? 1 : LANE_MAX)) continue;
      const delivery = lane.ready.shift();
      if (lane.ready.length > 0) this.#turn.add(lane);
      if (delivery !== undefined) return delivery;
    }
    return undefined;
  }

  /** Counts an attempt until the returned function is called. `room` is called when it becomes slow. */
  occupy(lane: Lane, room: () => void): () => void {
    let slow = 0;
    lane.inFlight++;
    this.#fast++;
    const shift = (by: 1 | -1) => {
      slow += by;
      lane.slow += by;
      this.#slow += by;
      this.#fast -= by;
    };
    const timer = setTimeout(() => {
      if (this.#slow >= SLOW_MAX) return;
      shift(1);
      room();
    }, SLOW_MS);
    return () => {
      clearTimeout(timer);
      if (slow) shift(-1);
      lane.inFlight--;
      this.#fast--;
      if (lane.ready.length > 0) this.#turn.add(lane);
    };
  }

  /** Nothing is under way and nothing is due. */
  get idle(): boolean {
    return this.#fast + this.#slow === 0 && this.#turn.size === 0;
  }

  /** Forgets what is due; attempts under way are still counted. */
  clear(): void {
    this.#turn.clear();
    for (const [key, lane] of this.#lanes) {
      lane.ready.length = 0;
      lane.line.length = 0;
      if (lane.inFlight === 0) this.#lanes.delete(key);
    }
  }
}
