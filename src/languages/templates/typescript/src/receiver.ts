/** The receiver of this deployment, on Node. */

import {
  createReceiver as create,
  type InboxReceiverOptions,
  type ReceiverOptions as Options,
  type Receiver,
} from "collections-contract";
import { received } from "./bound.ts";
import type { EventPayloads } from "./models.ts";

/** Those of the npm package, with handlers for the events of the deployment. */
export type ReceiverOptions<B extends boolean = boolean> = Options<B, EventPayloads>;

/**
 * `createReceiver` of the npm package for this deployment: it reads `{{signatureHeader}}`, and takes each event with a
 * payload of its model.
 *
 * @throws MisuseError as the npm package does
 */
export function createReceiver<const B extends boolean = false>(
  options: ReceiverOptions<B> | InboxReceiverOptions,
): Receiver {
  return create<B, EventPayloads>(received(options));
}
