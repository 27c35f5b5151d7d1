/**
 * Bounds every call of a duplicate store, so that a call that never settles blocks neither its payment nor a later
 * delivery.
 */

import type { DuplicateStore, Reservation } from "./duplicate-store.ts";
import { isPromise, within } from "./promises.ts";
import { UnmarkedKeys } from "./store-repeat.ts";

/**
 * A duplicate store whose promises always settle. Passes on at once what the store answers at once.
 *
 * `done` is repeated after a failure; `release` is not: the failed call may have taken effect, and a second one could
 * end the reservation of another process. Such a reservation ends when the store lets it expire.
 */
export class StoreGuard implements DuplicateStore {
  readonly #store: DuplicateStore;
  readonly #timeoutMs: number;
  readonly #unmarked = new UnmarkedKeys((key) => this.#bounded("done", this.#store.done(key)));
  /** Reserved keys whose handler runs; those that the store gave at once only while a late reservation may arrive. */
  readonly #held = new Set<string>();
  /** Reservations that are late and may still arrive. */
  #late = 0;

  /** `timeoutMs`: milliseconds that each call of `store` has. */
  constructor(store: DuplicateStore, timeoutMs: number) {
    this.#store = store;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Reserves a key. A key whose handler succeeded is `done`, even if the store failed to mark it.
   *
   * @throws what the store threw, or that it did not answer in time. The key then counts as not reserved, and is
   *   released if the reservation arrives later.
   */
  reserve(key: string): Reservation | Promise<Reservation> {
    if (this.#unmarked.has(key)) {
      void this.#unmarked.repeat(key);
      return "done";
    }
    const answer = this.#store.reserve(key);
    if (!isPromise(answer)) return this.#late > 0 ? this.#taken(key, answer) : answer;
    const inTime = this.#bounded("reserve", answer, () => void this.#releaseLate(key, answer));
    return inTime.then((reservation) => this.#taken(key, reservation));
  }

  /**
   * @throws what the store threw, or that it did not answer in time. The key is `done` for this process, and the call
   * is repeated.
   */
  done(key: string): void | Promise<void> {
    this.#held.delete(key);
    const failed = (error: unknown): never => {
      this.#unmarked.add(key);
      throw error;
    };
    try {
      const pending = this.#bounded("done", this.#store.done(key));
      return isPromise(pending) ? pending.catch(failed) : undefined;
    } catch (error) {
      return failed(error);
    }
  }

  /** @throws what the store threw, or that it did not answer in time. */
  release(key: string): void | Promise<void> {
    this.#held.delete(key);
    return this.#bounded("release", this.#store.release(key));
  }

  #taken(key: string, reservation: Reservation): Reservation {
    if (reservation === "new") this.#held.add(key);
    return reservation;
  }

  /**
   * No handler runs for a reservation that arrives after its delivery was refused, unless a later delivery has reserved
   * the key.
   */
  async #releaseLate(key: string, answer: Promise<Reservation>): Promise<void> {
    this.#late++;
    try {
      if ((await answer) === "new" && !this.#held.has(key)) await this.release(key);
    } catch {
      // The store never reserved it, or lets the reservation expire.
    } finally {
      this.#late--;
    }
  }

  #bounded<T>(call: string, pending: Promise<T>, late?: () => void): Promise<T>;
  #bounded<T>(call: string, pending: T | Promise<T>, late?: () => void): T | Promise<T>;
  #bounded<T>(call: string, pending: T | Promise<T>, late?: () => void): T | Promise<T> {
    if (!isPromise(pending)) return pending;
    return within(this.#timeoutMs, pending, () => {
      late?.();
      throw new Error(`The store did not settle ${call} within ${this.#timeoutMs} ms.`);
    });
  }
}
