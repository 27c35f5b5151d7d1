/**
 * Bounds every call of a duplicate store, so that a call that never settles blocks neither its payment nor a later
 * delivery.
 */

import type { DuplicateStore, Reservation } from "./duplicate-store.ts";
import { callUserCode, isPromise, within } from "./promises.ts";
import { UnmarkedKeys } from "./unmarked-keys.ts";
import { describeKind } from "./value-kinds.ts";

/**
 * Most releases that are owed, and that are watched. The reservation of a dropped one ends when the store lets it
 * expire.
 */
const OWED_MAX = 10_000;

const RESERVATIONS: ReadonlySet<unknown> = new Set<Reservation>(["new", "done", "busy"]);
const WRONG_ANSWER = 'reserve of the store answers "new", "done" or "busy"';

/**
 * A duplicate store whose promises always settle. Passes on at once what the store answers at once.
 *
 * `done` is repeated after a failure. A release is owed where one failed, and where a reservation failed that the store
 * may have made all the same. It is repeated when the key is delivered again and is busy, and names the holder of the
 * one reservation that it may end: that of another process stays.
 */
export class StoreGuard implements DuplicateStore {
  readonly #store: DuplicateStore;
  readonly #timeoutMs: number;
  readonly #unmarked = new UnmarkedKeys((key) => this.#markDone(key));
  /** Keys by the holder whose reservation may still be in the store, although no handler runs for it. */
  readonly #owed = new Map<string, string>();
  /** Holders of reserved keys whose handler runs. */
  readonly #held = new Map<string, string>();
  /** Keys with a release that hangs, and whether they were handled since. */
  readonly #hanging = new Map<string, boolean>();
  /** Made at the first delivery: at an edge, nothing is random before. */
  #name: string | undefined;
  #count = 0;

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
    if (this.#hanging.get(key)) return "done";
    const answer = this.#ask(key);
    if (isPromise(answer)) return answer.then((given) => (given === "busy" ? this.#askAgain(key) : given));
    return answer === "busy" ? this.#askAgain(key) : answer;
  }

  /**
   * @throws what the store threw, or that it did not answer in time. The key is `done` for this process, and the call
   * is repeated.
   */
  done(key: string): void | Promise<void> {
    this.#held.delete(key);
    if (this.#hanging.has(key)) this.#hanging.set(key, true);
    return callGuarded(
      () => this.#markDone(key),
      () => this.#unmarked.add(key),
    );
  }

  /** @throws what the store threw, or that it did not answer in time. The release is owed then. */
  release(key: string): void | Promise<void> {
    const holder = this.#held.get(key) ?? "";
    this.#held.delete(key);
    return this.#release(key, holder);
  }

  #markDone(key: string): void | Promise<void> {
    return this.#bounded(
      "done",
      callUserCode(() => this.#store.done(key)),
    );
  }

  #release(key: string, holder: string): void | Promise<void> {
    return callGuarded(
      () => {
        const pending = callUserCode(() => this.#store.release(key, holder));
        return this.#bounded("release", pending, () => void this.#awaitHanging(key, pending));
      },
      () => this.#owe(key, holder),
    );
  }

  #ask(key: string): Reservation | Promise<Reservation> {
    this.#name ??= crypto.randomUUID();
    const holder = `${this.#name} ${++this.#count}`;
    const taken = (reservation: Reservation) => {
      if (!RESERVATIONS.has(reservation)) throw new TypeError(`${WRONG_ANSWER}, not ${describeKind(reservation)}.`);
      if (reservation === "new") this.#held.set(key, holder);
      if (reservation !== "busy") for (const one of this.#owedFor(key)) this.#owed.delete(one);
      return reservation;
    };
    return callGuarded(
      () => {
        const answer = callUserCode(() => this.#store.reserve(key, holder));
        if (!isPromise(answer)) return taken(answer);
        return this.#bounded("reserve", answer, () => void this.#awaitLate(key, holder, answer)).then(taken);
      },
      () => this.#owe(key, holder),
    );
  }

  #owe(key: string, holder: string): void {
    this.#owed.set(holder, key);
    if (this.#owed.size > OWED_MAX) this.#owed.delete(this.#owed.keys().next().value ?? "");
  }

  #owedFor(key: string): string[] {
    return this.#owed.size > 0 ? [...this.#owed].flatMap(([holder, of]) => (of === key ? [holder] : [])) : [];
  }

  /** Releases what is owed, and asks once more. */
  #askAgain(key: string): Reservation | Promise<Reservation> {
    const holders = this.#owedFor(key);
    if (holders.length === 0) return "busy";
    return Promise.all(holders.map((holder) => this.#pay(key, holder))).then(() => this.#ask(key));
  }

  async #pay(key: string, holder: string): Promise<void> {
    try {
      await this.#release(key, holder);
      this.#owed.delete(holder);
    } catch {
      // It is still owed.
    }
  }

  /**
   * No handler runs for a reservation that arrives after its delivery was refused. Where a later delivery has had the
   * key since, its release waits until the key is found busy: a store may know only one reservation of a key.
   */
  async #awaitLate(key: string, holder: string, answer: Promise<Reservation>): Promise<void> {
    try {
      if ((await answer) !== "new") this.#owed.delete(holder);
      else if (this.#owed.has(holder)) await this.#pay(key, holder);
      else this.#owe(key, holder);
    } catch {
      // The store may have reserved it all the same.
    }
  }

  /** A late release may end the mark of a key that was handled meanwhile, in a store without holders. */
  async #awaitHanging(key: string, pending: void | Promise<void>): Promise<void> {
    if (this.#hanging.has(key) || this.#hanging.size >= OWED_MAX) return;
    this.#hanging.set(key, false);
    await Promise.resolve(pending).catch(() => {});
    if (this.#hanging.get(key)) this.#unmarked.add(key);
    this.#hanging.delete(key);
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

/** Does what may throw at once or later. `failed` is called before it throws. */
function callGuarded<T>(act: () => T | Promise<T>, failed: () => void): T | Promise<T> {
  const rethrow = (error: unknown): never => {
    failed();
    throw error;
  };
  try {
    const pending = act();
    return isPromise(pending) ? pending.catch(rethrow) : pending;
  } catch (error) {
    return rethrow(error);
  }
}
