/** Listens for new rows of other processes, on a connection that it keeps. */

import type { PostgresClient, PostgresPool } from "./pool.ts";
import { CHANNEL } from "./schema.ts";

/** How soon a lost connection is opened again. Until then the worker looks by itself, every second. */
const AGAIN_MS = 1_000;

export class Watch {
  readonly #pool: PostgresPool;
  readonly #wake: () => void;
  #client: PostgresClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(pool: PostgresPool, wake: () => void) {
    this.#pool = pool;
    this.#wake = wake;
    void this.#listen();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#drop();
  }

  async #listen(): Promise<void> {
    try {
      const client = await this.#pool.connect();
      this.#client = client;
      // It cannot hear. The worker looks by itself.
      if (!client.on) return this.stop();
      client.on("notification", this.#wake);
      client.on("error", this.#lost);
      client.on("end", this.#lost);
      if (this.#stopped) return this.#drop();
      await client.query(`LISTEN ${CHANNEL}`);
      // Rows stored before it listened sent no notification.
      this.#wake();
    } catch {
      this.#lost();
    }
  }

  readonly #lost = () => {
    this.#drop();
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#listen(), AGAIN_MS).unref();
  };

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    client.removeListener?.("notification", this.#wake);
    client.removeListener?.("end", this.#lost);
    // It listens on: a connection that breaks while it is closed would otherwise end the process.
    client.release(true);
  }
}
