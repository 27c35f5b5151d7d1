/** The handlers of an inbox: their arguments, and how to find the handler for a row. */

import type { ReceivedPayloads } from "../../generated/validators.ts";
import { readDelivery } from "../receive/delivery.ts";
import type { UnverifiedEvent, VerifiedEvent } from "../receive/events.ts";
import type { Integers } from "../receive/options.ts";
import { throwFailure } from "../values/function-result.ts";
import { checkFunction, wrongOption } from "./option-checks.ts";
import type { WorkOptions } from "./options.ts";
import type { Claimed, Store } from "./store.ts";

/** A verified event as it was stored. */
export type StoredEvent<P = VerifiedEvent["payload"]> = Omit<VerifiedEvent<P>, "secretIndex" | "earlierKey">;

/** An unverified event as it was stored. Its key comes from the option `key`, or from the bytes. */
export type StoredUnverifiedEvent = UnverifiedEvent & { readonly key: string; readonly body: Uint8Array };

/** The second argument of a handler. */
export type Context<Effect = never> = {
  /** Number of this attempt, from 1. It was counted before it began. */
  readonly attempt: number;
  /**
   * Aborted at the deadline, when the lease is lost and when the inbox closes. A handler that goes on may overlap
   * with the next attempt.
   */
  readonly signal: AbortSignal;
} & ([Effect] extends [never]
  ? unknown
  : {
      /**
       * Runs `effect` and completes the row in one transaction: both happen or neither does. Rejects with what the
       * effect threw, or with an InboxError `lease_lost`. Resolves once both are durable.
       */
      complete(effect: Effect): Promise<void>;
    });

/** Your function that handles a stored event. Return, or resolve, when it is done; throw to have it retried. */
export type Handler<E, Effect = never> = (event: E, context: Context<Effect>) => unknown;

/** By event name. A row is done once its handler returned, or its promise resolved; it is retried if that failed. */
export type Handlers<Effect = never, B extends boolean = false> = {
  [E in keyof ReceivedPayloads]?: Handler<StoredEvent<Integers<ReceivedPayloads[E], B>>, Effect>;
};

/** Handlers of unknown or unverified events. */
export type MoreHandlers<Effect = never> = {
  /** Verified events that this version does not know (U-40), by name. */
  readonly others?: { readonly [event: string]: Handler<StoredEvent, Effect> };
  /** Events of app webhooks, by name. They are unverified. */
  readonly unverified?: { readonly [event: string]: Handler<StoredUnverifiedEvent, Effect> };
};

/** A row as it is passed to a job queue. */
export type DispatchedRow = Omit<Claimed, "fence" | "attempts" | "crashes" | "leftMs">;

/** Your function that passes a row to a job queue. Resolve once the queue has it; reject to have it passed again. */
export type Dispatch = (row: DispatchedRow) => Promise<unknown>;

/** Options of `dispatch`. */
export type DispatchOptions = WorkOptions & {
  /** Handles rows of app webhooks. Anyone can send them unsigned. Without it they stay `unhandled`. */
  readonly unverified?: Dispatch;
};

/** Why an attempt failed whose handler returned while its effect ran. */
export const EFFECT_FAILED = "The handler did not wait for its effect, which failed.";

/** The result of a run that completed its row itself. */
export const COMPLETED = Symbol("completed");

/** Runs a row for a worker; undefined if no handler exists. `begin` starts the handler's time limit. */
export type Run = (row: Claimed, context: RunContext, begin: () => void) => Promise<unknown> | undefined;

/** What any handler gets: `complete` where its store has a transaction for effects. */
export type RunContext = Context & { complete?(effect: unknown): Promise<void> };

/** The events that a worker handles, so that their unhandled rows become pending. */
export type Handled = readonly { readonly event: string; readonly verified: boolean }[];

export type Runner = { readonly run: Run; readonly handled: Parameters<Store["adopt"]>[0]; close?(): Promise<void> };

type AnyHandler = (event: StoredEvent | StoredUnverifiedEvent, context: RunContext) => unknown;

/** Runs functions in this process. @throws MisuseError `inbox_option` if something else is among them */
export function closures<Effect, B extends boolean>(
  on: Handlers<Effect, B>,
  more: MoreHandlers<Effect>,
): Runner & { readonly handled: Handled } {
  for (const [name, named] of Object.entries({ handlers: on, ...more })) {
    if (typeof named !== "object" || named === null)
      throw wrongOption(`${name} is an object with a function for each event.`);
    for (const [event, handler] of Object.entries(named)) checkFunction(`The handler of ${event}`, handler);
  }
  const byKind = new Map([
    [true, { ...more.others, ...on } as Record<string, AnyHandler>],
    [false, { ...more.unverified } as Record<string, AnyHandler>],
  ]);
  return {
    handled: [...byKind].flatMap(([verified, named]) => Object.keys(named).map((event) => ({ event, verified }))),
    run(row, context, begin) {
      const named = byKind.get(row.verified) ?? {};
      const handler = Object.hasOwn(named, row.event) ? named[row.event] : undefined;
      begin();
      return handler && (async () => throwFailure(await handler(toEvent(row), context)))();
    },
  };
}

/** Passes rows to a job queue. @throws MisuseError `inbox_option` if a hook is not a function */
export function dispatcher(hook: Dispatch, unverified: Dispatch | undefined): Runner {
  checkFunction("The hook of dispatch()", hook);
  if (unverified !== undefined) checkFunction("unverified", unverified);
  return {
    handled: unverified ? "all" : "verified",
    run({ fence, attempts, crashes, leftMs, ...row }, _, begin) {
      const pass = row.verified ? hook : unverified;
      if (!pass) return undefined;
      begin();
      // A hook that returns nothing has ended; `undefined` would mean that the event has no handler.
      return Promise.resolve(pass(row)).then(throwFailure);
    },
  };
}

/**
 * The event in the bytes of a row. They were validated when they arrived, so large integers exist only if they were
 * allowed.
 */
export function toEvent({ body, verified, key, label, owner }: Claimed): StoredEvent | StoredUnverifiedEvent {
  const read = readDelivery(body, true, {});
  if (!read.ok) throw new Error(`The stored bytes are not an event: ${read.code}`);
  const { event, payload } = read;
  if (!verified) return { verified, event, claims: payload, key, body };
  return { verified, event, payload, key, ...(label !== null && { label }), ...(owner !== null && { owner }), body };
}
