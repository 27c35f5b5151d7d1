/** How many requests go to a receiver at once: few, more if it is slow, fewer if it says that it is busy. */

const AT_ONCE = 6;
/** A receiver that takes longer than this for one request gets many at once, so that a run ends in time. */
const SLOW_MS = 500;
const AT_ONCE_IF_SLOW = 120;
export class ConcurrencyLimit {
  #most = AT_ONCE;
  #inFlight = 0;
  #isClosed = false;
  #isBusy = false;
  readonly #waiting: (() => void)[] = [];

  async pass<T>(work: () => Promise<T>): Promise<T> {
    await this.#until(() => !this.#isClosed && this.#inFlight < this.#most);
    this.#inFlight++;
    return work().finally(() => {
      this.#inFlight--;
      this.#wake();
    });
  }

  /** A burst; during it, a fast receiver gets nothing else. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#most === AT_ONCE_IF_SLOW) return work();
    await this.#until(() => !this.#isClosed);
    this.#isClosed = true;
    await this.#until(() => this.#inFlight === 0);
    return work().finally(() => {
      this.#isClosed = false;
      this.#wake();
    });
  }

  /** Learns the speed from the first answer, to the only request at that time, and from each that never came. */
  learn(ms: number): void {
    if (ms <= SLOW_MS || this.#isBusy) return;
    this.#most = AT_ONCE_IF_SLOW;
    this.#wake();
  }

  /** The receiver is busy. */
  narrow(): void {
    this.#isBusy = true;
    this.#most = Math.max(1, Math.floor(this.#most / 2));
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
