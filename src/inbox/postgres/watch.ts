/** Listens for new rows of other processes, on a connection that it keeps. */

import { inboxError } from "../errors.ts";
import type { Connections } from "./connections.ts";
import { isEnding, type PostgresClient } from "./pool.ts";

/** How soon a lost connection is opened again, and how often to see whether the pool was ended. */
const AGAIN_MS = 1_000;
/** How often the connection must show that it is not silent. Until then the worker looks by itself. */
const SILENT_MS = 20_000;

export type WatchParts = {
  readonly connections: Connections;
  readonly channel: string;
  readonly wake: () => void;
  /** Called once if the pool is ended before the inbox is closed. */
  readonly ended: (error: unknown) => void;
};

export class Watch {
  readonly #parts: WatchParts;
  readonly #timer: NodeJS.Timeout;
  #client: PostgresClient | undefined;
  #isOpening = false;
  #heardAt = 0;
  #stopped = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#look(), AGAIN_MS).unref();
    void this.#listen();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#drop();
  }

  #look(): void {
    const { connections, ended } = this.#parts;
    if (isEnding(connections.pool)) {
      // The pool waits for this connection to come back.
      this.stop();
      ended(inboxError("inbox_pool_ended"));
    } else if (!this.#client) void this.#listen();
    else if (performance.now() - this.#heardAt > SILENT_MS) void this.#hear(this.#client, "SELECT 1");
  }

  async #listen(): Promise<void> {
    const { connections, channel, wake } = this.#parts;
    if (this.#isOpening) return;
    this.#isOpening = true;
    try {
      const client = await connections.take();
      this.#client = client;
      // It cannot hear. The worker looks by itself.
      if (!client.on || this.#stopped) return this.stop();
      client.on("notification", wake);
      client.on("error", this.#drop);
      client.on("end", this.#drop);
      await this.#hear(client, `LISTEN ${channel}`);
      // Rows stored before it listened sent no notification.
      wake();
    } catch {
      this.#drop();
    } finally {
      this.#isOpening = false;
    }
  }

  /** A connection that does not answer is dropped. */
  async #hear(client: PostgresClient, sql: string): Promise<void> {
    this.#heardAt = performance.now();
    await this.#parts.connections.answer(client, client.query(sql)).catch(this.#drop);
  }

  readonly #drop = () => {
    const client = this.#client;
    if (!client) return;
    this.#client = undefined;
    client.removeListener?.("notification", this.#parts.wake);
    client.removeListener?.("end", this.#drop);
    // It listens on: a connection that breaks while it is closed would otherwise end the process.
    client.release(true);
  };
}
