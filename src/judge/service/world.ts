/**
 * What the moments of a run mean: its webhooks, and the deliveries to each of them. Where several webhooks have the
 * path of their URL in common, what does not tell them apart leaves all of them: then nobody is accused of what a
 * request shows of one of them. Nothing is kept here.
 */

import { type Act, type Endpoint, type Hook, type Kind, lastBefore, type Received, type Trace } from "../trace.ts";
import { eventIn, idIn, isDelivery, valuesOf } from "../wire/delivery.ts";
import { holds } from "../wire/signature.ts";
import type { Seen } from "./walk/due/due.ts";
import { hasCopies } from "./walk/due/evidence.ts";
import { EVENT } from "./webhook.ts";

/** What a service was made to do, as far as it tells the two kinds of webhook apart. */
export interface Grounds {
  readonly signatureName: string;
  /** Whether the request has the id of a payment that the driver told. */
  isPayment(one: Received): boolean;
  /** Whether a payment was made, or an event dispatched, from then on; `since` is by `performance.now()`. */
  happened(kind: Kind, since: number): boolean;
}

type Rule = (one: Received, hook: Hook, grounds: Grounds) => boolean;

/** `%c3` is the same as `%C3`, and `%7E` as `~` (RFC 3986, 6.2.2). A fragment is not requested. */
const normal = (target: string) =>
  target.replace(/#.*/, "").replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });

/** Whether a request went to the path and query of the webhook (F-6.3-01). */
export const isAt = ({ target }: Received, hook: Hook): boolean =>
  target.endsWith(hook.target) || normal(target).endsWith(normal(hook.target));

/**
 * A client delivery has a signature header (F-6.3-03), an app delivery none (F-6.4-02), and a payment may reach app
 * webhooks as well. The id counts, too, because a service may have forgotten the header, or added it.
 */
const isOfKind: Rule = (one, { kind, endpoint }, grounds) => {
  const isSigned = valuesOf(one, grounds.signatureName).length > 0;
  const isPayment = grounds.isPayment(one);
  if (kind === "client") return (isSigned || isPayment) && grounds.happened("client", endpoint.since);
  return isPayment ? !isSigned : grounds.happened("app", endpoint.since);
};

/** Secrets that requests were tried with: whose a request is, is asked many times. */
const tried = new WeakMap<Received, Map<string, boolean>>();

/** Each client webhook has a secret of its own (F-2.2-02). */
const isSignedFor: Rule = (one, { kind, secret }, { signatureName }) => {
  if (kind !== "client" || secret === undefined) return false;
  const known = tried.get(one) ?? new Map<string, boolean>();
  tried.set(one, known);
  const isRight = known.get(secret) ?? holds(valuesOf(one, signatureName), one.body, secret);
  known.set(secret, isRight);
  return isRight;
};

/** Returns the webhooks, of those at an endpoint, that the request may be a delivery to: at least one of them. */
export function recipientsOf(one: Received, hooks: readonly Hook[], grounds: Grounds): readonly Hook[] {
  if (hooks.length < 2) return hooks;
  return [isAt, isOfKind, isSignedFor].reduce((left, rule) => {
    const fewer = left.filter((hook) => rule(one, hook, grounds));
    return fewer.length > 0 ? fewer : left;
  }, hooks);
}

/** Deliveries to a URL from a time on, among the first requests that were looked at. */
interface Came {
  readonly since: number;
  lookedAt: number;
  readonly all: Received[];
  readonly posts: Received[];
}

const CALLS = { client: /^(?:confirmPayment|recordPayment|emitEvent)$/, app: /^dispatchAppEvent$/ };

export class World implements Seen {
  readonly #trace: Trace;
  readonly #payments: PaymentIds;
  readonly #grounds: Grounds;
  /** The webhooks by their URL, as far as they were looked at. */
  readonly #at = new Map<Endpoint, Hook[]>();
  readonly #came = new WeakMap<Endpoint, Came>();
  #lookedAt = 0;
  /** The recipients of a request. Valid until a webhook at its URL, an act of the judge or a payment id is added. */
  readonly #known = new WeakMap<Received, { hooks: readonly Hook[]; done: number; found: readonly Hook[] }>();

  constructor(trace: Trace, payments: PaymentIds, signatureName: string) {
    this.#trace = trace;
    this.#payments = payments;
    const isPayment = (one: Received) => payments.all.has(idIn(one) ?? Number.NaN);
    const happened = (kind: Kind, since: number) =>
      (trace.of("act").findLast(({ name }) => CALLS[kind].test(name))?.at ?? -1) >= since;
    this.#grounds = { signatureName, isPayment, happened };
  }

  /** Whether it is the name of the stated event, or of one that was dispatched to an App. */
  isEvent(told: unknown): boolean {
    const isOwn = ({ name, args }: Act) => name === "dispatchAppEvent" && args[1] === told;
    return told === EVENT || (told !== undefined && this.#trace.of("act").some(isOwn));
  }

  /** All deliveries to a URL, for any of its webhooks, but not the service's probes of the URL (U-35). */
  deliveriesAt(endpoint: Endpoint): readonly Received[] {
    return this.#cameTo(endpoint).all;
  }

  /** Those that may be for this webhook. */
  deliveries(hook: Hook): readonly Received[] {
    return this.#own(hook, this.#cameTo(hook.endpoint).all);
  }

  /** Those by POST, in a span of time. Without one, the list may grow with the run. */
  posts(hook: Hook, from = 0, to = Number.POSITIVE_INFINITY): readonly Received[] {
    const posts = this.#own(hook, this.#cameTo(hook.endpoint).posts);
    return from === 0 && to === Number.POSITIVE_INFINITY ? posts : posts.filter(({ at }) => at >= from && at < to);
  }

  #own(hook: Hook, came: readonly Received[]): readonly Received[] {
    return this.#hooksAt(hook).length < 2 ? came : came.filter((one) => this.recipients(hook, one).includes(hook));
  }

  /** What came to a URL since its last webhook was created. Only what is new is looked at. */
  #cameTo(endpoint: Endpoint): Came {
    const { received, since } = endpoint;
    const known = this.#came.get(endpoint);
    const came = known?.since === since ? known : { since, lookedAt: 0, all: [], posts: [] };
    for (const one of received.slice(came.lookedAt)) {
      if (one.at < since || !isDelivery(one, this.#grounds.signatureName)) continue;
      came.all.push(one);
      if (one.method === "POST") came.posts.push(one);
    }
    came.lookedAt = received.length;
    this.#came.set(endpoint, came);
    return came;
  }

  eventOf(one: Received): string | undefined {
    const name = eventIn(one);
    return typeof name === "string" && this.isEvent(name) ? name : undefined;
  }

  idOf(one: Received): number | undefined {
    return this.#payments.ownIdIn(one);
  }

  isSure(hook: Hook, one: Received): boolean {
    return this.recipients(hook, one).length === 1;
  }

  isSigned(one: Received): boolean {
    return valuesOf(one, this.#grounds.signatureName).length > 0;
  }

  /** In the whole run; at a URL that two webhooks share, the second delivery may be the other's. */
  hasCopies(): boolean {
    const clients = this.#trace.of("hook").filter(({ kind }) => kind === "client");
    const urls = Map.groupBy(clients, ({ endpoint }) => endpoint);
    return [...urls.values()].some(
      ([hook, ...others]) => others.length === 0 && hook && hasCopies(this.posts(hook), idIn),
    );
  }

  /**
   * In the whole run. A payment without an id shows by when it came: no event was dispatched since the webhook was
   * created, or since nothing was pending.
   */
  sendsToApps(): boolean {
    const dispatches = this.#trace.of("act").filter(({ name }) => name === "dispatchAppEvent");
    const isPayment = (one: Received, { createdAt }: Hook) =>
      this.#grounds.isPayment(one) ||
      lastBefore(dispatches, one.at) <= Math.max(createdAt, lastBefore(this.#trace.of("settled"), one.at));
    const apps = this.#trace.of("hook").filter(({ kind }) => kind === "app");
    return apps.some((hook) => this.posts(hook).some((one) => isPayment(one, hook)));
  }

  /** Whether a request has the signature of a client webhook, wherever it went. */
  isSignedFor(one: Received, hook: Hook): boolean {
    return isSignedFor(one, hook, this.#grounds);
  }

  /** The webhooks that a request at the URL of this one may be for. One that was refused is alone there. */
  recipients(own: Hook, one: Received): readonly Hook[] {
    const hooks = this.#hooksAt(own);
    if (hooks.length < 2) return hooks;
    const done = this.#trace.of("act").length + this.#payments.all.size;
    const known = this.#known.get(one);
    if (known?.hooks === hooks && known.done === done) return known.found;
    const found = recipientsOf(one, hooks, this.#grounds);
    this.#known.set(one, { hooks, done, found });
    return found;
  }

  #hooksAt(own: Hook): readonly Hook[] {
    const hooks = this.#trace.of("hook");
    for (const hook of hooks.slice(this.#lookedAt))
      this.#at.set(hook.endpoint, [...(this.#at.get(hook.endpoint) ?? []), hook]);
    this.#lookedAt = hooks.length;
    return this.#at.get(own.endpoint) ?? [own];
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
  /** After a reset, ids may begin anew. */
  readonly #sinceReset = new Set<number>();

  /** Keeps the id of a payment. Returns it, unless another payment has it. */
  keep(id: number): number | undefined {
    if (this.#sinceReset.has(id)) this.shared.add(id);
    this.#sinceReset.add(id);
    this.all.add(id);
    return this.shared.has(id) ? undefined : id;
  }

  /** The id in a delivery, unless the driver reported it for several payments. */
  ownIdIn(one: Received): number | undefined {
    const id = idIn(one);
    return id === undefined || this.shared.has(id) ? undefined : id;
  }

  beginAnew(): void {
    this.#sinceReset.clear();
  }
}
