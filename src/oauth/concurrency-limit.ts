/** Work that runs a few at a time. */

import { oauthError } from "./token-endpoint.ts";

export class ConcurrencyLimit {
  #free: number;
  readonly #timeoutMs: number;
  readonly #waiting = new Set<() => void>();

  /** `atOnce`: how many run at the same time. `timeoutMs`: how long one waits for its turn. */
  constructor(atOnce: number, timeoutMs: number) {
    this.#free = atOnce;
    this.#timeoutMs = timeoutMs;
  }

  /** Runs `work` when it is its turn. Throws what it throws. @throws OAuthError `timeout` */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free++;
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        this.#waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(oauthError("timeout"));
      }, this.#timeoutMs);
      this.#waiting.add(begin);
    });
  }
}
