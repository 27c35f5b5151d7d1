/** Repeats `done` for keys whose mark failed, in the background, until the store takes it. */

/** Most keys that wait for their mark. Beyond it the oldest is dropped, and its event may be handled once more. */
const WAITING_MAX = 10_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/** Keys of handled deliveries that the store has not marked yet. */
export class UnmarkedKeys {
  readonly #mark: (key: string) => void | Promise<void>;
  readonly #keys = new Set<string>();
  #delayMs = FIRST_DELAY_MS;
  #isScheduled = false;

  /** `mark` tells the store; what it throws means that it failed. */
  constructor(mark: (key: string) => void | Promise<void>) {
    this.#mark = mark;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
    if (this.#keys.size > WAITING_MAX) this.#keys.delete(this.#keys.values().next().value ?? "");
    this.#schedule();
  }

  /** Tells the store of one key now. Returns whether it succeeded. */
  async repeat(key: string): Promise<boolean> {
    try {
      await this.#mark(key);
    } catch {
      return false;
    }
    this.#keys.delete(key);
    return true;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#keys.size === 0) return;
    this.#isScheduled = true;
    const timer: unknown = setTimeout(() => void this.#repeatAll(), this.#delayMs);
    // On Node a timer would keep the process alive.
    Object(timer).unref?.();
  }

  /** One key after another, and none after a failure, so that a store in trouble is not flooded. */
  async #repeatAll(): Promise<void> {
    let succeeded = true;
    for (const key of [...this.#keys]) {
      succeeded = await this.repeat(key);
      if (!succeeded) break;
    }
    this.#delayMs = succeeded ? FIRST_DELAY_MS : Math.min(this.#delayMs * 2, LONGEST_DELAY_MS);
    this.#isScheduled = false;
    this.#schedule();
  }
}
