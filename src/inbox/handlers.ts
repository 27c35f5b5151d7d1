/** The handlers of an inbox: what they are given, and how the one for a row is found. */

import type { ReceivedPayloads } from "../../generated/validators.ts";
import { readDelivery } from "../receive/delivery.ts";
import type { UnverifiedEvent, VerifiedEvent } from "../receive/events.ts";
import type { Integers } from "../receive/options.ts";
import type { Claimed } from "./store.ts";

/** A verified event as it was stored. */
export type StoredEvent<P = VerifiedEvent["payload"]> = Omit<VerifiedEvent<P>, "secretIndex">;

/** An unverified event as it was stored. Its key is that of the option `key`, or made of the bytes. */
export type StoredUnverifiedEvent = UnverifiedEvent & { readonly key: string; readonly body: Uint8Array };

/** What a handler is given besides the event. */
export type Context<Effect = never> = {
  /** Which attempt this is, from 1. It was counted before it began. */
  readonly attempt: number;
  /**
   * Aborted at the deadline, when the lease is lost and when the inbox closes. What runs on then may run beside the
   * next attempt.
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

/** A function of yours that handles a stored event. Return, or resolve, once it is done; throw to have it retried. */
export type Handler<E, Effect = never> = (event: E, context: Context<Effect>) => unknown;

/** By event name. A row is done once its handler returned, or its promise resolved; it is retried if that failed. */
export type Handlers<Effect = never, B extends boolean = false> = {
  [E in keyof ReceivedPayloads]?: Handler<StoredEvent<Integers<ReceivedPayloads[E], B>>, Effect>;
};

/** Handlers of other deliveries than verified ones of known events. */
export type MoreHandlers<Effect = never> = {
  /** Verified events that this version does not know (U-40), by name. */
  readonly others?: { readonly [event: string]: Handler<StoredEvent, Effect> };
  /** Events of app webhooks, by name. Nothing in them is proven. */
  readonly unverified?: { readonly [event: string]: Handler<StoredUnverifiedEvent, Effect> };
};

/** A row as it is handed to an engine. */
export type DispatchedRow = Omit<Claimed, "fence" | "attempts">;

/** What a run resolves with that completed its row itself. */
export const COMPLETED = Symbol("completed");

/** What a worker runs for a row; undefined if nothing handles it. `begin` starts the time that the handler has. */
export type Run = (row: Claimed, context: Context<unknown>, begin: () => void) => Promise<unknown> | undefined;

/** Which events a worker handles, so that unhandled rows of them become pending. */
export type Handled = readonly { readonly event: string; readonly verified: boolean }[];

export type Runner = { readonly run: Run; readonly handled: Handled | "all"; close?(): Promise<void> };

type AnyHandler = Handler<StoredEvent | StoredUnverifiedEvent, unknown>;

/** Runs functions of this process. */
export function closures<Effect, B extends boolean>(on: Handlers<Effect, B>, more: MoreHandlers<Effect>): Runner {
  const byKind = new Map([
    [true, { ...more.others, ...on } as Record<string, AnyHandler>],
    [false, { ...more.unverified } as Record<string, AnyHandler>],
  ]);
  return {
    handled: [...byKind].flatMap(([verified, named]) => Object.keys(named).map((event) => ({ event, verified }))),
    run(row, context, begin) {
      const named = byKind.get(row.verified) as Record<string, AnyHandler>;
      const handler = Object.hasOwn(named, row.event) ? named[row.event] : undefined;
      begin();
      return handler && (async () => handler(eventOf(row), context))();
    },
  };
}

/**
 * The event in the bytes of a row. They were judged when they arrived, so large integers are there only if they were
 * allowed.
 */
export function eventOf({ body, verified, key, label }: Claimed): StoredEvent | StoredUnverifiedEvent {
  const read = readDelivery(body, true, {});
  if (!read.ok) throw new Error(`The stored bytes are not an event: ${read.code}`);
  const { event, payload } = read;
  if (!verified) return { verified, event, claims: payload, key, body };
  return { verified, event, payload, key, ...(label !== null && { label }), body };
}
