/** The receiver of this deployment over Web APIs alone: Workers, Deno, Bun. */

import { createReceiver as create, type EdgeReceiver, type InboxReceiverOptions } from "collections-contract/edge";
import { received } from "./bound.ts";
import type { EventPayloads } from "./models.ts";
import type { ReceiverOptions } from "./receiver.ts";

/** `createReceiver` of `collections-contract/edge` for this deployment. @throws MisuseError as the npm package does */
export function createReceiver<const B extends boolean = false>(
  options: ReceiverOptions<B> | InboxReceiverOptions,
): EdgeReceiver {
  return create<B, EventPayloads>(received(options));
}
