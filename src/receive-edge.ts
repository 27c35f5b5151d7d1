/** Receiving deliveries over Web APIs alone: Workers, Deno, Bun, browsers. Same options, same answers as `receive.ts`. */

import { createCore } from "./receive-core.ts";
import { fetchReceiver } from "./receive-fetch.ts";
import { type AppReceiverOptions, type ReceiverOptions, signedParts, unsignedParts } from "./receive-parts.ts";
import { createVerifier, verify } from "./signature-edge.ts";

/** A receiver for one URL, over Web APIs. */
export type EdgeReceiver = {
  /** Answers a delivery. Never rejects. */
  fetch(request: Request): Promise<Response>;
};

/** Receives the deliveries of client webhooks; see `createReceiver` of the main entry. @throws ContractError `secret_empty` */
export function createReceiver<const B extends boolean = false>(options: ReceiverOptions<B>): EdgeReceiver {
  return { fetch: fetchReceiver(createCore(options, signedParts(options, { verify, createVerifier }))) };
}

/** Receives the deliveries of app webhooks, which are not signed; see `createAppReceiver` of the main entry. */
export function createAppReceiver(options: AppReceiverOptions): EdgeReceiver {
  return { fetch: fetchReceiver(createCore(options, unsignedParts(options))) };
}
