/**
 * What the stated facts demand of each webhook, event by event. What the description leaves open is `may`: nobody is
 * accused for it. A webhook that failed may have been switched off by the service (U-25), until it receives a later
 * event.
 */

import type { Kind, Received } from "../../trace.ts";
import { statusOf } from "../../wire/reply.ts";
import { isFailure, retrySince } from "./attempts.ts";
import { type Due, dueOf } from "./due.ts";
import type { Happened, Seen, Tracked } from "./known.ts";
import {
  lost,
  notRetried,
  signedApp,
  triedWhileInactive,
  unheard,
  unsigned,
  unwanted,
  type Violation,
} from "./violations.ts";

/** Only a status is stated to be retried for app webhooks of type 2; a transport error is open (U-28). */
const mustBeRetried = ({ hook }: Tracked, one: Received) =>
  isFailure(one) &&
  (hook.kind === "client" || (hook.request["responseHandlingType"] === 2 && statusOf(one.reply) !== undefined));

export class Model {
  readonly #webhooks: Tracked[] = [];
  #events: Happened[] = [];
  /**
   * Failures that were not retried, and payments that did not come, at webhooks that may be switched off: a later
   * delivery proves that they are not.
   */
  #unproved: { readonly tracked: Tracked; readonly first?: Received; readonly missing?: Happened }[] = [];
  readonly #seen: Seen;

  constructor(seen: Seen) {
    this.#seen = seen;
  }

  get webhooks(): readonly Tracked[] {
    return this.#webhooks;
  }

  at(slot: number): Tracked | undefined {
    return this.#webhooks.find((one) => one.slot === slot);
  }

  /** Whether events are pending, so that what changes now makes their deliveries open. */
  get isQuiet(): boolean {
    return this.#events.length === 0;
  }

  /** Events of an App have no id, so one of them is pending at most; a payment is never taken for one. */
  isQuietFor(kind: Kind): boolean {
    return this.#events.every((event) => event.kind !== kind);
  }

  /** Returns the webhook, or the one that exists and that the service may have given out again (U-39). */
  created(tracked: Tracked): Tracked {
    const { secret } = tracked.hook;
    const existing = this.#webhooks.find(({ hook }) => secret !== undefined && hook.secret === secret);
    if (!existing) this.#webhooks.push(tracked);
    return existing ?? tracked;
  }

  /** A switch is under way: deliveries that are due already may come or not. */
  switching(tracked: Tracked): void {
    for (const { due } of this.#events)
      if (due.get(tracked)?.due !== "not") due.set(tracked, { due: "may", because: "N-3-01" });
  }

  switched(tracked: Tracked, active: boolean, begun: number, at: number): void {
    tracked.active = active;
    tracked.isUnsure = false;
    tracked.offAt = active ? Number.POSITIVE_INFINITY : at;
    if (active) tracked.onAt = begun;
    this.#unproved = this.#unproved.filter((one) => one.tracked !== tracked);
  }

  happened(event: Omit<Happened, "at" | "due" | "isUnseen">): void {
    const own = this.#webhooks.filter(({ hook }) => hook.kind === event.kind);
    const due = new Map(own.map((one) => [one, dueOf(event, this.#stateOf(one))]));
    this.#events.push({ ...event, at: performance.now(), due, isUnseen: false });
  }

  #stateOf(tracked: Tracked): Parameters<typeof dueOf>[1] {
    const { hook, onAt, lostAt } = tracked;
    const hasFailed = this.#hasFailed(tracked, onAt);
    return { ...tracked, kind: hook.kind, isLostSightOf: lostAt >= onAt, hasFailed };
  }

  /** Whether nothing else of their payment has come, however late, and nothing of which it cannot be told. */
  #areAlone(came: readonly Received[], { hook }: Tracked): boolean {
    const [first] = came;
    const id = first && this.#seen.idOf(first);
    const isOther = (one: Received) => this.#seen.idOf(one) !== id && !this.#isUntold(one, first?.at ?? 0);
    return this.#seen.deliveries(hook).every((one) => came.includes(one) || isOther(one));
  }

  /**
   * The webhooks that what came may be for, if each of them is due the event: two of an App at one URL cannot be told
   * apart. Those with the same request count as one (U-39).
   */
  #sharing(event: Happened, tracked: Tracked, came: readonly Received[]): Tracked[] {
    const { hook } = tracked;
    if (hook.kind === "client" || came.some((one) => this.#seen.isSure(hook, one))) return [tracked];
    const due = this.#webhooks.filter((one) => one.hook.url === hook.url && event.due.get(one)?.due === "must");
    return [...new Map([...due, tracked].map((one) => [JSON.stringify(one.hook.request), one])).values()];
  }

  /** An attempt whose body has no id is an attempt at its URL all the same: of which payment is not known. */
  #isUntold(one: Received, since: number): boolean {
    return one.at >= since && this.#seen.idOf(one) === undefined;
  }

  /** The deliveries of an event to a webhook. Without ids all that came since the event, where no other event did. */
  #deliveriesOf(event: Happened, { hook }: Tracked): Received[] {
    return this.#seen
      .deliveries(hook)
      .filter((one) => one.at >= event.from && (event.id === undefined || this.#seen.idOf(one) === event.id));
  }

  /** What is violated once nothing is pending any more. */
  judge(): Violation[] {
    // At a URL that a second webhook has since, a later delivery may be the other's, and proves nothing. Neither does
    // what comes after an event of the other kind: it may be the retry that was missing.
    const proved = this.#unproved.filter(
      ({ tracked }) =>
        !this.#isShared(tracked) &&
        this.#events.some((event) => event.id !== undefined && this.#deliveriesOf(event, tracked).length > 0),
    );
    return [
      ...proved.flatMap(({ tracked, first, missing }) => [
        ...(first && this.#areAlone([first], tracked) ? [notRetried(tracked, first)] : []),
        ...(missing && this.#deliveriesOf(missing, tracked).length === 0 ? [lost(tracked)] : []),
      ]),
      ...this.#events.flatMap((event) => [...event.due].flatMap(([tracked, due]) => this.#judge(event, tracked, due))),
    ];
  }

  /**
   * Nobody could see what was sent: attempts that failed unseen may have switched any webhook off (U-25, U-28). Who is
   * not due an event must still not receive it.
   */
  lostSight(at: number): void {
    for (const tracked of this.#webhooks) tracked.lostAt = at;
    this.#unproved = [];
    for (const event of this.#events) {
      event.isUnseen = true;
      for (const [tracked, due] of event.due) {
        if (due.due === "not") continue;
        event.due.set(tracked, { due: "may", because: "U-25" });
        tracked.isOwed = true;
      }
    }
    this.#events = this.#events.filter(({ id }) => id !== undefined);
  }

  /** Begins anew: what was judged is not looked at again. */
  forget(): void {
    for (const event of this.#events)
      for (const [tracked, { due }] of event.due) this.#keepUnproved(event, tracked, due);
    this.#events = [];
  }

  #keepUnproved(event: Happened, tracked: Tracked, due: Due["due"]): void {
    const [first, ...more] = this.#deliveriesOf(event, tracked);
    // Without an id, a delivery of a later event cannot be told from a late attempt.
    const isTold = event.id !== undefined && !event.isUnseen && due !== "not" && tracked.active;
    if (first && more.length === 0 && isTold && mustBeRetried(tracked, first)) this.#unproved.push({ tracked, first });
    if (!first && isTold && due !== "may" && this.#wasOnAround(event, tracked))
      this.#unproved.push({ tracked, missing: event });
  }

  /**
   * Whether another payment was tried before this one and retried after it. Nothing is retried while a webhook is
   * inactive (F-6.5-03), so the service had not switched it off meanwhile, or for a time (N-3-01).
   */
  #wasOnAround({ from, at }: Happened, { hook }: Tracked): boolean {
    const all = this.#seen.deliveries(hook);
    const after = all.filter((one) => one.at > at).map((one) => this.#seen.idOf(one));
    const ids = new Set<unknown>(after.filter((id) => id !== undefined));
    return all.some((one) => one.at < from && isFailure(one) && ids.has(this.#seen.idOf(one)));
  }

  /** With type 1 the status is ignored, so only a transport error may switch off (F-6.4-03, U-28). */
  #mayDisable({ hook }: Tracked, one: Received): boolean {
    return hook.kind === "app" && hook.request["responseHandlingType"] === 1
      ? statusOf(one.reply) === undefined
      : isFailure(one);
  }

  #judge(event: Happened, tracked: Tracked, { due, because }: Due): Violation[] {
    const came = this.#deliveriesOf(event, tracked);
    if (due === "not") return this.#unwanted(event, tracked, came, because);
    const sharing = this.#sharing(event, tracked, came);
    if (came.length < sharing.length) {
      const isUntold = this.#seen.deliveries(tracked.hook).some((one) => this.#isUntold(one, event.from));
      return isUntold || due !== "must" || this.#hasFailed(tracked, tracked.onAt) ? [] : [unheard(tracked)];
    }
    return [
      ...this.#whileInactive(tracked, came),
      ...this.#unretried(sharing, came, due),
      ...this.#missigned(tracked, came, due),
    ];
  }

  /**
   * Has a delivery of any event failed since, so that the service may have switched the webhook off (U-25, U-28)? What
   * was held while it was off may come and fail again (U-26).
   */
  #hasFailed(tracked: Tracked, since: number, except: readonly Received[] = []): boolean {
    const isCause = (one: Received) => !except.includes(one) && one.at >= since && this.#mayDisable(tracked, one);
    return tracked.lostAt >= since || this.#seen.deliveries(tracked.hook).some(isCause);
  }

  #unwanted(event: Happened, tracked: Tracked, came: readonly Received[], because: Due["because"]): Violation[] {
    // Without an id, what came may be of another event, a copy of what came before (F-6.5-04), or a late retry, if the
    // driver said too early that nothing is pending.
    const mayBeRetry =
      tracked.isOwed || this.#seen.deliveries(tracked.hook).some((one) => one.at < event.from && isFailure(one));
    const isSure = event.id !== undefined || (this.#events.length === 1 && !mayBeRetry);
    const fresh = event.id === undefined ? came.filter((one) => !this.#cameBefore(event, tracked, one)) : came;
    const own = fresh.filter((one) => this.#seen.isSure(tracked.hook, one));
    return own.length === 0 || !isSure ? [] : [unwanted(tracked, own.length, because)];
  }

  /** A payment tells by its id that it came before the event; what an app event has in its payload is open (U-27). */
  #cameBefore({ kind, from }: Happened, { hook }: Tracked, one: Received): boolean {
    const id = kind === "client" ? this.#seen.idOf(one) : undefined;
    return (
      id !== undefined && this.#seen.deliveries(hook).some((other) => other.at < from && this.#seen.idOf(other) === id)
    );
  }

  /**
   * A retry that began while the webhook was off. Where the service sends copies, what came may be one that was on its
   * way (F-6.5-04); at a URL that two webhooks share, it may be the other's.
   */
  #whileInactive(tracked: Tracked, came: readonly Received[]): Violation[] {
    const mayBeAnother = !came.every((one) => this.#seen.isSure(tracked.hook, one)) || this.#seen.hasCopies();
    return mayBeAnother || !retrySince(came, tracked.offAt) ? [] : [triedWhileInactive(tracked)];
  }

  /** As many came as there are webhooks, all of them failed, and one of these has to be retried. */
  #unretried(sharing: readonly Tracked[], came: readonly Received[], due: Due["due"]): Violation[] {
    const [first] = came;
    const tracked = sharing.find((one) => came.every((each) => mustBeRetried(one, each)));
    if (!first || !tracked || came.length !== sharing.length || !this.#areAlone(came, tracked)) return [];
    if (sharing.length === 1 && !this.#seen.isSure(tracked.hook, first)) return [];
    // 410 may switch it off at once, and so may any failure but the first: a count may go on when it is switched on
    // (U-25). Then a delivery of a later event proves that it was on: see #unproved.
    const mayBeOff = statusOf(first.reply) === 410 || due !== "must" || this.#hasFailed(tracked, 0, came);
    return mayBeOff ? [] : [notRetried(tracked, first)];
  }

  /**
   * At a URL of webhooks of both kinds, signing goes by the kind (F-6.3-03, F-6.4-02). Elsewhere every delivery of the
   * run is judged: see deliver.signed and app-deliver.unsigned. Without a signature, what came may be for the app
   * webhook, so that none for the client webhook is signed.
   */
  #missigned(tracked: Tracked, came: readonly Received[], due: Due["due"]): Violation[] {
    const { kind } = tracked.hook;
    if (!this.#webhooks.some(({ hook }) => hook.kind !== kind && hook.endpoint === tracked.hook.endpoint)) return [];
    const signed = came.filter((one) => this.#seen.isSigned(one));
    if (kind === "client") return signed.length > 0 || due !== "must" ? [] : [unsigned(tracked)];
    return signed.some((one) => this.#seen.isSure(tracked.hook, one)) ? [signedApp(tracked)] : [];
  }

  #isShared(tracked: Tracked): boolean {
    return this.#webhooks.some((one) => one !== tracked && one.hook.endpoint === tracked.hook.endpoint);
  }
}
