/** App webhooks whose creation was answered 202: they may exist only some time later (U-41). */

import { setTimeout as sleep } from "node:timers/promises";
import type { Exchange } from "../wire/http.ts";

/** How long after such an answer a webhook may come to exist, in milliseconds. */
const LATE_MS = 1000;

export class LateCreations {
  /** When all webhooks must exist whose creation was answered so far, by `performance.now()`. */
  until = 0;

  /** Keeps the answer to a creation. */
  keep({ response }: Exchange): void {
    if (response?.status === 202) this.until = performance.now() + LATE_MS;
  }

  /** Resolves when all of them must exist. */
  async exist(): Promise<void> {
    const ms = this.until - performance.now();
    if (ms > 0) await sleep(ms);
  }
}
