/** Authorization requests that a customer has not decided yet. */

import type { OAuthClient } from "../store/model.ts";

/** A request that waits for a decision. */
export interface Approval {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | null;
  readonly challenge: string | null;
  /** The cookie of the browser that asked. */
  readonly browser: string;
}

const OPEN_MAX = 1000;
const OPEN_MS = 15 * 60 * 1000;

/** Keeps at most 1000 requests, for 15 minutes each: real time, because people read the page. */
export class Approvals {
  readonly #now: () => number;
  readonly #open = new Map<string, Approval & { expiresAt: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(key: string, approval: Approval): void {
    const now = this.#now();
    for (const [old, { expiresAt }] of this.#open)
      if (expiresAt <= now || this.#open.size >= OPEN_MAX) this.#open.delete(old);
    this.#open.set(key, { ...approval, expiresAt: now + OPEN_MS });
  }

  get(key: string): Approval | undefined {
    const found = this.#open.get(key);
    return found && found.expiresAt > this.#now() ? found : undefined;
  }

  close(key: string): void {
    this.#open.delete(key);
  }
}
