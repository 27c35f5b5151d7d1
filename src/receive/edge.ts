/** Receives deliveries over Web APIs alone: Workers, Deno, Bun, browsers. Options and answers are those of Node. */

import type { ReceivedPayloads } from "../../generated/validators.ts";
import { createVerifier, verify } from "../signature/edge.ts";
import type { AppReceiverOptions, InboxAppReceiverOptions, InboxReceiverOptions, ReceiverOptions } from "./options.ts";
import type { Answer } from "./outcome.ts";
import { type BytesRequest, bytesReceiver } from "./over-bytes.ts";
import { type FetchRequest, fetchReceiver } from "./over-fetch.ts";
import { type Core, createCore } from "./receiver.ts";
import { signedParts } from "./signed-parts.ts";
import { unsignedParts } from "./unsigned-parts.ts";

/** A receiver for one URL, over Web APIs. */
export type EdgeReceiver = {
  /** Answers a delivery. Never rejects. */
  fetch(request: FetchRequest): Promise<Response>;
  /** Answers a delivery whose bytes are at hand; see `Receiver` of the main entry. Never rejects. */
  bytes(request: BytesRequest): Promise<Answer>;
};

/** Receives deliveries of client webhooks, as `createReceiver` of the main entry. @throws MisuseError `secret_empty` */
export function createReceiver<const B extends boolean = false, P extends object = ReceivedPayloads>(
  options: ReceiverOptions<B, NoInfer<P>> | InboxReceiverOptions,
): EdgeReceiver {
  return createDoors(createCore(options, signedParts(options, { verify, createVerifier })));
}

/** Receives the deliveries of app webhooks, which are not signed; see `createAppReceiver` of the main entry. */
export function createAppReceiver(options: AppReceiverOptions | InboxAppReceiverOptions): EdgeReceiver {
  return createDoors(createCore(options, unsignedParts(options)));
}

function createDoors(core: Core): EdgeReceiver {
  return { fetch: fetchReceiver(core), bytes: bytesReceiver(core) };
}
