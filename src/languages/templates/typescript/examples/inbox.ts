/** Payments and the keys of those that were handed over, in one file of lines, for one process. */

import { type FileHandle, open } from "node:fs/promises";
import { type DuplicateStore, type PaymentSnapshot, parseJson, stringify } from "../src/index.ts";

type Entry = { id: unknown; event: unknown };

export class Inbox implements DuplicateStore {
  readonly #file: FileHandle;
  readonly #done: Set<string>;
  #last: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, done: Set<string>) {
    this.#file = file;
    this.#done = done;
  }

  static async open(path: string): Promise<Inbox> {
    const file = await open(path, "a+");
    const text = await file.readFile("utf8");
    // A crash cut this line off, so its payment was never acknowledged: the service retries it.
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    await file.truncate(Buffer.byteLength(whole));
    const entries = whole
      .split("\n")
      .filter(Boolean)
      .map((line) => parseJson(line) as Entry);
    return new Inbox(file, new Set(entries.map(({ id, event }) => `${id} ${event}`)));
  }

  /** One at a time, because the file has one end. */
  once(key: string, handOver: () => Promise<void>): Promise<void> {
    const work = this.#last.then(async () => {
      if (this.#done.has(key)) return;
      await handOver();
      this.#done.add(key);
    });
    this.#last = work.catch(() => undefined);
    return work;
  }

  /** Writes a payment to disk. Call it only inside of `once`. */
  async add(payment: PaymentSnapshot): Promise<void> {
    const { size } = await this.#file.stat();
    try {
      await this.#file.appendFile(`${stringify({ id: payment.id, event: payment["@event"] })}\n`);
      await this.#file.sync();
    } catch (error) {
      // Half a line would corrupt the next one.
      await this.#file.truncate(size);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
