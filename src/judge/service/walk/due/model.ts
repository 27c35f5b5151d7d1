/**
 * What the stated facts demand of each webhook, event by event. What the description leaves open is `may`: nobody is
 * accused for it. A webhook that failed may have been switched off by the service (U-25), until it receives a later
 * event.
 */

import type { Received } from "../../../trace.ts";
import { type Due, dueOf, type Happened, type Seen, type Tracked } from "./due.ts";
import { Evidence, isFailure } from "./evidence.ts";
import {
  type Expectation,
  ignores,
  lost,
  mustBeRetried,
  notRetried,
  RULES,
  unwanted,
  type Violation,
} from "./rules.ts";

/** Whether deliveries of the event to the webhook have an id, or are of an App, where one event is pending at most. */
const isOwn = ({ kind, id }: Happened, { hook }: Tracked) =>
  id !== undefined || (kind === "app" && hook.kind === "app");

export class Model {
  readonly #webhooks: Tracked[] = [];
  /** Slots that are not judged any more. */
  readonly #left = new Set<number>();
  #events: Happened[] = [];
  /**
   * Failures that were not retried, and payments that did not come, at webhooks that may be switched off: a later
   * delivery proves that they are not.
   */
  #unproved: { readonly tracked: Tracked; readonly first?: Received; readonly missing?: Happened }[] = [];
  /** What was judged, by the ids of payments, and until when. */
  readonly #past = new Map<number | undefined, Happened>();
  #lookedAt = 0;
  readonly #evidence: Evidence;
  readonly #storyOf: (slot: number) => string;

  /** `storyOf`: which webhooks are compared with each other; default: all. */
  constructor(seen: Seen, storyOf: (slot: number) => string = () => "") {
    this.#evidence = new Evidence(seen, this.#webhooks);
    this.#storyOf = storyOf;
  }

  get webhooks(): readonly Tracked[] {
    return this.#webhooks;
  }

  at(slot: number): Tracked | undefined {
    return this.#webhooks.find((one) => one.slot === slot);
  }

  /** What is due to these webhooks does not matter any more. */
  leave(slots: readonly number[]): void {
    for (const slot of slots) this.#left.add(slot);
  }

  hasLeft(slot: number): boolean {
    return this.#left.has(slot);
  }

  /** Whether it is as good as new: nothing failed at it, its URL is its own, and it is like most webhooks. */
  isSpare(tracked: Tracked): boolean {
    const isLike = tracked.isUsual === true && !this.hasLeft(tracked.slot) && !this.#evidence.isShared(tracked);
    return isLike && !this.#evidence.hasFailed(tracked, 0);
  }

  /** What happened and is not judged yet: what changes now makes its deliveries open. */
  get pending(): readonly Happened[] {
    return this.#events;
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
    for (const { due } of this.#events.filter((event) => event.kind === tracked.hook.kind))
      for (const one of this.#alike(tracked))
        if (due.get(one)?.due !== "not") due.set(one, { due: "may", because: "N-3-01" });
  }

  switched(tracked: Tracked, active: boolean, begun: number, at: number): void {
    tracked.active = active;
    if (active) tracked.onAt = begun;
    const alike = this.#alike(tracked);
    for (const one of alike) {
      one.isUnsure = alike.length > 1;
      one.offAt = active || one.isUnsure ? Number.POSITIVE_INFINITY : at;
    }
    this.#unproved = this.#unproved.filter((one) => !alike.includes(one.tracked));
  }

  /** The webhooks that a driver may have switched, which finds them by what their requests say: URL and name. */
  #alike({ hook }: Tracked): Tracked[] {
    const { url, name } = hook.request;
    return this.#webhooks.filter(
      (one) => one.hook.kind === hook.kind && one.hook.request["url"] === url && one.hook.request["name"] === name,
    );
  }

  happened(event: Omit<Happened, "at" | "until" | "due" | "isUnseen">): void {
    this.#evidence.ids.add(event.id);
    // What is not delivered to client webhooks is not for app webhooks either, whether or not these receive others
    //
    const isDue = event.counts && !event.isToAgency;
    const own = this.#webhooks.filter(({ hook }) => hook.kind === event.kind || (!isDue && hook.kind === "app"));
    const due = new Map(own.map((one) => [one, dueOf(event, this.#stateOf(one))]));
    const made = { ...event, at: performance.now(), until: Number.POSITIVE_INFINITY, due, isUnseen: false };
    this.#events.push(made);
    if (event.kind === "app") this.#evidence.dispatched.push(made);
  }

  #stateOf(tracked: Tracked): Parameters<typeof dueOf>[1] {
    const { hook, onAt, lostAt } = tracked;
    const hasFailed = this.#evidence.hasFailed(tracked, onAt);
    return { ...tracked, kind: hook.kind, owner: hook.owner, isLostSightOf: lostAt >= onAt, hasFailed };
  }

  /** What was due and what came by now, and what is violated. */
  look() {
    const expectations = this.expectations();
    return { expectations, violations: this.judge(expectations) };
  }

  /** What is violated once nothing is pending any more. */
  judge(all: readonly Expectation[] = this.expectations()): Violation[] {
    return this.#violations(all).filter(({ slot }) => !this.#left.has(slot));
  }

  #violations(all: readonly Expectation[]): Violation[] {
    // At a URL that a second webhook has since, a later delivery may be the other's, and proves nothing. Neither does
    // what comes after an event of the other kind: it may be the retry that was missing.
    const proved = this.#unproved.filter(
      ({ tracked }) =>
        !this.#evidence.isShared(tracked) &&
        this.#events.some((event) => isOwn(event, tracked) && this.#evidence.deliveriesOf(event, tracked).length > 0),
    );
    const compared = Map.groupBy(
      all,
      ({ event, tracked }) => `${this.#events.indexOf(event)} ${this.#storyOf(tracked.slot)}`,
    );
    return [
      ...proved.flatMap(({ tracked, first, missing }) => [
        ...(first && this.#evidence.isOnly(first, tracked)
          ? [notRetried(tracked, first, tracked.hook.kind === "app")]
          : []),
        ...(missing && this.#evidence.deliveriesOf(missing, tracked).length === 0 ? [lost(tracked)] : []),
      ]),
      ...all.flatMap((one) => RULES.flatMap((rule) => rule(one, this.#evidence))),
      ...[...compared.values()].flatMap((some) => ignores(some, this.#evidence)),
    ];
  }

  /** What was due at each webhook, and what came, of each event that is not judged yet. */
  expectations(): Expectation[] {
    // An app webhook may receive each payment.
    const mayBeDue = ({ due }: Happened, tracked: Tracked) =>
      due.has(tracked)
        ? due.get(tracked)?.due !== "not"
        : tracked.hook.kind === "app" && this.#evidence.seen.sendsToApps();
    return this.#events.flatMap((event) => {
      const happens = this.#evidence.happens(event);
      const all = [...event.due].map(([tracked, told]) => {
        const due = happens || told.due === "not" ? told : ({ due: "may", because: "F-6.2-02" } as const);
        const came = this.#evidence.deliveriesOf(event, tracked);
        const isOnlyEvent = () => this.#events.every((one) => one === event || !mayBeDue(one, tracked));
        return { ...due, event, tracked, came, isOnlyEvent };
      });
      const good = all.filter(({ came: [first] }) => first && !isFailure(first)).map(({ came }) => came.length);
      return all.map((one) => ({ ...one, copies: Math.min(...(good.length > 0 ? good : [1])) }));
    });
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

  /** Begins anew: what was judged is not looked at again, except what is not due. */
  forget(): void {
    for (const event of this.#events) {
      for (const [tracked, { due }] of event.due) this.#keepUnproved(event, tracked, due);
      if (event.id !== undefined) this.#past.set(event.id, event);
      event.until = performance.now();
    }
    this.#events = [];
  }

  /** What came since of events that were judged before, at webhooks that they were not due to. */
  late(): Violation[] {
    const from = this.#lookedAt;
    this.#lookedAt = performance.now();
    const { seen } = this.#evidence;
    return this.#webhooks.flatMap((tracked) =>
      seen.posts(tracked.hook).flatMap((one) => {
        const event = one.at < from ? undefined : this.#past.get(seen.idOf(one));
        if (!event || !seen.isSure(tracked.hook, one) || !this.#evidence.isTold(one, event, tracked)) return [];
        // A webhook that is created later is not due it either, if nobody is.
        const due = event.due.get(tracked) ?? dueOf(event, { ...this.#stateOf(tracked), owner: event.owner });
        const isKnown = event.due.has(tracked) || !event.counts || event.isToAgency;
        return isKnown && due.due === "not" ? [unwanted(tracked, [one], due.because)] : [];
      }),
    );
  }

  #keepUnproved(event: Happened, tracked: Tracked, due: Due["due"]): void {
    const [first, ...more] = this.#evidence.deliveriesOf(event, tracked);
    // Without an id, a delivery of a later payment cannot be told from a late attempt.
    const isTold = isOwn(event, tracked) && !event.isUnseen && due !== "not" && tracked.active;
    if (first && more.length === 0 && isTold && mustBeRetried(tracked, first)) this.#unproved.push({ tracked, first });
    if (!first && isTold && event.id !== undefined && due !== "may" && this.#evidence.wasOnAround(event, tracked))
      this.#unproved.push({ tracked, missing: event });
  }
}
