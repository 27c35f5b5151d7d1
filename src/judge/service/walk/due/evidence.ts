/**
 * What came, seen from a webhook of a walk: to which event it belongs, what it may mean, which attempts can only be
 * retries, and which may be copies of a delivery that was on its way already (F-6.5-04).
 */

import type { Received } from "../../../trace.ts";
import { isLate, statusOf } from "../../../wire/reply.ts";
import { EVENT } from "../../webhook.ts";
import type { Due, Happened, Seen, Tracked } from "./due.ts";

/** Whether the answer was one that asks for a retry. */
export const isRefusal = ({ reply }: Received): boolean => {
  const status = statusOf(reply);
  return status === undefined || status < 200 || status > 299;
};

/** The same, or the service did not read the answer, so that it may take it for one. */
export const isFailure = (one: Received): boolean => one.isUnread === true || isRefusal(one);

/** Returns when a retry may first come: the service need not wait for a late answer (N-6.5-03). */
const retriedFrom = (one: Received): number =>
  one.isUnread || isLate(one.reply)
    ? Number.NEGATIVE_INFINITY
    : isRefusal(one)
      ? one.answeredAt
      : Number.POSITIVE_INFINITY;

/** Whether an attempt began after the first one had failed. */
export const isRetried = ([first, ...later]: readonly Received[]): boolean =>
  first !== undefined && later.some(({ at }) => at > retriedFrom(first));

/**
 * Returns the first attempt that began after each earlier one had failed, one of them after `offAt`. Where the service
 * sends no copies, only a retry explains it: what was under way when the webhook was switched off had come by then.
 */
export function retrySince(came: readonly Received[], offAt: number): Received | undefined {
  return came.find((one, index) => {
    const earlier = came.slice(0, index);
    const haveFailed = earlier.every((before) => isFailure(before) && one.at > before.answeredAt);
    return haveFailed && earlier.some((before) => before.answeredAt > offAt);
  });
}

/**
 * Whether a delivery came that cannot be a retry, because each earlier one got a plain 200: then the service sends
 * copies, by chance or always, and no attempt of it proves a retry. Another answer, such as one after a 103, may be a
 * failure for the service's HTTP client.
 */
export function hasCopies(came: readonly Received[], idOf: (one: Received) => number | undefined): boolean {
  /** From when on a delivery with the id may be a retry. */
  const known = new Map<number | undefined, number>();
  return came.some((one) => {
    const id = idOf(one);
    const from = known.get(id);
    const retried = one.reply === 200 ? retriedFrom(one) : Math.min(one.answeredAt, retriedFrom(one));
    known.set(id, Math.min(from ?? Number.POSITIVE_INFINITY, retried));
    return from !== undefined && from >= one.at;
  });
}

/** With type 1 the status is ignored, so only a transport error may switch off (F-6.4-03, U-28). */
const mayDisable = ({ hook }: Tracked, one: Received): boolean =>
  hook.kind === "app" && hook.request["responseHandlingType"] === 1
    ? statusOf(one.reply) === undefined || one.isUnread === true
    : isFailure(one);

export class Evidence {
  readonly seen: Seen;
  /** The ids of all payments of the walk. */
  readonly ids = new Set<number | undefined>();
  /** All events of Apps. */
  readonly dispatched: Happened[] = [];
  readonly #webhooks: readonly Tracked[];

  /** `webhooks`: those of the walk, which grow with it. */
  constructor(seen: Seen, webhooks: readonly Tracked[]) {
    this.seen = seen;
    this.#webhooks = webhooks;
  }

  /** Whether nothing else of their payment has come, however late, and nothing of which it cannot be told. */
  areAlone(came: readonly Received[], { hook }: Tracked): boolean {
    const [first] = came;
    const id = first && this.seen.idOf(first);
    const since = first?.at ?? 0;
    const isOther = (one: Received) => one.at < since || (this.seen.idOf(one) !== id && !this.isUntold(one, since));
    return this.seen.posts(hook).every((one) => came.includes(one) || isOther(one));
  }

  /**
   * Whether a failure was not retried by the time of a later delivery. An event of an App has no id, so that this is
   * all that came since; it may be the retry if the later event is lost, which must show again (see `notRetried`).
   */
  isOnly(first: Received, tracked: Tracked): boolean {
    if (tracked.hook.kind === "client") return this.areAlone([first], tracked);
    return this.seen.posts(tracked.hook).filter(({ at }) => at > first.at).length === 1;
  }

  /**
   * The webhooks that what came may be for, if each of them is due the event: two of an App at one URL cannot be told
   * apart. Those that list the same events count as one (U-39).
   */
  sharing(event: Happened, tracked: Tracked, came: readonly Received[]): Tracked[] {
    const { hook } = tracked;
    if (hook.kind === "client" || came.some((one) => this.seen.isSure(hook, one))) return [tracked];
    const due = this.#webhooks.filter((one) => one.hook.url === hook.url && event.due.get(one)?.due === "must");
    return [...new Map([...due, tracked].map((one) => [JSON.stringify(one.hook.request["events"]), one])).values()];
  }

  /**
   * Whether a delivery can only be for the payment whose id it has. What an event of an App carries is open (U-27), so
   * that one which was not over when the payment happened may have its id.
   */
  isTold(one: Received, { id, from }: Happened, tracked: Tracked): boolean {
    const mayCarry = (event: Happened) =>
      event.from <= one.at && event.until >= from && (event.due.get(tracked)?.due ?? "not") !== "not";
    return id !== undefined && this.seen.idOf(one) === id && !this.dispatched.some(mayCarry);
  }

  /** An attempt whose body has no id is an attempt at its URL all the same: of which payment is not known. */
  isUntold(one: Received, since: number): boolean {
    return one.at >= since && this.seen.idOf(one) === undefined;
  }

  /** The deliveries of an event to a webhook. Without ids all that came since the event, where no other event did. */
  deliveriesOf(event: Happened, { hook, isRefused }: Tracked): Received[] {
    const isOwn = (one: Received) => {
      const id = this.seen.idOf(one);
      // What reaches app webhooks of a payment need not have its id.
      const isOpen = !this.ids.has(id) && hook.kind !== event.kind;
      if (event.id !== undefined && !isOpen) return id === event.id;
      const name = this.seen.eventOf(one);
      // A probe of a URL may come late (U-35), but it tells of no event.
      if (isRefused) return name !== undefined;
      // A name that never happened is another finding.
      return !event.isNamed || name === undefined || name === event.name;
    };
    return this.seen.posts(hook).filter((one) => one.at >= event.from && isOwn(one));
  }

  /** Whether an event is known to happen: any other than the stated one need not (F-6.2-02). */
  happens(event: Happened): boolean {
    const isHeard = ([{ hook, names }, { due }]: [Tracked, Due]) =>
      due === "must" && names.length === 1 && this.seen.posts(hook).some(({ at }) => at >= event.from);
    return event.name === EVENT || [...event.due].some(isHeard);
  }

  /** The deliveries that tell another event than those that the webhook lists: whichever happened, none is due. */
  misnamed(event: Happened, { hook, names }: Tracked): Received[] {
    const isOther = (name: string | undefined) => name !== undefined && !names.includes(name);
    const came = event.isNamed ? this.seen.posts(hook).filter(({ at }) => at >= event.from) : [];
    return came.filter((one) => isOther(this.seen.eventOf(one)));
  }

  /**
   * Whether another payment was tried before this one and retried after it. Nothing is retried while a webhook is
   * inactive (F-6.5-03), so the service had not switched it off meanwhile, or for a time (N-3-01).
   */
  wasOnAround({ from, at }: Happened, { hook }: Tracked): boolean {
    const all = this.seen.posts(hook);
    const after = all.filter((one) => one.at > at).map((one) => this.seen.idOf(one));
    const ids = new Set<unknown>(after.filter((id) => id !== undefined));
    return all.some((one) => one.at < from && isFailure(one) && ids.has(this.seen.idOf(one)));
  }

  /**
   * Has a delivery of any event failed since, so that the service may have switched the webhook off (U-25, U-28)? What
   * was held while it was off may come and fail again (U-26).
   */
  hasFailed(tracked: Tracked, since: number, except: readonly Received[] = []): boolean {
    const isCause = (one: Received) => !except.includes(one) && one.at >= since && mayDisable(tracked, one);
    return tracked.lostAt >= since || this.seen.posts(tracked.hook).some(isCause);
  }

  isShared(tracked: Tracked): boolean {
    return this.#others(tracked).length > 0;
  }

  /** Whether a webhook of the other kind has its URL. */
  isBesideOtherKind(tracked: Tracked): boolean {
    return this.#others(tracked).some(({ hook }) => hook.kind !== tracked.hook.kind);
  }

  /** Whether what came can be for no other webhook at its URL. */
  areSure({ hook }: Tracked, came: readonly Received[]): boolean {
    return came.every((one) => this.seen.isSure(hook, one));
  }

  #others(tracked: Tracked): Tracked[] {
    return this.#webhooks.filter((one) => one !== tracked && one.hook.endpoint === tracked.hook.endpoint);
  }
}
