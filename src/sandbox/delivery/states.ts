/** The states of deliveries: each change goes into the store, the journal and the queue. */

import type { Outcome } from "../outbound/sender.ts";
import type { Needs } from "../parts.ts";
import type { Delivery, System } from "../store/model.ts";
import type { Store } from "../store/store.ts";
import { findTarget, keepTarget, type Target, withActive } from "../store/webhooks.ts";
import type { Queue } from "./queue.ts";
import { createDelivery, endLastAttempt, FINAL_STATES, type NewDelivery } from "./record.ts";
import { next, pauseMs } from "./rules.ts";

type StateParts = Needs<"store" | "clock" | "journal" | "random" | "profile">;

/** Final deliveries are pruned after this many more, because a look at all of them takes long. */
const PRUNE_EVERY = 1000;

export class States {
  readonly #parts: StateParts;
  readonly #queue: Queue;
  #final = 0;

  constructor(parts: StateParts, queue: Queue) {
    this.#parts = parts;
    this.#queue = queue;
  }

  create(given: NewDelivery): Delivery {
    const { store, clock } = this.#parts;
    const delivery = createDelivery(given, store.nextId("delivery"), clock.now());
    this.keep(delivery);
    this.#queue.add(delivery);
    return delivery;
  }

  /** Switches a webhook on or off, with the deliveries that it still has (U-26). */
  switch(target: Target, active: boolean): Target {
    const changed = withActive(target, active);
    keepTarget(this.#parts, changed);
    for (const delivery of this.#deliveriesOf(target.system, target.webhook.id)) {
      if (active && delivery.state === "held") {
        const again: Delivery = { ...delivery, state: "pending", due: this.#parts.clock.now() };
        this.keep(again);
        this.#queue.add(again);
      } else if (!active && delivery.state === "pending") this.putAside(delivery);
    }
    return changed;
  }

  /** Puts the end of an attempt into the records. Returns the delivery after it; undefined if a reset deleted it. */
  end(id: number, outcome: Outcome, durationMs: number): Delivery | undefined {
    const { store, profile } = this.#parts;
    const before = store.get("delivery", id);
    if (before?.state !== "sending") return undefined;
    const delivery = endLastAttempt(before, outcome, durationMs);
    const target = findTarget(this.#parts, delivery.system, delivery.webhook);
    const verdict = target ? next(target, outcome, delivery.attempts.length, profile) : "failed";
    const after = this.#follow(delivery, verdict);
    // An app webhook of type 1 ignores the status, so no status can switch it off (F-6.4-03).
    const isIgnored = target?.system === "app" && target.webhook.responseHandlingType !== 2;
    const gone = outcome.status === 410 && profile.goneDeactivates && !isIgnored;
    const deactivates = gone || (verdict === "failed" && profile.afterLastAttempt === "deactivate");
    if (target?.webhook.active && deactivates) this.switch(target, false);
    else if (after.state === "pending" && !target?.webhook.active) this.putAside(after);
    return after;
  }

  /** Keeps the delivery in the state after an attempt, and in the queue if there is another one. */
  #follow(delivery: Delivery, verdict: ReturnType<typeof next>): Delivery {
    if (verdict !== "retry") {
      const over: Delivery = { ...delivery, state: verdict };
      this.#queue.remove(over);
      this.keep(over);
      return over;
    }
    const { clock, profile, random } = this.#parts;
    const due = clock.now() + pauseMs(delivery.attempts.length, profile, random(2).readUInt16BE() / 0xffff);
    const pending: Delivery = { ...delivery, state: "pending", due };
    this.keep(pending);
    this.#queue.add(pending);
    return pending;
  }

  /** Holds or drops a delivery whose webhook is off (U-26). */
  putAside(delivery: Delivery): void {
    const state = this.#parts.profile.pendingOnDeactivation === "keep" ? "held" : "dropped";
    this.#queue.remove(delivery);
    this.keep({ ...delivery, state });
  }

  /** Puts the record into the store and the journal. */
  keep(delivery: Delivery): void {
    this.#parts.store.put("delivery", delivery);
    const { id, system, webhook, event, state, due, attempts } = delivery;
    this.#parts.journal.add("delivery", { id, system, webhook, event, state, due, attempts: attempts.length });
    if (FINAL_STATES.includes(state) && ++this.#final % PRUNE_EVERY === 0) prune(this.#parts.store);
  }

  #deliveriesOf(system: System, webhook: number): Delivery[] {
    return this.#parts.store.list("delivery").filter((one) => one.system === system && one.webhook === webhook);
  }
}

const KEPT_MAX = 10_000;

/** Keeps the newest 10,000 final deliveries. */
export function prune(store: Store): void {
  const final = store.list("delivery").filter(({ state }) => FINAL_STATES.includes(state));
  for (const { id } of final.slice(0, -KEPT_MAX)) store.remove("delivery", id);
}
