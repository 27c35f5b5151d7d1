/**
 * The deliveries: from an event to its last attempt.
 *
 * Every attempt is recorded, durably, before it is made; whether the webhook is active is looked at in the same moment (F-6.2-04, F-6.5-03).
 */

import { attemptOf, conclude, deliveryOf, type NewDelivery } from "./delivery-record.ts";
import { DueHeap } from "./due-heap.ts";
import { type Lane, Lanes } from "./lanes.ts";
import type { Delivery, DeliveryFault, DeliveryState, System } from "./model.ts";
import { headersOf, next, pauseMs, type Target } from "./rules.ts";
import type { Outcome } from "./sender.ts";
import type { World } from "./world.ts";

/** How long to wait when an attempt could not be recorded. */
const STORE_RETRY_MS = 1000;
/** Deliveries that are over are forgotten, the oldest first, once there are more than this many. */
const KEPT_MAX = 10_000;
/** After how many more that are over they are looked for: a look at all takes longer the more are pending. */
const LOOK_EVERY = 1000;
const OVER: readonly DeliveryState[] = ["delivered", "failed", "dropped"];

export class Deliveries {
  readonly #world: World;
  readonly #heap = new DueHeap();
  readonly #lanes = new Lanes();
  #stopped = false;
  #over = 0;
  #waiting: (() => void)[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Goes on with what a former process left: an attempt whose end it did not see counts as a transport error. */
  resume(): void {
    this.#prune();
    for (const delivery of this.#world.store.list("delivery")) {
      if (delivery.state === "sending") {
        this.#conclude(delivery, { status: null, error: "interrupted", headers: {}, body: "" }, 0);
      } else if (delivery.state === "pending") this.#schedule(delivery);
    }
    this.#pump();
  }

  create(given: NewDelivery): Delivery {
    const { store, clock } = this.#world;
    const delivery = deliveryOf(given, store.nextId("delivery"), clock.now());
    this.#keep(delivery);
    this.#schedule(delivery);
    setImmediate(() => this.#pump());
    return delivery;
  }

  /** What happens to deliveries that are not over when their webhook is switched (U-26). */
  switched(system: System, webhook: number, active: boolean): void {
    const lane = this.#lanes.of(system, webhook);
    const mine = this.#world.store.list("delivery").filter((one) => one.system === system && one.webhook === webhook);
    for (const delivery of mine) {
      if (active && delivery.state === "held") {
        delivery.state = "pending";
        delivery.due = this.#world.clock.now();
        this.#keep(delivery);
        this.#schedule(delivery);
      } else if (!active && delivery.state === "pending") this.#putAside(delivery, lane);
    }
    this.#pump();
  }

  /** Resolves when no attempt is under way and none is due now. */
  async idle(): Promise<void> {
    this.#pump();
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Moves the clock on and makes every attempt that falls due on the way, each at its time. */
  async advance(ms: number): Promise<void> {
    const target = this.#world.clock.now() + ms;
    await this.#runUntil(target);
    this.#moveTo(target);
    await this.idle();
  }

  /** Moves the clock on until nothing is pending any more. */
  async runOut(): Promise<void> {
    await this.#runUntil(Number.POSITIVE_INFINITY);
  }

  /** Forgets everything that is due; attempts under way end without effect. */
  clear(): void {
    this.#heap.clear();
    this.#lanes.clear();
  }

  stop(): void {
    this.#stopped = true;
    this.#world.clock.wakeAt(undefined, () => undefined);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #runUntil(target: number): Promise<void> {
    for (;;) {
      await this.idle();
      const due = this.#nextDue();
      if (due === undefined || due > target || this.#stopped) return;
      this.#moveTo(due);
    }
  }

  #moveTo(time: number): void {
    const { clock, store } = this.#world;
    clock.moveTo(time);
    store.put("setting", { id: "clock", kind: clock.kind, value: clock.position });
  }

  #schedule(delivery: Delivery): void {
    if (this.#world.profile.ordering === "webhook") {
      const lane = this.#laneOf(delivery);
      if (!lane.line.includes(delivery.id)) lane.line.push(delivery.id);
      if (lane.line[0] !== delivery.id) return;
    }
    this.#heap.push({ at: delivery.due, delivery: delivery.id });
  }

  /** The delivery leaves its line, and the one behind it moves up. */
  #leaveLine(delivery: Delivery, lane: Lane): void {
    const at = lane.line.indexOf(delivery.id);
    if (at < 0) return;
    lane.line.splice(at, 1);
    const first = at === 0 ? this.#world.store.get("delivery", lane.line[0] ?? -1) : undefined;
    if (first?.state === "pending") this.#heap.push({ at: first.due, delivery: first.id });
  }

  /** When the next pending delivery is due; entries of the heap that are out of date are dropped. */
  #nextDue(): number | undefined {
    for (let first = this.#heap.first; first; first = this.#heap.first) {
      const delivery = this.#world.store.get("delivery", first.delivery);
      if (delivery?.state === "pending" && delivery.due === first.at) return first.at;
      this.#heap.pop();
    }
    return undefined;
  }

  #pump(): void {
    if (this.#stopped) return;
    const { clock, store } = this.#world;
    for (let due = this.#nextDue(); due !== undefined && due <= clock.now(); due = this.#nextDue()) {
      const delivery = store.get("delivery", this.#heap.pop()?.delivery ?? -1) as Delivery;
      this.#lanes.add(this.#laneOf(delivery), delivery.id);
    }
    const inOrder = this.#world.profile.ordering === "webhook";
    for (let id = this.#lanes.take(inOrder); id !== undefined; id = this.#lanes.take(inOrder)) {
      const delivery = store.get("delivery", id);
      if (delivery?.state === "pending") this.#attempt(delivery, this.#laneOf(delivery));
    }
    clock.wakeAt(this.#nextDue(), () => this.#pump());
    if (this.#isIdle()) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #isIdle(): boolean {
    const due = this.#nextDue();
    return this.#stopped || (this.#lanes.idle && (due === undefined || due > this.#world.clock.now()));
  }

  async #attempt(delivery: Delivery, lane: Lane): Promise<void> {
    const { store, profile, sender } = this.#world;
    const target = this.#targetOf(delivery);
    if (!target?.webhook.active) return this.#putAside(delivery, lane);
    const leave = this.#lanes.occupy(lane, () => this.#pump());
    const body = Buffer.from(delivery.body);
    const fault = delivery.fault && delivery.attempts.length < delivery.fault.attempts ? delivery.fault : null;
    const headers = headersOf(target, body, profile, fault, this.#world.signatureHeader);
    const started = performance.now();
    try {
      this.#begin(delivery, headers, fault);
      await store.flushed();
      // While the disk was busy everything may have been deleted, or the webhook switched off.
      const gone = this.#stopped || store.get("delivery", delivery.id) !== delivery;
      if (gone || !this.#targetOf(delivery)?.webhook.active) {
        delivery.attempts.pop();
        if (!gone) this.#putAside(delivery, lane);
        return;
      }
      const outcome = await sender.send({
        url: delivery.url,
        body,
        headers,
        timeoutMs: profile.timeoutSeconds * 1000,
        followRedirects: profile.followRedirects,
        allowUserinfo: profile.webhookUrlUserinfo === "accept",
        fault,
      });
      if (!this.#stopped) this.#conclude(delivery, outcome, performance.now() - started);
    } catch {
      // The record of the attempt could not be written, so it was not made.
      delivery.attempts.pop();
      delivery.state = "pending";
      delivery.due = this.#world.clock.now() + STORE_RETRY_MS;
      this.#schedule(delivery);
    } finally {
      leave();
      this.#pump();
    }
  }

  #begin(delivery: Delivery, headers: Record<string, string>, fault: DeliveryFault | null): void {
    const number = delivery.attempts.length + 1;
    delivery.attempts.push(attemptOf(number, this.#world.clock.now(), headers, fault));
    delivery.state = "sending";
    this.#keep(delivery);
  }

  #conclude(delivery: Delivery, outcome: Outcome, durationMs: number): void {
    const { store, profile, clock, random } = this.#world;
    // A reset may have come in between.
    if (store.get("delivery", delivery.id) !== delivery) return;
    const lane = this.#laneOf(delivery);
    const attempt = delivery.attempts.at(-1);
    if (attempt) conclude(attempt, outcome, durationMs);
    const target = this.#targetOf(delivery);
    const verdict = target ? next(target, outcome, delivery.attempts.length, profile) : "failed";
    delivery.state = verdict === "retry" ? "pending" : verdict;
    if (verdict === "retry") {
      delivery.due = clock.now() + pauseMs(delivery.attempts.length, profile, random(2).readUInt16BE() / 0xffff);
      this.#schedule(delivery);
    } else this.#leaveLine(delivery, lane);
    this.#keep(delivery);
    this.#world.journal.add("attempt", {
      delivery: delivery.id,
      number: attempt?.number,
      status: outcome.status,
      error: outcome.error,
    });
    const gone = outcome.status === 410 && profile.goneDeactivates;
    if (target?.webhook.active && (gone || (verdict === "failed" && profile.afterLastAttempt === "deactivate"))) {
      this.deactivate(target);
    } else if (delivery.state === "pending" && !target?.webhook.active) this.#putAside(delivery, lane);
    // Nobody waits for this; what could not be written stays to be written with the next change.
    store.flushed().catch(() => undefined);
  }

  /** Switches the webhook off, as the profile has it after failures (U-25). */
  deactivate(target: Target): void {
    target.webhook.active = false;
    if (target.system === "client") this.#world.store.put("clientWebhook", target.webhook);
    else this.#world.store.put("appWebhook", target.webhook);
    this.#world.journal.add("webhook", { system: target.system, id: target.webhook.id, active: false });
    this.switched(target.system, target.webhook.id, false);
  }

  #putAside(delivery: Delivery, lane: Lane): void {
    delivery.state = this.#world.profile.pendingOnDeactivation === "keep" ? "held" : "dropped";
    this.#leaveLine(delivery, lane);
    this.#keep(delivery);
  }

  #keep(delivery: Delivery): void {
    this.#world.store.put("delivery", delivery);
    const { id, system, webhook, event, state, due, attempts } = delivery;
    this.#world.journal.add("delivery", { id, system, webhook, event, state, due, attempts: attempts.length });
    if (OVER.includes(state) && ++this.#over % LOOK_EVERY === 0) this.#prune();
  }

  #targetOf({ system, webhook: id }: Delivery): Target | undefined {
    const { store } = this.#world;
    const webhook = store.get(system === "client" ? "clientWebhook" : "appWebhook", id);
    return webhook && ({ system, webhook } as Target);
  }

  #laneOf({ system, webhook }: Delivery): Lane {
    return this.#lanes.of(system, webhook);
  }

  #prune(): void {
    const { store } = this.#world;
    const over = store.list("delivery").filter(({ state }) => OVER.includes(state));
    for (const { id } of over.slice(0, -KEPT_MAX)) store.remove("delivery", id);
  }
}
