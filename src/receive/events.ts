/** The events that handlers receive: verified events of client webhooks, and unverified claims of app webhooks. */

import type { Payload } from "./delivery.ts";

/** An event of a client webhook. Its signature is valid for the bytes that arrived. */
export type VerifiedEvent<P = Payload> = {
  readonly verified: true;
  /** Name of the event, the member `@event` of the payload. */
  readonly event: string;
  readonly payload: P;
  /** Equal for two deliveries of the same event; see the option `key`. */
  readonly key: string;
  /**
   * The key that versions of this package without owners made for it; absent without an owner. Look for it as well
   * where your handler compares keys itself, as long as a payment from before the upgrade may be delivered again.
   */
  readonly earlierKey?: string;
  /** Index of the matching secret in the list of secrets. Remove an old secret once its index no longer appears. */
  readonly secretIndex: number;
  /** Label of the matching secret; absent if it has none. */
  readonly label?: string;
  /** The customer or installation whose payment it is; absent if the secret has no label and no owner. */
  readonly owner?: string;
  /** The signed bytes. */
  readonly body: Uint8Array;
};

/** An event of an app webhook. Anyone can have sent it: take it as a hint, and ask the service first. */
export type UnverifiedEvent<P = Payload> = {
  readonly verified: false;
  /** Name of the event, the member `@event` of the claims. */
  readonly event: string;
  readonly claims: P;
  /** Present only with the option `key`. */
  readonly key?: string;
};
