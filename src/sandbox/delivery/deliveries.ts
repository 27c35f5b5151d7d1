/**
 * The life of deliveries, from an event to the last attempt. Every attempt is recorded, durably, before it is made, and
 * the webhook must be active in that moment (F-6.2-04, F-6.5-03).
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Outcome } from "../outbound/sender.ts";
import type { Needs } from "../parts.ts";
import { keepClock } from "../seed.ts";
import type { Delivery } from "../store/model.ts";
import { getSetting, StorageFailure } from "../store/store.ts";
import { findTarget, type Target } from "../store/webhooks.ts";
import { signedBytes } from "./faults.ts";
import { Queue } from "./queue.ts";
import { begun, type NewDelivery, nextFault, unbegun } from "./record.ts";
import { makeHeaders } from "./rules.ts";
import { prune, States } from "./states.ts";

type DeliveryParts = Needs<"store" | "clock" | "journal" | "sender" | "random" | "profile" | "signatureHeader">;

/** Pause after a commit that failed, in real time. */
const STORE_RETRY_MS = 1000;

const INTERRUPTED: Outcome = { status: null, error: "interrupted", headers: {}, body: "" };

/** What attempts came to. */
interface Tally {
  attempts: number;
  delivered: number;
  failed: number;
}

export class Deliveries {
  readonly #parts: DeliveryParts;
  readonly #queue: Queue;
  readonly #states: States;
  readonly #tally: Tally = { attempts: 0, delivered: 0, failed: 0 };
  #stopped = false;
  /** Why no attempt is made for now: a commit failed. */
  #broken: Error | undefined;
  #waiting: (() => void)[] = [];

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#queue = new Queue(parts);
    this.#states = new States(parts, this.#queue);
    parts.store.onRestore(() => this.#rebuild());
  }

  /** Continues what an earlier process left. An attempt whose end it did not see counts as a transport error. */
  resume(): void {
    prune(this.#parts.store);
    for (const delivery of this.#parts.store.list("delivery")) {
      if (delivery.state === "sending") void this.#conclude(delivery.id, INTERRUPTED, 0);
      else if (delivery.state === "pending") this.#queue.add(delivery);
    }
    this.#pump();
  }

  /** Creates a delivery; it is sent once the caller's commit has succeeded. */
  create(given: NewDelivery): Delivery {
    const delivery = this.#states.create(given);
    setImmediate(() => this.#pump());
    return delivery;
  }

  /** Switches a webhook on or off, with the deliveries that it still has (U-26). */
  switch(target: Target, active: boolean): Target {
    const changed = this.#states.switch(target, active);
    setImmediate(() => this.#pump());
    return changed;
  }

  /** Resolves when no attempt is under way and none is due now. */
  async idle(): Promise<void> {
    this.#pump();
    if (this.#isIdle) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Moves the clock on and makes every attempt that falls due on the way, each at its time. Returns what they came to.
   *
   * @throws Error if something could not be written; then the clock stands at the last attempt that was made
   */
  async advance(ms: number): Promise<Tally> {
    const { clock, store } = this.#parts;
    const was = { ...this.#tally };
    const target = clock.now() + ms;
    await this.#runUntil(target);
    clock.moveTo(target);
    keepClock(this.#parts, target);
    await store.flushed();
    await this.idle();
    const { attempts, delivered, failed } = this.#tally;
    return { attempts: attempts - was.attempts, delivered: delivered - was.delivered, failed: failed - was.failed };
  }

  /** Sets a real clock back to the machine's time; what is due later waits longer. A virtual clock stays. */
  async backToRealTime(): Promise<void> {
    this.#parts.clock.resume(undefined);
    keepClock(this.#parts);
    await this.#parts.store.flushed();
    this.#pump();
  }

  /** Moves the clock on until nothing is pending any more. */
  async runOut(): Promise<void> {
    await this.#runUntil(Number.POSITIVE_INFINITY);
    keepClock(this.#parts);
    await this.#parts.store.flushed();
  }

  /** Removes everything that is due; attempts under way end without effect once their records are gone. */
  clear(): void {
    this.#queue.clear();
  }

  stop(): void {
    this.#stopped = true;
    this.#parts.clock.wakeAt(undefined, () => undefined);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** @throws Error if attempts cannot be recorded */
  async #runUntil(target: number): Promise<void> {
    for (;;) {
      await this.idle();
      if (this.#broken) throw this.#broken;
      const due = this.#queue.nextDue();
      if (due === undefined || due > target || this.#stopped) return;
      this.#parts.clock.moveTo(due);
      // Written with the start of the attempt.
      keepClock(this.#parts);
    }
  }

  #pump(): void {
    if (this.#stopped || this.#broken) return;
    for (let one = this.#queue.take(); one; one = this.#queue.take()) this.#attempt(one);
    this.#parts.clock.wakeAt(this.#queue.nextDue(), () => this.#pump());
    if (this.#isIdle) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  get #isIdle(): boolean {
    return this.#stopped || this.#broken !== undefined || this.#queue.idle;
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const target = findTarget(this.#parts, delivery.system, delivery.webhook);
    if (!target?.webhook.active) return this.#states.putAside(delivery);
    const leave = this.#queue.occupy(delivery, () => this.#pump());
    try {
      const body = Buffer.from(delivery.body);
      const headers = makeHeaders(this.#parts, target, signedBytes(this.#parts, delivery), nextFault(delivery));
      if (!(await this.#begin(delivery, headers))) return;
      const started = performance.now();
      const outcome = await this.#send(delivery, headers, body);
      if (!this.#stopped) await this.#conclude(delivery.id, outcome, performance.now() - started);
    } finally {
      leave();
      this.#pump();
    }
  }

  /** Records an attempt. Resolves to whether it may be made. */
  async #begin(delivery: Delivery, headers: Record<string, string>): Promise<boolean> {
    const { store, clock } = this.#parts;
    this.#states.keep(begun(delivery, headers, clock.now()));
    try {
      await store.flushed();
    } catch {
      return false;
    }
    // While the disk was busy everything may have been deleted, or the webhook switched off.
    const current = store.get("delivery", delivery.id);
    if (this.#stopped || !current) return false;
    if (findTarget(this.#parts, current.system, current.webhook)?.webhook.active) return true;
    this.#states.putAside(unbegun(current, "pending"));
    return false;
  }

  #send(delivery: Delivery, headers: Record<string, string>, body: Buffer): Promise<Outcome> {
    const { sender, profile } = this.#parts;
    return sender.send({
      url: delivery.url,
      body,
      headers,
      timeoutMs: profile.timeoutSeconds * 1000,
      followRedirects: profile.followRedirects,
      allowUserinfo: profile.webhookUrlUserinfo === "accept",
      fault: nextFault(delivery),
    });
  }

  /** Records how an attempt ended. It did happen, so this is tried until it can be written. */
  async #conclude(id: number, outcome: Outcome, durationMs: number): Promise<void> {
    while (!this.#stopped) {
      const delivery = this.#states.end(id, outcome, durationMs);
      if (!delivery) return;
      try {
        await this.#parts.store.flushed();
        this.#tell(delivery);
        return;
      } catch {
        await pause(STORE_RETRY_MS, undefined, { ref: false });
      }
    }
  }

  #tell({ id, system, webhook, payment, event, url, state, due, attempts }: Delivery): void {
    const { number, status, error, durationMs, fault } = attempts.at(-1) ?? {};
    this.#tally.attempts++;
    if (state === "delivered" || state === "failed") this.#tally[state]++;
    const attempt = { delivery: id, system, webhook, payment, event, url, number, status, error, durationMs, fault };
    const { clock, journal } = this.#parts;
    journal.add("attempt", { ...attempt, state, now: clock.now(), due: state === "pending" ? due : null });
  }

  /** After a failed commit: takes clock and queue from the restored records, and makes no attempt for a moment. */
  #rebuild(): void {
    const { store, clock } = this.#parts;
    const kept = getSetting(store, "clock");
    clock.resume(kept?.kind === clock.kind ? kept.value : undefined);
    this.#queue.clear();
    // One under way keeps its place in the order of its webhook.
    for (const delivery of store.list("delivery"))
      if (delivery.state === "pending" || delivery.state === "sending") this.#queue.add(delivery);
    this.#parts.journal.add("reload", {});
    for (const resolve of this.#waiting.splice(0)) resolve();
    if (this.#broken) return;
    this.#broken = new StorageFailure("an earlier commit");
    const again = () => {
      this.#broken = undefined;
      this.#pump();
    };
    setTimeout(again, STORE_RETRY_MS).unref();
  }
}
