/**
 * Receiving deliveries over Web APIs alone: Workers, Deno, Bun, browsers. Same options, same answers as `receive.ts`.
 */

import { createVerifier, verify } from "../signature/edge.ts";
import type { AppReceiverOptions, InboxAppReceiverOptions, InboxReceiverOptions, ReceiverOptions } from "./options.ts";
import { fetchReceiver } from "./over-fetch.ts";
import { createCore } from "./receiver.ts";
import { signedParts } from "./signed.ts";
import { unsignedParts } from "./unsigned.ts";

/** A receiver for one URL, over Web APIs. */
export type EdgeReceiver = {
  /** Answers a delivery. Never rejects. */
  fetch(request: Request): Promise<Response>;
};

/**
 * Receives the deliveries of client webhooks; see `createReceiver` of the main entry. @throws MisuseError
 * `secret_empty`
 */
export function createReceiver<const B extends boolean = false>(
  options: ReceiverOptions<B> | InboxReceiverOptions,
): EdgeReceiver {
  return { fetch: fetchReceiver(createCore(options, signedParts(options, { verify, createVerifier }))) };
}

/** Receives the deliveries of app webhooks, which are not signed; see `createAppReceiver` of the main entry. */
export function createAppReceiver(options: AppReceiverOptions | InboxAppReceiverOptions): EdgeReceiver {
  return { fetch: fetchReceiver(createCore(options, unsignedParts(options))) };
}
