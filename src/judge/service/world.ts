/** What the moments of a run mean: its webhooks, and the deliveries to each of them. Nothing is kept here. */

import type { Endpoint, Hook, Received, Trace } from "../trace.ts";
import { idIn, isDelivery } from "../wire/delivery.ts";
import { type Grounds, recipientsOf } from "./recipients.ts";
import { EVENT } from "./webhook.ts";

const CALLS = { client: /^(?:confirmPayment|recordPayment|emitEvent)$/, app: /^dispatchAppEvent$/ };

export class World {
  readonly #trace: Trace;
  readonly #grounds: Grounds;
  /** The webhooks by their URL, as far as they were looked at. */
  readonly #at = new Map<Endpoint, Hook[]>();
  #lookedAt = 0;

  constructor(trace: Trace, payments: PaymentIds, signatureName: string) {
    this.#trace = trace;
    this.#grounds = {
      signatureName,
      isPayment: (one) => payments.all.has(idIn(one) ?? Number.NaN),
      happened: (kind, since) =>
        trace.of("act").findLast(({ name, at }) => at >= since && CALLS[kind].test(name)) !== undefined,
    };
  }

  get hooks(): readonly Hook[] {
    return this.#trace.of("hook");
  }

  /** The stated event, and the names of others that were dispatched to an App. */
  get dispatched(): ReadonlySet<unknown> {
    const acts = this.#trace.of("act").filter(({ name }) => name === "dispatchAppEvent");
    return new Set([EVENT, ...acts.map(({ args }) => args[1])]);
  }

  /** Deliveries to a URL, whichever of its webhooks they are for, without probes of it (U-35). */
  deliveriesAt({ received, since }: Endpoint, from = 0, to = Number.POSITIVE_INFINITY): Received[] {
    const { signatureName } = this.#grounds;
    return received.filter((one) => one.at >= Math.max(since, from) && one.at < to && isDelivery(one, signatureName));
  }

  /** Those that may be for this webhook. */
  deliveries(hook: Hook, from?: number, to?: number): Received[] {
    return this.deliveriesAt(hook.endpoint, from, to).filter((one) => this.recipients(hook, one).includes(hook));
  }

  /** The webhooks that a request at the URL of this one may be for. One that was refused is alone there. */
  recipients(own: Hook, one: Received): readonly Hook[] {
    for (const hook of this.hooks.slice(this.#lookedAt))
      this.#at.set(hook.endpoint, [...(this.#at.get(hook.endpoint) ?? []), hook]);
    this.#lookedAt = this.hooks.length;
    return recipientsOf(one, this.#at.get(own.endpoint) ?? [own], this.#grounds);
  }
}

/** The ids of payments that the driver reported, and what they prove. */
export class PaymentIds {
  /** All of them. */
  readonly all = new Set<number>();
  /** Those that it reported for several payments: they tell nothing about a delivery. */
  readonly shared = new Set<number>();
  /** It did not report the id of some payment, so ids prove nothing. */
  areUnknown = false;
  readonly #sinceReset = new Set<number>();

  /** Keeps the id of a payment. Returns it, unless another payment has it. */
  keep(id: number): number | undefined {
    if (this.#sinceReset.has(id)) this.shared.add(id);
    this.#sinceReset.add(id);
    this.all.add(id);
    return this.shared.has(id) ? undefined : id;
  }

  /** After a reset, ids may begin anew. */
  beginAnew(): void {
    this.#sinceReset.clear();
  }
}
