/** Hands a delivery over once and within a deadline, and believes only what it sees: the handler ended, and so did the store. */

import { createHash } from "node:crypto";
import type { DuplicateStore } from "./store.ts";

/** Why a delivery was not handed over. `cause` is what the handler or the store threw. */
export class HandOverError extends Error {
  readonly code: "handler_failed" | "handler_deadline" | "event_busy" | "store_failed";

  constructor(code: HandOverError["code"], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** `isDuplicate`: the store knew the key. */
export interface HandedOver {
  readonly key: string;
  readonly isDuplicate: boolean;
}

/**
 * Returns once the handler ended, or the store knew the key. `same`: what makes two payments of one owner the same. `mayBeEarlier`: whether
 * a version without owners may have stored it.
 * @throws HandOverError
 */
export type HandOver<T> = (
  same: unknown,
  owner: string | undefined,
  mayBeEarlier: boolean,
  handle: (key: string, transaction: T) => unknown,
) => Promise<HandedOver>;

/** Makes the function that hands over under a store, within `timeoutMs` for all waiting together. */
export function createHandOver<T>(store: DuplicateStore<T>, timeoutMs: number): HandOver<T> {
  // Repetitions wait here, and not within the store, whose connections are few.
  const running = new Map<string, Promise<unknown>>();

  return async (same, owner, mayBeEarlier, handle) => {
    if (typeof same !== "string" || same === "")
      throw new HandOverError("handler_failed", `the function \`key\` returned ${typeof same} instead of a text`);
    const key = keyWithin(owner, same);
    const call = new Call(key, handle);
    const work = async (): Promise<HandedOver> => {
      for (let other = running.get(key); other; other = running.get(key)) await other.catch(() => undefined);
      call.refuseIfLate();
      const own = once(store, call, mayBeEarlier ? same : undefined);
      running.set(key, own);
      try {
        return { key, isDuplicate: await own };
      } finally {
        running.delete(key);
      }
    };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(call.late()), timeoutMs);
    });
    return Promise.race([work(), late]).finally(() => clearTimeout(timer));
  };
}

/** One call of a handler, and what became of it. */
class Call<T> {
  readonly key: string;
  state: "waiting" | "running" | "done" | "failed" | "late" = "waiting";
  error: unknown;
  readonly #handle: (key: string, transaction: T) => unknown;

  constructor(key: string, handle: (key: string, transaction: T) => unknown) {
    this.key = key;
    this.#handle = handle;
  }

  async run(transaction: T): Promise<void> {
    this.refuseIfLate();
    this.state = "running";
    try {
      const result = await this.#handle(this.key, transaction);
      const unfinished = unfinishedWork(result);
      if (unfinished) throw new TypeError(`the handler returned ${unfinished}, so its work is still to be done`);
      this.state = "done";
    } catch (error) {
      [this.state, this.error] = ["failed", error];
      throw error;
    }
  }

  /** Without a deadline, what waited for a payment that hung would be handled long after its answer. */
  refuseIfLate(): void {
    if (this.state === "late") throw new HandOverError("event_busy", "the delivery was answered while it waited");
  }

  late(): HandOverError {
    if (this.state !== "waiting") return new HandOverError("handler_deadline", "the handler did not end in time");
    this.state = "late";
    return new HandOverError("event_busy", "the same payment is being handled");
  }
}

/** Returns whether the store knew the key, or `earlier`, under which it stood before its owner was known. */
async function once<T>(store: DuplicateStore<T>, call: Call<T>, earlier: string | undefined): Promise<boolean> {
  try {
    if (earlier !== undefined && (await isKnown(store, earlier))) return true;
    const result: unknown = await store.once(call.key, (transaction) => {
      const own = call.run(transaction);
      // A store that does not wait for it must not end the process.
      own.catch(() => undefined);
      return own;
    });
    const unfinished = unfinishedWork(result);
    if (unfinished) throw new TypeError(`once of the store returned ${unfinished}, so nothing was handled`);
    if (call.state === "running") throw new TypeError("once of the store did not wait for handOver");
  } catch (error) {
    if (call.state !== "failed") throw new HandOverError("store_failed", "the store failed", error);
  }
  // A store that catches what the handler threw must not make a success of it.
  if (call.state === "failed") throw new HandOverError("handler_failed", "the handler failed", call.error);
  return call.state === "waiting";
}

async function isKnown<T>(store: DuplicateStore<T>, key: string): Promise<boolean> {
  let isNew = false;
  try {
    await store.once(key, () => {
      isNew = true;
      return Promise.reject(new Error("nothing is handed over under this key"));
    });
  } catch (error) {
    if (!isNew) throw error;
  }
  return !isNew;
}

/** What stands for work that nobody has begun. Promises are awaited before. */
function unfinishedWork(result: unknown): string | undefined {
  if (typeof result === "function") return "a function";
  const has = (name: string) =>
    typeof result === "object" && result !== null && typeof Reflect.get(result, name) === "function";
  if (has("next") && has("return")) return "a generator";
  return has("subscribe") ? "an observable" : undefined;
}

/** Longest key with an owner that is stored as it is, a little under what columns for names usually hold. */
const PLAIN_MAX = 100;

/** Within the owner, so that the same id of two customers makes two payments. */
function keyWithin(owner: string | undefined, same: string): string {
  if (owner === undefined) return same;
  const encoded = encodeURIComponent(owner);
  const key = `${encoded}/${same}`;
  return key.length > PLAIN_MAX ? `/${createHash("sha256").update(`${encoded} ${same}`).digest("base64")}` : key;
}
