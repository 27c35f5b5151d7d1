/**
 * Waiting for `settle` of the driver. It resolves when no attempt is pending, which may take minutes, or for ever: how
 * often and how long a service retries is open (N-6.5-01, N-6.5-02).
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceDriver } from "../driver.ts";
import type { Hook, Trace } from "../trace.ts";
import { idIn } from "../wire/delivery.ts";
import type { Ground } from "./options.ts";
import { isFailure } from "./walk/due/evidence.ts";

/** A service settles slowly if it was left so often, or took so long in all and on average. Milliseconds. */
const SLOW = { left: 2, total: 30_000, mean: 2000 };
/** The same where the driver has no settle(), and how long all waits may take there. */
const SLOW_QUIET = { mean: 1000, most: 90_000 };
/**
 * How long nothing new may come before settle() is left, in milliseconds: at first, and at a slow service. Where the
 * driver has none, it is quiet after the least if all was acknowledged.
 */
const LEFT_AFTER = { first: 10_000, least: 1500, most: 10_000 };
const LOOK_MS = 50;
/** Where the driver has no `settle`, waiting for silence ends after this many of the longest gaps (N-6.5-01). */
const QUIET_GAPS = 30;
/** The longest gap unless the driver says another one, and at most. Milliseconds. */
const WINDOW_MS = { usual: 5000, most: 600_000 };

/** Returns the longest gap between two attempts, in milliseconds: what the driver says, at most ten minutes. */
export const windowMsOf = ({ retryWindowMs: ms }: ServiceDriver): number =>
  typeof ms === "number" && ms >= 0 ? Math.min(ms, WINDOW_MS.most) : WINDOW_MS.usual;

/**
 * Whether a delivery may come again: it failed more often at its URL than it was acknowledged there. None does at a
 * webhook of type 1 (F-6.4-03).
 */
function mayComeAgain(trace: Trace, from: number): boolean {
  const open = new Map<string, number>();
  const isOfType1 = ({ request }: Hook) => request["responseHandlingType"] === 1;
  const ofType1 = Map.groupBy(trace.of("hook").filter(isOfType1), (hook) => hook.endpoint);
  for (const { one, endpoint } of trace.of("arrived").slice(from)) {
    const key = `${endpoint?.token} ${idIn(one)}`;
    const { length } = (endpoint && ofType1.get(endpoint)) ?? [];
    open.set(key, (open.get(key) ?? -length) + (isFailure(one) ? 1 : -1));
  }
  return [...open.values()].some((count) => count > 0);
}

/** What the run has learnt about `settle`. */
export class Settling {
  readonly #ground: Ground;
  #left = 0;
  #settles = 0;
  /** How many requests had come when it was quiet last. */
  #arrived = 0;
  #spentMs = 0;
  /** Without `settle`: the judge has waited in vain for a retry once. That takes long, so it does so once in a run. */
  hasGivenUp = false;
  /** The one that was left and has not returned yet. */
  #underWay: Promise<void> | undefined;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Whether it takes so long that a history with many of them would have no end. */
  get isSlow(): boolean {
    const { mean, most } = this.#ground.fence.has("settle") ? { ...SLOW, most: Number.POSITIVE_INFINITY } : SLOW_QUIET;
    const isLong = this.#spentMs > Math.min(most, Math.max(SLOW.total, mean * this.#settles));
    return isLong || this.#left >= SLOW.left;
  }

  /** Whether what is missing is certain: after settle() was left, only if the driver tells a gap that is over. */
  get isProof(): boolean {
    const { retryWindowMs } = this.#ground.driver;
    return this.#left === 0 || (retryWindowMs !== undefined && 2 * retryWindowMs <= LEFT_AFTER.most);
  }

  /**
   * Resolves when nothing has come for twice the longest gap: of what may be retried as the driver says, and of all
   * else as it was seen so far.
   */
  async #quiet(): Promise<void> {
    const { driver, listener, trace } = this.#ground;
    const windowMs = windowMsOf(driver);
    const started = performance.now();
    let isOpen = false;
    await this.#until(() => {
      const passed = performance.now() - started;
      const { quietFor = passed, longestGap = 0 } = listener ?? {};
      isOpen = mayComeAgain(trace, this.#arrived);
      const ms = isOpen ? 2 * windowMs : Math.min(2 * windowMs, Math.max(2 * longestGap, LEFT_AFTER.least));
      return !listener || Math.min(quietFor, passed) >= ms || passed > QUIET_GAPS * Math.max(windowMs, 100);
    });
    this.hasGivenUp ||= isOpen && 2 * windowMs > LEFT_AFTER.least;
    this.#arrived = trace.of("arrived").length;
  }

  async #until(isOver: () => boolean): Promise<void> {
    while (!isOver() && !this.#ground.options.signal?.aborted) await sleep(LOOK_MS);
  }

  /** Resolves when the driver says that nothing is pending, or when nothing new has come for some time. */
  async settle(): Promise<void> {
    const started = performance.now();
    await (this.#ground.fence.has("settle") ? this.#told(started) : this.#quiet());
    this.#settles++;
    this.#spentMs += performance.now() - started;
  }

  async #told(started: number): Promise<void> {
    const { fence, listener, trace } = this.#ground;
    const acts = trace.of("act").length;
    let isLeft = false;
    const settled = this.#underWay ?? fence.callWhile<void>(() => !isLeft, "settle");
    let isOver = false;
    const over = settled.finally(() => {
      isOver = true;
      this.#underWay = undefined;
    });
    over.catch(() => {});
    const newAt = () => Math.max(started, listener?.newAt ?? started);
    await Promise.race([over, this.#until(() => isOver || performance.now() - newAt() > this.#patienceMs)]);
    if (isOver) {
      // What was sent before settle() returned may wait for the judge.
      await listener?.presence.ask();
      if (trace.of("act").length === acts) trace.note("settled", { at: performance.now() });
      return;
    }
    isLeft = true;
    this.#underWay = settled;
    this.#left++;
  }

  get #patienceMs(): number {
    if (!this.isSlow) return LEFT_AFTER.first;
    const { driver, listener } = this.#ground;
    const told = 2 * (driver.retryWindowMs ?? 0);
    return Math.min(Math.max(2 * (listener?.longestGap ?? 0), told, LEFT_AFTER.least), LEFT_AFTER.most);
  }
}
