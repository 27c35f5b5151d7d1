/** The options of both receivers. Only the file of each receiver decides what they mean. */

import type { ReceivedPayloads } from "../../generated/validators.ts";
import type { Accepted, Meters } from "./accepted.ts";
import type { Payload, Validators } from "./delivery.ts";
import type { Handler } from "./dispatch.ts";
import type { DuplicateStore } from "./duplicate-store.ts";
import type { UnverifiedEvent, VerifiedEvent } from "./events.ts";
import type { DeliveryInbox, Handling } from "./inbox.ts";
import type { Problem } from "./outcome.ts";
import type { OwnedSecrets, Secrets } from "./secrets.ts";

/** What a secrets function may use to find the webhook: the requested URL (on Node its path) and the headers. */
export type IncomingRequest = { readonly url: string; readonly headers: { get(name: string): string | null } };

/** Where a delivery comes from, for the option `key`. `label` and `owner` are those of the matching secret, if any. */
export type DeliverySource = { readonly url: string; readonly label?: string; readonly owner?: string };

/**
 * Options of both receivers. Durations are in milliseconds, sizes in bytes; both are whole numbers from 1 to 2^31 - 1.
 * A wrong name or value is refused when the receiver is made.
 */
export type CommonOptions = {
  /**
   * Largest accepted body (N-8-02), by default 1 MiB for signed deliveries and 64 KiB for unsigned ones. A larger body
   * is refused by its announced length, or once it exceeds the limit.
   */
  maxBodyBytes?: number;
  /** Time for the body to arrive, 10,000 by default. */
  bodyTimeoutMs?: number;
  /**
   * Time for a handler and for a secrets function, 5,000 by default. A handler stores or enqueues; the slow work
   * follows (F-6.5-01).
   */
  handlerTimeoutMs?: number;
  /** Remembers handled events. By default a store in memory; `false` for none. */
  store?: DuplicateStore | false;
  /**
   * Time for each call of the store, 2,000 by default. A late `reserve` is answered 503 and released once it succeeds;
   * a late or failed `done` is remembered in memory and repeated until it succeeds.
   */
  storeTimeoutMs?: number;
  /** Delivers integers beyond 2^53 as BigInt instead of refusing them (U-32). Default false. */
  bigint?: boolean;
  /** Takes the place of handlers; see `InboxReceiverOptions`. */
  inbox?: undefined;
  /**
   * Receives every answer that is not 2xx, and every failure of the store. By default, problems that the operator can
   * solve are printed with `console.error`.
   */
  onProblem?: (problem: Problem) => void;
  /**
   * Receives every answer that is 2xx, for metrics: handled now, handled before, stored, or without a handler. Runs
   * from a timer, after the answer, so it neither changes nor delays it; what it throws is printed with
   * `console.error`, as for `onProblem`. A runtime that stops with the answer, such as a Worker, may never run it.
   */
  onAccepted?: (accepted: Accepted) => void;
  /** Counts every answer; see `createReceiverMeters`. Default: none. */
  meters?: Meters;
};

/** Replaces `number` by `number | bigint` where the option `bigint` is set. */
export type Integers<T, B extends boolean> = B extends true
  ? {
      [K in keyof T]: T[K] extends number
        ? number | bigint
        : T[K] extends object | null | undefined
          ? Integers<T[K], B>
          : T[K];
    }
  : T;

/**
 * Options of `createReceiver`. Durations are in milliseconds, sizes in bytes. Only `secrets` and `on` are required.
 * `P`: payloads by event name, for a deployment that adds events.
 */
export type ReceiverOptions<B extends boolean = boolean, P extends object = ReceivedPayloads> = CommonOptions & {
  /**
   * Secrets of the webhooks that post to this receiver: one; several during a rotation or when webhooks share the URL;
   * or a function that finds them for a request. Each secret is tried in turn, so a forged signature costs one HMAC for
   * each: where many webhooks exist, give each a URL of its own and find its secret by that. A function that returns
   * the same frozen list has its keys prepared once.
   *
   * A secret may have a label, which its events then carry, and an owner, by default its label: the customer whose
   * payments they are. A function may return `{ owner, secrets }`. Payments of two owners never count as duplicates,
   * whatever their ids are; payments without an owner do.
   */
  secrets: Secrets | ((request: IncomingRequest) => Secrets | OwnedSecrets | Promise<Secrets | OwnedSecrets>);
  /**
   * Handlers by event name. Store or enqueue the event; a slow answer makes the service deliver it again (F-6.5-01).
   * Names that are not events are told, and refused where no name is an event and `onUnknown` is missing; `{}`
   * acknowledges everything.
   */
  on: { [E in keyof P]?: Handler<VerifiedEvent<Integers<P[E], B>>> };
  /**
   * Events that your deployment adds, whose payloads it tells apart by `id` and `@event` as those of the contract
   * (F-6.5-05). They have handlers in `on`, and pass with any object unless `validators` says more. Default: none.
   */
  events?: readonly string[];
  /** Handler of all other events. Without it they are acknowledged and dropped (U-40). */
  onUnknown?: Handler<VerifiedEvent>;
  bigint?: B;
  /**
   * Returns a text that is equal for two deliveries of the same event. By default payment id and event name for known
   * events (F-6.5-05), so a second confirmation of a payment counts as a duplicate. The meaning of an id in
   * other events is unknown, so for these the default compares the bytes. It is compared within an owner only.
   *
   * Called twice: a text that stays the same for a payload with other values is refused, as `handler_failed`.
   */
  key?: (payload: Payload, source: DeliverySource) => string;
  /**
   * Looks for payments of owners under the keys of versions without owners, too, so that none is handled again after
   * an upgrade; this costs two more calls of the store. Default true. False once nothing from before the upgrade can be
   * delivered again, or where the store is new. Not looked for where a secret without an owner stands beside.
   */
  earlierKeys?: boolean;
  /** Name of the signature header, if a deployment uses another one. */
  signatureHeader?: string;
  /**
   * Stricter rules than those of a tolerant receiver (U-30), by event: `{ "case_file.payment.confirmed":
   * validatePaymentSnapshot }`.
   */
  validators?: Validators;
};

/** Options of `createAppReceiver`. Durations are in milliseconds, sizes in bytes. Only `on` is required. */
export type AppReceiverOptions = CommonOptions & {
  /** Handlers by event name. Nothing in an event is proven. */
  on: Record<string, Handler<UnverifiedEvent>>;
  /** Handler of all other events. Without it they are acknowledged and dropped (U-40). */
  onUnknown?: Handler<UnverifiedEvent>;
  /**
   * Returns a text that is equal for two deliveries of the same event; called twice, as that of `ReceiverOptions`.
   * Without it each delivery is handled: the body is not stated (U-27).
   */
  key?: (claims: Payload, source: DeliverySource) => string;
};

/** Options of a receiver that stores each delivery before it acknowledges it. */
export type WithInbox<Options extends CommonOptions> = Omit<Options, Handling | "inbox"> & {
  [O in Handling]?: undefined;
} & {
  /** Where deliveries are stored; `openInbox` of `./inbox` makes it, and its `work()` handles them. */
  inbox: DeliveryInbox;
};

/** Options of `createReceiver` with an inbox in place of handlers. Only `secrets` and `inbox` are required. */
export type InboxReceiverOptions = WithInbox<ReceiverOptions>;

/** Options of `createAppReceiver` with an inbox in place of handlers. Only `inbox` is required. */
export type InboxAppReceiverOptions = WithInbox<AppReceiverOptions>;
